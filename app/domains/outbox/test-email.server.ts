import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import type { Delivery, Mailer } from '~/platform/mail/message'
import { asCleanLine } from '~/platform/text'
import { testMail } from './emails.server'
import { type Sender, sendingAs } from './mailbox'

export interface TestMailDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'mailFrom' | 'siteUrl'>
  author: Author
}

export interface TestedBusiness {
  /** Where the test goes. */
  to: string
  studio: Parameters<typeof emailBrandingOf>[0]
  /** From the studio's settings. */
  sender: Sender
}

/** Sends one email bypassing the outbox, and waits for the mail server's answer. Closes the mailer. */
export async function sendTest(
  { db, clock, config, author }: TestMailDeps,
  { to, studio, sender }: TestedBusiness,
  mailer: Mailer,
): Promise<Delivery> {
  const { from } = sendingAs(config, sender)
  const id = newId()
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
    return delivery
  } finally {
    mailer.close()
  }
}
