import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { enqueue } from '~/platform/jobs/queue.server'
import type { Mailer, OutgoingMail } from '~/platform/mail/message'
import { asCleanLine } from '~/platform/text'
import { checkedCorrespondent, readCorrespondent } from './correspondent'
import { type Correspondent, DELIVER_MAIL, MAIL_PRIORITY, type NewMail, type OutboxMail } from './model'
import { insertMail, markFailed, markSent, noteDelay, selectMail } from './store.server'

/**
 * Writes a message into the outbox, and the job that delivers it. `db` is the transaction of what causes the message:
 * it is sent exactly when that is committed.
 * @throws when an address is none; headers get one clean line each, whatever is given
 */
export async function queueMail(
  { db, clock, config }: { db: Db; clock: Clock; config: Pick<Config, 'siteUrl'> },
  mail: NewMail,
): Promise<void> {
  const id = newId()
  await insertMail(db, {
    id,
    kind: mail.kind,
    to: checkedCorrespondent(mail.to),
    replyTo: mail.replyTo && checkedCorrespondent(mail.replyTo),
    subject: asCleanLine(mail.subject),
    html: mail.html,
    text: mail.text,
    headers: Object.fromEntries(
      Object.entries(mail.headers ?? {}).map(([name, value]) => [name, asCleanLine(value)]),
    ),
    messageId: `<${id}@${new URL(config.siteUrl).hostname}>`,
    state: 'queued',
    createdAt: clock.now(),
  })
  await enqueue({ db, clock }, { kind: DELIVER_MAIL, payload: { mail: id }, priority: MAIL_PRIORITY })
}

export interface DeliveryDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'mailFrom'>
  mailer: Mailer
  /** The studio's name and address, from its settings. */
  readSender(): Promise<Correspondent>
}

/**
 * Sends one message and writes down what became of it. Repeated after a crash, it sends the message again under the
 * same Message-ID.
 * @throws when the server cannot take it now, so that the job tries again
 */
export async function deliverMail(
  { db, clock, config, mailer, readSender }: DeliveryDeps,
  id: string,
  { isLastAttempt }: { isLastAttempt: boolean },
): Promise<void> {
  const mail = await selectMail(db, id)
  if (mail?.state !== 'queued') return
  const sender = config.mailFrom === undefined ? await readSender() : readCorrespondent(config.mailFrom)
  const delivery = await mailer.send(outgoing(mail, sender), fileNameOf(mail))
  if (delivery.ok) return await markSent(db, id, clock.now())
  if (delivery.reason === 'refused' || isLastAttempt) return await markFailed(db, id, delivery.detail)
  await noteDelay(db, id, delivery.detail)
  throw new Error(delivery.detail)
}

const outgoing = (mail: OutboxMail, sender: Correspondent): OutgoingMail => ({
  messageId: mail.messageId,
  date: new Date(mail.createdAt),
  from: addressOf(sender),
  to: addressOf(mail.to),
  replyTo: mail.replyTo && addressOf(mail.replyTo),
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  // Nobody's out-of-office reply is wanted (RFC 3834, 5).
  headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
})

const addressOf = ({ name, email }: Correspondent) => ({ name: asCleanLine(name), address: email })

/** Sorts by time: `2026-11-20T12-00-00.000Z-{id}.eml` */
const fileNameOf = (mail: OutboxMail): string =>
  `${new Date(mail.createdAt).toISOString().replaceAll(':', '-')}-${mail.id}.eml`
