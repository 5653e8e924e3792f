import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { newId, sha256 } from '~/platform/ids.server'
import { enqueue, enqueueAll } from '~/platform/jobs/queue.server'
import { mailFileName } from '~/platform/mail/mailer.server'
import type { MailAddress, Mailer, OutgoingMail } from '~/platform/mail/message'
import { renderMail } from '~/platform/mail/render.server'
import { countHits, uncountHits } from '~/platform/rate-limit.server'
import { asCleanLine } from '~/platform/text'
import { checkedMailbox, type Sender, sendingAs } from './mailbox'
import {
  DELIVER_MAIL,
  MAIL_PRIORITY,
  type Mailbox,
  type MailContent,
  type NewMail,
  type OutboxMail,
} from './model'
import {
  expireAbout,
  hasNewer,
  hasQueued,
  indexSubject,
  insertEmails,
  markFailed,
  markNotSent,
  markSent,
  markWaiting,
  noteDelay,
  selectFailure,
  selectMail,
  storeRendered,
  withdrawAbout,
} from './store.server'

interface QueueDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl'>
}

/**
 * Queues an email and its delivery job in the transaction `db`, so that it is sent if and only if that commits.
 * Removes line breaks from headers.
 * @throws if an address is invalid
 */
export async function queueMail(deps: QueueDeps, mail: NewMail): Promise<void> {
  await queueMails(deps, [mail])
}

/** Queues several emails, with as many statements as for one. */
export async function queueMails({ db, clock, config }: QueueDeps, emails: NewMail[]): Promise<void> {
  if (emails.length === 0) return
  // Ids made within a millisecond aren't ordered, and lists sort by id.
  const ids = emails.map(() => newId()).toSorted()
  const queued = emails.map((mail, index) => outboxMail(ids[index] ?? newId(), mail, { clock, config }))
  await insertEmails(db, queued)
  await enqueueAll(
    { db, clock },
    queued.map(({ id }, index) => ({
      ...{ kind: DELIVER_MAIL, payload: { mail: id }, priority: MAIL_PRIORITY },
      runAt: emails[index]?.notBefore ?? clock.now(),
    })),
  )
}

/** Whether an email of this kind about this record is still to be sent. */
export const isMailQueued = (
  { db }: { db: Db },
  { kind, about }: { kind: string; about: string },
): Promise<boolean> => hasQueued(db, kind, about)

/** Expires the links in emails about a record. Unsent ones aren't sent anymore. */
export const outdateMail = ({ db, clock }: Pick<QueueDeps, 'db' | 'clock'>, about: string): Promise<void> =>
  expireAbout(db, about, clock.now())

/** Emails about a record that aren't sent yet aren't sent anymore. @param why a sentence for the studio */
export const withdrawMail = ({ db }: Pick<QueueDeps, 'db'>, about: string, why: string): Promise<void> =>
  withdrawAbout(db, { abouts: [about] }, why)

/** The same for emails of one kind about several records. */
export const withdrawMails = (
  { db }: Pick<QueueDeps, 'db'>,
  of: { abouts: readonly string[]; kind: string },
  why: string,
): Promise<void> => withdrawAbout(db, of, why)

function outboxMail(
  id: string,
  mail: NewMail,
  { clock, config }: Pick<QueueDeps, 'clock' | 'config'>,
): OutboxMail {
  return {
    id,
    kind: mail.kind,
    to: checkedMailbox(mail.to),
    replyTo: mail.replyTo && checkedMailbox(mail.replyTo),
    subject: asCleanLine(mail.subject),
    content: { body: mail.body },
    headers: Object.fromEntries(
      Object.entries(mail.headers ?? {}).map(([name, value]) => [name, asCleanLine(value)]),
    ),
    calendar: mail.calendar,
    messageId: `<${id}@${new URL(config.siteUrl).hostname}>`,
    state: 'queued',
    about: mail.about ?? null,
    expiresAt: mail.expiresAt ?? null,
    pace: mail.pace ?? null,
    createdAt: clock.now(),
  }
}

export interface DeliveryDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'mailFrom' | 'secret' | 'rateLimitScale'>
  mailer: Mailer
  /** The sender from the studio's settings. */
  readSender(): Promise<Sender>
  /** The uploaded logo with that hash, a PNG. */
  readPicture?(hash: string): Promise<Uint8Array | undefined>
  /** The JPEG at that path: of a client gallery, or a published photo's. */
  readPhoto?(path: string): Promise<EmailPhoto>
}

