import { type AnsweringDeps, type Marked, markAnswered } from '~/domains/audit/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { queueMails } from '~/domains/outbox/operations.server'
import { isAddressProven, noteContact } from '~/domains/people/operations.server'
import type { ListQuery } from '~/platform/answerable'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { isTooQuick } from '~/platform/form-stamp'
import { parseForm } from '~/platform/forms'
import type { HistoryQuery } from '~/platform/history'
import { newId } from '~/platform/ids.server'
import type { Logger } from '~/platform/logging.server'
import { letterheadOf } from '~/platform/mail/letterhead'
import { limitReached, takeHit, tooManySentence } from '~/platform/rate-limit.server'
import { acknowledgement, forwarded } from './emails.server'
import type { ReceivedEnquiry } from './model'
import { type Enquiry, type EnquiryField, enquirySchema } from './model'
import {
  countWaiting,
  deleteOldEnquiries,
  insertEnquiry,
  selectEnquiries,
  selectEnquiriesFrom,
  selectEnquiriesOf,
  selectEnquiry,
  setAnswer,
} from './store.server'

const LIMIT = { name: 'contact', limit: 30, windowMs: 3_600_000 }

export interface EnquiryDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret' | 'rateLimitScale'>
  log: Logger
}

export type EnquirySent =
  | { ok: true }
  | { ok: false; reason: 'refused'; errors: Partial<Record<EnquiryField, string>> }
  | { ok: false; reason: 'too-many'; retryAt: number; sentence: string }

/**
 * R5: stores a message, acknowledges it to its sender and forwards it to the studio.
 * What a robot sends (the hidden field filled in, or quicker than a person) is answered as if accepted and goes nowhere.
 */
export async function sendEnquiry(
  { db, clock, config, log }: EnquiryDeps,
  given: { fields: Enquiry; honeypot: string; startedAt: string; network: string },
): Promise<EnquirySent> {
  // First: a person who sends an empty form at once is told what is missing, not thanked.
  const read = parseForm(enquirySchema(), given.fields)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  if (given.honeypot !== '' || isTooQuick(given.startedAt)) {
    log.info('a message of a robot was dropped')
    return { ok: true }
  }

  const { studio } = await readSettings({ db })
  const reached = await limitReached({ db, clock, config }, { ...LIMIT, network: given.network })
  if (reached) return { ...reached, sentence: tooManySentence(reached.retryAt, studio.timeZone) }
  const letterhead = letterheadOf(studio, config.siteUrl)
  const isProven = await isAddressProven({ db }, read.value.email)
  const mails = [
    acknowledgement(letterhead, { email: read.value.email, name: isProven ? read.value.name : '' }),
    forwarded(letterhead, read.value),
  ]
  return await transact(db, async (tx): Promise<EnquirySent> => {
    const hit = await takeHit({ db: tx, clock, config }, { ...LIMIT, network: given.network })
    if (!hit.ok) return { ...hit, sentence: tooManySentence(hit.retryAt, studio.timeZone) }
    const { name, email, phone } = read.value
    await noteContact({ db: tx, clock }, { name, email, phone })
    await insertEnquiry(tx, { ...read.value, id: newId(), receivedAt: clock.now() })
    await queueMails({ db: tx, clock, config }, mails)
    return { ok: true }
  })
}

/** What an address has written to us, oldest first. @param email in lower case */
export const enquiriesOf = ({ db }: { db: Db }, email: string) => selectEnquiriesOf(db, email)

export const listEnquiries = ({ db }: { db: Db }, query: ListQuery): Promise<ReceivedEnquiry[]> =>
  selectEnquiries(db, query)

/** What a person has written, newest first. */
export const enquiriesFrom = ({ db }: { db: Db }, query: HistoryQuery): Promise<ReceivedEnquiry[]> =>
  selectEnquiriesFrom(db, query)

export const findEnquiry = ({ db }: { db: Db }, id: string): Promise<ReceivedEnquiry | undefined> =>
  selectEnquiry(db, id)

export const countWaitingEnquiries = ({ db }: { db: Db }): Promise<number> => countWaiting(db)

/** Says that a message is answered, or that it waits again. Done twice, it is done once. */
export const markEnquiry = (deps: AnsweringDeps, id: string, to: 'answered' | 'waiting'): Promise<Marked> =>
  markAnswered(deps, to, {
    subject: async (tx) => {
      const enquiry = await selectEnquiry(tx, id)
      return enquiry && `Message from ${enquiry.name}`
    },
    write: (tx, answer) => setAnswer(tx, id, answer),
  })

/** Forgets messages that came before an instant, `limit` at most. @returns how many went */
export const forgetEnquiries = ({ db }: { db: Db }, before: number, limit: number): Promise<number> =>
  transact(db, (tx) => deleteOldEnquiries(tx, before, limit))
