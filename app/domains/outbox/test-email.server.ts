import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { createMailer } from '~/platform/mail/mailer.server'
import { asCleanLine } from '~/platform/text'
import { testMail } from './emails.server'
import { type Sender, sendingAs, writeMailbox } from './mailbox'

export interface TestMailDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'smtpUrl' | 'dataDir' | 'mailFrom' | 'siteUrl'>
  author: Author
}

type Studio = Parameters<typeof emailBrandingOf>[0]

interface Business {
  studio: Studio
  /** From the studio's settings. */
  sender: Sender
}

/** The sender and the mail server. */
export const sendingFacts = (
  { config }: Pick<TestMailDeps, 'config'>,
  sender: Sender,
): { label: string; value: string }[] => [
  { label: 'From', value: writeMailbox(sendingAs(config, sender).from) },
  { label: 'Replies go to', value: writeMailbox(sender.replyTo) },
  {
    label: 'Mail server',
    // The URL contains a password, its host doesn't.
    value: config.smtpUrl ? new URL(config.smtpUrl).host : 'No mail server yet: emails are written to files',
  },
]

/** Sends one email bypassing the outbox, and waits for the mail server's answer. */
export async function sendTestMail(
  { db, clock, config, author }: TestMailDeps,
  { to, studio, sender }: { to: string } & Business,
): Promise<{ ok: true; isSent: boolean; answer: string } | { ok: false; answer: string }> {
  const { from } = sendingAs(config, sender)
  const id = newId()
  const mailer = createMailer(config)
  try {
    const delivery = await mailer.send(
      {
        messageId: `<${id}@${new URL(config.siteUrl).hostname}>`,
        date: new Date(clock.now()),
        from: { name: asCleanLine(from.name), address: from.email },
        to: { name: asCleanLine(author.name), address: to },
        replyTo: { name: asCleanLine(sender.replyTo.name), address: sender.replyTo.email },
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...(await testMail(emailBrandingOf(studio, config.siteUrl))),
      },
      `test-${id}.eml`,
    )
    await recordAction({ db, clock, author }, { action: 'test-email-sent', subject: `Test email to ${to}` })
    if (!delivery.ok) return { ok: false, answer: delivery.detail }
    return { ok: true, isSent: delivery.isSent, answer: delivery.answer ?? '' }
  } finally {
    mailer.close()
  }
}