/** `not-yet`: it is still being made. undefined: it can't be read. */
export type EmailPhoto = Uint8Array | 'not-yet' | undefined

/**
 * Sends an email and records the result. After a crash, it is sent again with the same Message-ID.
 * @throws when the server is temporarily unavailable, so that the job retries
 */
export async function deliverMail(
  deps: DeliveryDeps,
  id: string,
  { isLastAttempt }: { isLastAttempt: boolean },
): Promise<void> {
  const { db, clock, config, mailer, readSender, readPicture, readPhoto } = deps
  const mail = await selectMail(db, id)
  if (mail?.state !== 'queued') return
  if (mail.expiresAt !== null && mail.expiresAt <= clock.now())
    return await markNotSent(db, id, 'This email was out of date before it could be sent.')
  let rendered: Rendered
  try {
    rendered = renderedContent(mail.content)
  } catch (error) {
    if (isLastAttempt) await markFailed(db, id, 'This email could not be put together.')
    throw error
  }
  await transact(db, async (tx) => {
    if ('body' in mail.content) await storeRendered(tx, id, rendered)
    // Indexed here instead of in the transaction that queues it, since indexing a dozen words takes half as
    // long as a booking.
    await indexSubject(tx, mail)
  })
  const cover = await readCover(rendered.html, readPhoto)
  if (cover?.data === 'not-yet' && clock.now() < mail.createdAt + COVER_WAIT_MS)
    return await transact(db, (tx) =>
      delay(
        { db: tx, clock },
        mail,
        'This email follows when its cover photo is ready.',
        clock.now() + COVER_POLL_MS,
      ),
    )
  const turn = await countAgainstLimit(deps, mail)
  if (!turn.ok) return
  const message = outgoing({ ...mail, ...rendered }, sendingAs(config, await readSender()))
  const delivery = await mailer.send(
    withCover(await withPicture(message, readPicture), cover),
    mailFileName(mail),
  )
  if (delivery.ok) return await (delivery.isSent ? markSent(db, id, clock.now()) : markWaiting(db, id))
  const failure = await selectFailure(db, id)
  const lost = ANSWERS_LOST.indexOf(failure ?? '') + 1
  if (delivery.isUncertain && !isLastAttempt) return await lostAnswer(deps, mail, lost, delivery.detail)
  await turn.giveBack()
  if (delivery.reason === 'refused' || isLastAttempt) return await markFailed(db, id, delivery.detail)
  if (lost === 0) await noteDelay(db, id, delivery.detail)
  throw new Error(delivery.detail)
}

/** It may or may not have arrived. A server that never answers would deliver it each time that it is sent. */
const ANSWERS_LOST: readonly [string, string, string] = [
  'The mail server’s answer was lost, so this email may have arrived. We’ll send it again.',
  'The mail server’s answer was lost twice, so this email may have arrived. We’ll send it once more in an hour.',
  'The mail server’s answer was lost three times. This email may have arrived, so we won’t send it again by ourselves.',
]

/** @param before how often it was lost before */
async function lostAnswer(
  { db, clock }: DeliveryDeps,
  mail: OutboxMail,
  before: number,
  detail: string,
): Promise<void> {
  if (before >= 2) return await markFailed(db, mail.id, ANSWERS_LOST[2])
  if (before === 1)
    return await transact(db, (tx) => delay({ db: tx, clock }, mail, ANSWERS_LOST[1], clock.now() + HOUR))
  await noteDelay(db, mail.id, ANSWERS_LOST[0])
  throw new Error(detail)
}

export const renderedContent = (content: MailContent): Rendered =>
  'body' in content ? renderMail(content.body) : content

type Rendered = ReturnType<typeof renderMail>

const outgoing = (mail: OutboxMail & Rendered, sender: Sender): OutgoingMail => ({
  messageId: mail.messageId,
  date: new Date(mail.createdAt),
  from: addressOf(sender.from),
  to: addressOf(mail.to),
  replyTo: repliesOf(mail, sender),
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  calendar: mail.calendar,
  // Prevents out-of-office replies (RFC 3834, 5).
  headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
})

/** Attaches the logo: email programs block remote images, which would also track the reader. */
async function withPicture(
  message: OutgoingMail,
  readPicture: DeliveryDeps['readPicture'],
): Promise<OutgoingMail> {
  const [source, hash] = /src="[^"]*\/media\/brand\/([0-9a-f]{20})\/logo\.png"/.exec(message.html) ?? []
  const data = hash && (await readPicture?.(hash))
  if (!source || !data) return message
  const cid = `logo-${hash}@email`
  return { ...message, html: message.html.replaceAll(source, `src="cid:${cid}"`), pictures: [{ cid, data }] }
}

