import type { AuditedAction, Change } from '~/domains/audit/model'
import { type Marked, recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { isTooQuick } from '~/domains/contact-messages/model'
import { readSettings } from '~/domains/content/operations.server'
import { queueMails } from '~/domains/outbox/operations.server'
import type { HistoryQuery } from '~/domains/people/model'
import { isAddressProven, noteContact } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { type FieldErrors, type FieldValues, type NotSaved, parseForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import type { Logger } from '~/platform/logging.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { limitReached, takeHit, tooManySentence } from '~/platform/rate-limit.server'
import { acknowledgement, forwarded } from './emails.server'
import { EVENT_FIELDS, isOutcome, STAGE_LABELS, type Stage } from './handling'
import {
  ADDED_LABELS,
  type ContactField,
  type ContactMessage,
  contactSchema,
  eventSchema,
  lostSchema,
  type ReceivedContactMessage,
} from './model'
import {
  type ContactMessageQuery,
  countWaiting,
  deleteContactMessages,
  insertContactMessage,
  lockContactMessage,
  selectContactMessage,
  selectContactMessages,
  selectContactMessagesFrom,
  selectContactMessagesOf,
  updateEvent,
  updateStage,
} from './store.server'
import { aboutMessage } from './thread/model'
import { repliesOfQuery, selectReplies } from './thread/store.server'

const LIMIT = { name: 'contact', limit: 30, windowMs: 3_600_000 }

export interface ContactDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret' | 'rateLimitScale'>
  log: Logger
}

export type ContactMessageSent =
  | { ok: true }
  | { ok: false; reason: 'refused'; errors: Partial<Record<ContactField, string>> }
  | { ok: false; reason: 'too-many'; retryAt: number; sentence: string }

/**
 * R5: stores a message, acknowledges it to its sender and forwards it to the studio. A bot's message
 * (honeypot filled in, or faster than a person) gets the same answer and is dropped.
 */
export async function sendContactMessage(
  { db, clock, config, log }: ContactDeps,
  given: { fields: ContactMessage; honeypot: string; startedAt: string; network: string },
): Promise<ContactMessageSent> {
  // Before the bot check: a person who sends an empty form sees what is missing.
  const { studio, contact } = await readSettings({ db })
  const read = parseForm(contactSchema(contact, given.fields), given.fields)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  if (given.honeypot !== '' || isTooQuick(given.startedAt)) {
    log.info('a message of a robot was dropped')
    return { ok: true }
  }

  const reached = await limitReached({ db, clock, config }, { ...LIMIT, network: given.network })
  if (reached) return { ...reached, sentence: tooManySentence(reached.retryAt, studio.timeZone) }
  const branding = emailBrandingOf(studio, config.siteUrl)
  const isProven = await isAddressProven({ db }, read.value.email)
  const id = newId()
  const emails = [
    {
      ...acknowledgement(branding, { email: read.value.email, name: isProven ? read.value.name : '' }),
      about: aboutMessage(id),
    },
    forwarded(branding, read.value),
  ]
  return await transact(db, async (tx): Promise<ContactMessageSent> => {
    const hit = await takeHit({ db: tx, clock, config }, { ...LIMIT, network: given.network })
    if (!hit.ok) return { ...hit, sentence: tooManySentence(hit.retryAt, studio.timeZone) }
    const { name, email, phone } = read.value
    await noteContact({ db: tx, clock }, { name, email, phone })
    await insertContactMessage(tx, { ...read.value, id, receivedAt: clock.now() })
    await queueMails({ db: tx, clock, config }, emails)
    return { ok: true }
  })
}

/** Messages from an address with the replies of their sender, oldest first. @param email in lower case */
export async function contactMessagesOf({ db }: { db: Db }, email: string) {
  const messages = await selectContactMessagesOf(db, email)
  return await Promise.all(
    messages.map(async ({ id, ...message }) => ({
      ...message,
      replies: (await selectReplies(db, id))
        .filter(({ received_id }) => received_id !== null)
        .map(({ author, subject, text, at }) => ({ from: author, subject, text, receivedAt: at })),
    })),
  )
}

export const listContactMessages = (
  { db }: { db: Db },
  query: ContactMessageQuery,
): Promise<ReceivedContactMessage[]> => selectContactMessages(db, query)

/** Messages from a person, newest first. */
export const contactMessagesFrom = (
  { db }: { db: Db },
  query: HistoryQuery,
): Promise<ReceivedContactMessage[]> => selectContactMessagesFrom(db, query)

/** Replies in the threads of a person's messages, newest first. */
export const repliesOf = ({ db }: { db: Db }, query: HistoryQuery) => repliesOfQuery(db, query).execute()

export const findContactMessage = (
  { db }: { db: Db },
  id: string,
): Promise<ReceivedContactMessage | undefined> => selectContactMessage(db, id)

export const countWaitingContactMessages = ({ db }: { db: Db }): Promise<number> => countWaiting(db)

export type Staged = Marked | { ok: false; reason: 'refused'; errors: FieldErrors }

const STAGE_ACTIONS: Record<Stage, AuditedAction> = {
  waiting: 'reopened',
  answered: 'answered',
  proposal: 'inquiry-proposed',
  booked: 'inquiry-booked',
  lost: 'inquiry-lost',
}

/** Moves a message to a stage, and a lost one with the reason. Repeating it neither changes nor logs anything. */
export async function markContactMessage(
  deps: WriteDeps,
  id: string,
  to: Stage,
  reason = '',
): Promise<Staged> {
  const read = to === 'lost' ? parseForm(lostSchema(), { reason }) : undefined
  if (read?.ok === false) return { ok: false, reason: 'refused', errors: read.errors }
  return await moveTo(deps, id, { stage: to, lostReason: read?.value.reason ?? '' })
}

/** In the transaction that makes a booking from a message. */
export const bookContactMessage = (deps: WriteDeps, id: string, bookingId: string): Promise<Marked> =>
  moveTo(deps, id, { stage: 'booked', lostReason: '', bookingId })

/** In the transaction that sends a proposal for a message. One that is booked stays booked. */
export async function proposeToContactMessage(deps: WriteDeps & { db: Tx }, id: string): Promise<void> {
  const message = await lockContactMessage(deps.db, id)
  if (message && message.stage !== 'booked') await moveTo(deps, id, { stage: 'proposal', lostReason: '' })
}

const moveTo = (
  { db, clock, author }: WriteDeps,
  id: string,
  to: Pick<ReceivedContactMessage, 'stage' | 'lostReason'> & { bookingId?: string },
): Promise<Marked> =>
  transact(db, async (tx) => {
    const before = await lockContactMessage(tx, id)
    if (!before) return { ok: false, reason: 'missing' }
    const answer = to.stage === 'waiting' ? null : (before.answer ?? { at: clock.now(), by: author.name })
    const after = { ...before, ...to, answer }
    const changes = stageChanges(before, after)
    if (before.stage === after.stage && changes.length === 0 && before.bookingId === after.bookingId)
      return { ok: true }
    await updateStage(tx, after)
    const subject = subjectOf(before)
    await recordAction({ db: tx, clock, author }, { action: STAGE_ACTIONS[to.stage], subject, changes })
    return { ok: true }
  })

/** What the action doesn't say: an outcome that is taken back, and the reason. */
function stageChanges(before: ReceivedContactMessage, after: ReceivedContactMessage): Change[] {
  const hadOutcome = isOutcome(before.stage)
  return [
    { field: 'Status', from: hadOutcome ? STAGE_LABELS[before.stage] : '', to: STAGE_LABELS[after.stage] },
    { field: 'Reason', from: before.lostReason, to: after.lostReason },
  ].filter(({ from, to }, at) => from !== to && (at > 0 || from !== ''))
}

const subjectOf = ({ name }: Pick<ContactMessage, 'name'>) => `Message from ${name}`

/** Saves the date, kind and location of the event. */
export async function saveEvent(
  { db, clock, author }: WriteDeps,
  id: string,
  { sent, version }: { sent: FieldValues; version: number },
): Promise<{ ok: true } | NotSaved> {
  const read = parseForm(eventSchema(), sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await transact(db, async (tx): Promise<{ ok: true } | NotSaved> => {
    const before = await selectContactMessage(tx, id)
    if (!before) return { ok: false, reason: 'missing' }
    if (!(await updateEvent(tx, { id, version }, read.value))) return { ok: false, reason: 'changed-since' }
    const changes = EVENT_FIELDS.map((name) => ({
      ...{ field: ADDED_LABELS[name], from: before[name] ?? '', to: read.value[name] },
    })).filter(({ from, to }) => from !== to)
    if (changes.length > 0)
      await recordAction(
        { db: tx, clock, author },
        { action: 'inquiry-changed', subject: subjectOf(before), changes },
      )
    return { ok: true }
  })
}

/** Deletes up to `limit` messages received before an instant. @returns how many */
export const deleteOldContactMessages = (
  { db }: { db: Db },
  before: number,
  limit: number,
): Promise<number> => transact(db, (tx) => deleteContactMessages(tx, before, limit))
