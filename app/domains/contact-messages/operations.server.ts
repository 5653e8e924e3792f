import { type AnsweringDeps, type Marked, markAnswered } from '~/domains/audit/operations.server'
import { isTooQuick } from '~/domains/contact-messages/model'
import { readSettings } from '~/domains/content/operations.server'
import { queueMails } from '~/domains/outbox/operations.server'
import type { HistoryQuery } from '~/domains/people/model'
import { isAddressProven, noteContact } from '~/domains/people/operations.server'
import type { ListQuery } from '~/platform/answerable'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { parseForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import type { Logger } from '~/platform/logging.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { limitReached, takeHit, tooManySentence } from '~/platform/rate-limit.server'
import { acknowledgement, forwarded } from './emails.server'
import { type ContactField, type ContactMessage, contactSchema, type ReceivedContactMessage } from './model'
import {
  countWaiting,
  deleteContactMessages,
  insertContactMessage,
  selectContactMessage,
  selectContactMessages,
  selectContactMessagesFrom,
  selectContactMessagesOf,
  setAnswer,
} from './store.server'

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
  const read = parseForm(contactSchema(contact), given.fields)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  if (given.honeypot !== '' || isTooQuick(given.startedAt)) {
    log.info('a message of a robot was dropped')
    return { ok: true }
  }

  const reached = await limitReached({ db, clock, config }, { ...LIMIT, network: given.network })
  if (reached) return { ...reached, sentence: tooManySentence(reached.retryAt, studio.timeZone) }
  const branding = emailBrandingOf(studio, config.siteUrl)
  const isProven = await isAddressProven({ db }, read.value.email)
  const emails = [
    acknowledgement(branding, { email: read.value.email, name: isProven ? read.value.name : '' }),
    forwarded(branding, read.value),
  ]
  return await transact(db, async (tx): Promise<ContactMessageSent> => {
    const hit = await takeHit({ db: tx, clock, config }, { ...LIMIT, network: given.network })
    if (!hit.ok) return { ...hit, sentence: tooManySentence(hit.retryAt, studio.timeZone) }
    const { name, email, phone } = read.value
    await noteContact({ db: tx, clock }, { name, email, phone })
    await insertContactMessage(tx, { ...read.value, id: newId(), receivedAt: clock.now() })
    await queueMails({ db: tx, clock, config }, emails)
    return { ok: true }
  })
}

/** Messages from an address, oldest first. @param email in lower case */
export const contactMessagesOf = ({ db }: { db: Db }, email: string) => selectContactMessagesOf(db, email)

export const listContactMessages = (
  { db }: { db: Db },
  query: ListQuery,
): Promise<ReceivedContactMessage[]> => selectContactMessages(db, query)

/** Messages from a person, newest first. */
export const contactMessagesFrom = (
  { db }: { db: Db },
  query: HistoryQuery,
): Promise<ReceivedContactMessage[]> => selectContactMessagesFrom(db, query)

export const findContactMessage = (
  { db }: { db: Db },
  id: string,
): Promise<ReceivedContactMessage | undefined> => selectContactMessage(db, id)

export const countWaitingContactMessages = ({ db }: { db: Db }): Promise<number> => countWaiting(db)

/** Marks a message as answered or unanswered. Idempotent. */
export const markContactMessage = (
  deps: AnsweringDeps,
  id: string,
  to: 'answered' | 'waiting',
): Promise<Marked> =>
  markAnswered(deps, to, {
    subject: async (tx) => {
      const contactMessage = await selectContactMessage(tx, id)
      return contactMessage && `Message from ${contactMessage.name}`
    },
    write: (tx, answer) => setAnswer(tx, id, answer),
  })

/** Deletes up to `limit` messages received before an instant. @returns how many */
export const deleteOldContactMessages = (
  { db }: { db: Db },
  before: number,
  limit: number,
): Promise<number> => transact(db, (tx) => deleteContactMessages(tx, before, limit))