/** How long an email waits for its photo before it is sent without, and how often it looks, in milliseconds. */
const COVER_WAIT_MS = 3_600_000
const COVER_POLL_MS = 15_000

/** A `Cover` with its link. */
const COVER = /<a [^>]*><img [^>]*src="[^"]*?(\/(?:download|media)\/[\w/-]+\.jpg)"[^>]*><\/a>/

interface ReadCover {
  html: string
  data: EmailPhoto
}

/** The photo of what an email is about, as its HTML shows it. */
async function readCover(html: string, readPhoto: DeliveryDeps['readPhoto']): Promise<ReadCover | undefined> {
  const [shown, path] = COVER.exec(html) ?? []
  return shown && path ? { html: shown, data: await readPhoto?.(path) } : undefined
}

/** Attaches the cover. One that can't be read is left out. */
function withCover(message: OutgoingMail, cover: ReadCover | undefined): OutgoingMail {
  if (!cover) return message
  const { html, data } = cover
  if (!data || data === 'not-yet') return { ...message, html: message.html.replace(html, '') }
  const cid = 'cover@email'
  return {
    ...message,
    html: message.html.replace(html, () => html.replace(/src="[^"]*"/, `src="cid:${cid}"`)),
    pictures: [...(message.pictures ?? []), { cid, data, type: 'image/jpeg' as const }],
  }
}

/** Replies to the business go to its current address, other replies to the given one. */
function repliesOf({ replyTo }: OutboxMail, sender: Sender): MailAddress | undefined {
  if (replyTo && replyTo.email !== sender.business.email) return addressOf(replyTo)
  return replyTo || sender.replyTo.email !== sender.from.email ? addressOf(sender.replyTo) : undefined
}

const addressOf = ({ name, email }: Mailbox) => ({ name: asCleanLine(name), address: email })

const HOUR = 3_600_000
/** Hourly limit of automatic emails to one address. */
const ALL = { name: 'mail to an address', limit: 6, windowMs: HOUR }
/** Hourly limit of receipts among them, so that requested links can still be sent. */
const RECEIPTS = { name: 'receipts to an address', limit: 3, windowMs: HOUR }

interface PacingDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'secret' | 'rateLimitScale'>
}

export type Turn = { ok: true /** It wasn't sent after all. */; giveBack(): Promise<void> } | { ok: false }

/**
 * Counts an email against its address's hourly limit. Above the limit, its pace decides whether the job retries
 * later or the email is dropped. The list of emails shows the reason.
 */
export async function countAgainstLimit(deps: PacingDeps, mail: OutboxMail): Promise<Turn> {
  if (mail.pace === null) return { ok: true, giveBack: async () => undefined }
  const { db, clock } = deps
  const network = sha256(mail.to.email.toLowerCase())
  const limits = (mail.pace === 'receipt' ? [ALL, RECEIPTS] : [ALL]).map((limit) => ({ ...limit, network }))
  const counted = await countHits(deps, limits)
  if (counted.ok) return { ok: true, giveBack: () => uncountHits(deps, limits) }
  await transact(db, (tx) => delayOrDrop({ db: tx, clock }, mail, counted.retryAt))
  return { ok: false }
}

async function delayOrDrop(
  { db, clock }: { db: Tx; clock: Clock },
  mail: OutboxMail,
  retryAt: number,
): Promise<void> {
  const isTooLate = mail.expiresAt !== null && mail.expiresAt <= retryAt
  if (mail.pace === 'receipt' || isTooLate || (mail.pace === 'link' && (await hasNewer(db, mail))))
    return await markNotSent(db, mail.id, 'This address already got enough automatic emails this hour.')
  const why = 'This address got a lot of automatic emails. This one follows within an hour.'
  await delay({ db, clock }, mail, why, retryAt)
}

/** Delivers an email later. @param why a sentence for the list of emails */
async function delay(
  { db, clock }: { db: Tx; clock: Clock },
  { id }: OutboxMail,
  why: string,
  runAt: number,
): Promise<void> {
  await noteDelay(db, id, why)
  await enqueue({ db, clock }, { kind: DELIVER_MAIL, payload: { mail: id }, priority: MAIL_PRIORITY, runAt })
}
