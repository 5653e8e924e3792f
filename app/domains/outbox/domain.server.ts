import { openBrandPicture } from '~/domains/content/brand.server'
import { readSettings } from '~/domains/content/operations.server'
import { senderOf } from '~/domains/content/settings/sender'
import { readEmailCover } from '~/domains/galleries/client-gallery/operations.server'
import { readPublishedPhoto } from '~/domains/photos/operations.server'
import type { Domain } from '~/platform/domain.server'
import { outboxJobs } from './jobs.server'
import {
  canSendMail,
  openMailer,
  readMailServer,
  readSendingFacts,
  removeMailServer,
  saveMailServer,
  sendTestMail,
} from './mail-server.server'
import {
  countUnsentMail,
  countWaitingMail,
  discardWaitingMail,
  findMail,
  listMail,
  retryMail,
  sendWaitingMail,
} from './sent-emails.server'

export const outbox: Domain = {
  jobs: (app, onStop) => ({
    emails: outboxJobs({
      ...app,
      mailer: openMailer(app, onStop),
      readSender: async () => senderOf(await readSettings(app)),
      readPicture: (hash) => openBrandPicture(app, { hash, name: 'logo' }),
      readPhoto: async (path) => (await readPublishedPhoto(app, path)) ?? (await readEmailCover(app, path)),
    }),
  }),
  gauges: async (app) => [
    {
      name: 'studio_emails',
      help: 'Emails that were not sent, by state, up to 1,000 of each. The same on all instances.',
      samples: Object.entries(await countUnsentMail(app)).map(([state, value]) => ({
        labels: { state },
        value,
      })),
    },
  ],
  operations: {
    countWaitingMail,
    discardWaitingMail,
    findMail,
    canSendMail,
    readMailServer,
    readSendingFacts,
    removeMailServer,
    saveMailServer,
    sendTestMail,
    listMail,
    retryMail,
    sendWaitingMail,
  },
}
