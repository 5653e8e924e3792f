import { openBrandPicture } from '~/domains/content/brand.server'
import { readSettings } from '~/domains/content/operations.server'
import { senderOf } from '~/domains/content/settings/sender'
import { readClientGalleryPicture } from '~/domains/galleries/client-gallery/operations.server'
import type { Domain } from '~/platform/domain.server'
import { outboxJobs } from './jobs.server'
import {
  countWaitingMail,
  discardWaitingMail,
  findMail,
  listMail,
  retryMail,
  sendWaitingMail,
} from './sent-emails.server'
import { sendingFacts, sendTestMail } from './test-email.server'

export const outbox: Domain = {
  jobs: (app) => ({
    other: outboxJobs({
      ...app,
      readSender: async () => senderOf(await readSettings(app)),
      readPicture: (hash) => openBrandPicture(app, { hash, name: 'logo' }),
      readCover: (path) => readClientGalleryPicture(app, path),
    }),
  }),
  operations: {
    countWaitingMail,
    discardWaitingMail,
    findMail,
    listMail,
    retryMail,
    sendingFacts,
    sendTestMail,
    sendWaitingMail,
  },
}
