import { z } from 'zod'
import { listPasskeys } from '~/domains/accounts/passkeys/operations.server'
import { readProfile } from '~/domains/accounts/profile.server'
import { listDevices, type MyDeps } from '~/domains/accounts/security.server'
import {
  listAccountEntries,
  type Marked,
  markAnswered,
  type WriteDeps,
} from '~/domains/audit/operations.server'
import { exportBookings } from '~/domains/booking/client/operations.server'
import { findBooking } from '~/domains/booking/reservations/facts.server'
import { contactMessagesOf } from '~/domains/contact-messages/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { exportContracts } from '~/domains/contracts/reading.server'
import { exportGalleries, exportReleases } from '~/domains/galleries/records.server'
import { withdrawnReleasesOf } from '~/domains/galleries/releases/withdrawals.server'
import { exportClientInvoices } from '~/domains/invoices/retention.server'
import { exportSubscription } from '~/domains/newsletter/operations.server'
import { queueMails } from '~/domains/outbox/operations.server'
import { exportMailTo } from '~/domains/outbox/sent-emails.server'
import type { HistoryQuery } from '~/domains/people/model'
import { exportPerson, noteContact } from '~/domains/people/operations.server'
import { openClientPhoto } from '~/domains/photos/client-photos.server'
import { exportProposals } from '~/domains/proposals/reading.server'
import type { ListQuery } from '~/platform/answerable'
import type { Person } from '~/platform/auth/actor'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { emailAddress } from '~/platform/fields'
import { type FieldErrors, parseForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { limitReached, takeHit, tooManySentence } from '~/platform/rate-limit.server'
import type { Storage } from '~/platform/storage/storage.server'
import { dateOf, fullDate } from '~/platform/time'
import { addBusinessDays } from './business-days'
import { confirmationMail, noticeMail } from './emails.server'
import type { ReceivedDoNotSell } from './model'
import {
  countWaiting,
  deleteOldRequests,
  insertRequest,
  selectDue,
  selectDueDate,
  selectRequest,
  selectRequests,
  selectRequestsFrom,
  selectRequestsOf,
  setAnswer,
} from './store.server'

/** 11 CCR 7026 (f). */
const BUSINESS_DAYS_TO_COMPLY = 15
const LIMIT = { name: 'do-not-sell', limit: 30, windowMs: 3_600_000 }

const requestSchema = () => z.object({ email: emailAddress() })

export interface DoNotSellDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret' | 'rateLimitScale'>
}

export type DoNotSellRequested =
  | {
      ok: true
      /** YYYY-MM-DD in the studio’s zone. */
      dueDate: string
      /** The same as text. */
      dueLabel: string
    }
  | { ok: false; reason: 'refused'; errors: FieldErrors }
  | { ok: false; reason: 'too-many'; retryAt: number; sentence: string }

/**
 * R30 D1: records a request, confirms it and notifies the studio. A repeated request returns the same result
 * without another row or email.
 */
export async function requestDoNotSell(
  { db, clock, config }: DoNotSellDeps,
  given: { email: string; gpc: boolean; network: string },
): Promise<DoNotSellRequested> {
  const read = parseForm(requestSchema(), { email: given.email })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { email } = read.value
  const { studio } = await readSettings({ db })
  const reached = await limitReached({ db, clock, config }, { ...LIMIT, network: given.network })
  if (reached) return { ...reached, sentence: tooManySentence(reached.retryAt, studio.timeZone) }
  const now = clock.now()
  const dueDate = addBusinessDays(dateOf(now, studio.timeZone), BUSINESS_DAYS_TO_COMPLY)
  const request = { id: newId(), email, key: email.toLowerCase(), requestDate: now, dueDate, gpc: given.gpc }
  const branding = emailBrandingOf(studio, config.siteUrl)
  const facts = { email, dueLabel: fullDate(dueDate) }
  const emails = [confirmationMail(branding, facts), noticeMail(branding, facts)]
  return await transact(db, async (tx): Promise<DoNotSellRequested> => {
    const hit = await takeHit({ db: tx, clock, config }, { ...LIMIT, network: given.network })
    if (!hit.ok) return { ...hit, sentence: tooManySentence(hit.retryAt, studio.timeZone) }
    if (await insertRequest(tx, request)) {
      await noteContact({ db: tx, clock }, { email })
      await queueMails({ db: tx, clock, config }, emails)
      return { ok: true, dueDate, dueLabel: fullDate(dueDate) }
    }
    const first = (await selectDueDate(tx, request.key)) ?? dueDate
    return { ok: true, dueDate: first, dueLabel: fullDate(first) }
  })
}

export const listDoNotSell = ({ db }: { db: Db }, query: ListQuery): Promise<ReceivedDoNotSell[]> =>
  selectRequests(db, query)

/** A person's requests, newest first. */
export const doNotSellFrom = ({ db }: { db: Db }, query: HistoryQuery): Promise<ReceivedDoNotSell[]> =>
  selectRequestsFrom(db, query)

export const findDoNotSell = ({ db }: { db: Db }, id: string): Promise<ReceivedDoNotSell | undefined> =>
  selectRequest(db, id)

export const countWaitingDoNotSell = ({ db }: { db: Db }): Promise<number> => countWaiting(db)

/** Open requests, soonest due first. */
export const listDueDoNotSell = ({ db }: { db: Db }, limit: number): Promise<ReceivedDoNotSell[]> =>
  selectDue(db, limit)

/** Marks a request as done or open. Idempotent. */
export const markDoNotSell = (deps: WriteDeps, id: string, to: 'answered' | 'waiting'): Promise<Marked> =>
  markAnswered(deps, to, {
    subject: async (tx) => {
      const request = await selectRequest(tx, id)
      return request && `Do-not-sell request of ${request.email}`
    },
    write: (tx, answer) => setAnswer(tx, id, answer),
  })

/** Deletes up to `limit` completed requests sent before an instant. @returns how many */
export const deleteOldDoNotSell = ({ db }: { db: Db }, before: number, limit: number): Promise<number> =>
  transact(db, (tx) => deleteOldRequests(tx, before, limit))

/**
 * All data about the person, for each of their verified addresses, as JSON with the specification's names.
 * Instants are in ISO 8601.
 */
export async function exportMyData(deps: MyDeps): Promise<string> {
  const { db, clock, actor } = deps
  const person = await exportPerson({ db }, actor.uid)
  const emails = emailsOf(actor, person)
  const ofAll = async <T>(read: (email: string) => Promise<T[]>) =>
    (await Promise.all(emails.map(read))).flat()
  const data = {
    exportedAt: clock.now(),
    user: { uid: actor.uid, ...(await readProfile(deps)) },
    sessions: await listDevices(deps),
    /** Names and times only, since private keys stay on the person's devices. */
    passkeys: (await listPasskeys(deps)).map(({ id: _, ...passkey }) => passkey),
    /** Sign-ins, including failed ones, and account security changes. */
    activity: (await listAccountEntries({ db }, { account: actor.uid, limit: MOST_ENTRIES })).map(
      ({ at, action, subject, network, device, times }) => ({
        happenedAt: at,
        action,
        subject,
        network,
        device,
        times,
      }),
    ),
    /** The studio's record, including notes. */
    studioRecord: person ?? null,
    /** Tags, consents, why an address gets no newsletter, and the newsletters sent to it. */
    newsletter: (await ofAll(async (email) => [await exportSubscription({ db }, email)])).filter(
      ({ requestDate, suppressions }) => requestDate !== undefined || suppressions.length > 0,
    ),
    doNotSellRequests: await ofAll((email) => selectRequestsOf(db, email)),
    bookings: await ofAll((email) => exportBookings(deps, email)),
    /** Invoices, credit notes and receipts, as issued. */
    invoices: await ofAll((email) => exportClientInvoices({ db }, email)),
    proposals: await ofAll((email) => exportProposals({ db, clock }, email)),
    contracts: await ofAll((email) => exportContracts({ db, clock }, email)),
    /** Shared galleries with favorites, comments and downloads. */
    galleries: await ofAll((email) => exportGalleries({ db }, email)),
    releases: await ofAll((email) => exportReleases({ db }, email)),
    /** Releases of galleries that the studio has deleted since. */
    withdrawnReleases: await ofAll((email) => withdrawnReleasesOf({ db }, email)),
    messages: await ofAll((email) => contactMessagesOf({ db }, email)),
    letters: await exportMailTo({ db }, { emails, until: clock.now() }),
  }
  return JSON.stringify(
    data,
    (key, value) => (INSTANTS.test(key) && typeof value === 'number' ? iso(value) : value),
    2,
  )
}

/** The verified addresses of a person, in lower case. */
function emailsOf(actor: Person, person: Awaited<ReturnType<typeof exportPerson>>): string[] {
  const proven = person?.addresses.filter(({ isVerified }) => isVerified) ?? []
  return [...new Set([actor.email, ...proven.map(({ email }) => email)].map((email) => email.toLowerCase()))]
}

/** The file of a photo that the person added to a booking; undefined: there is none, or it's someone else's. */
export async function openMyPhoto(
  { db, storage, actor }: Pick<MyDeps, 'db' | 'actor'> & { storage: Storage },
  asked: { bookingId: string; id: string },
) {
  const booking = await findBooking({ db }, asked.bookingId)
  const emails = emailsOf(actor, await exportPerson({ db }, actor.uid))
  return booking && emails.includes(booking.email.toLowerCase())
    ? await openClientPhoto({ db, storage }, asked)
    : undefined
}

const MOST_ENTRIES = 2_000

/** `createdAt`, `heldUntil`, `requestDate`, `sessionDate`, … */
const INSTANTS = /(At|Until|^requestDate|^sessionDate|^sessionEnd)$/

const iso = (at: number) => new Date(at).toISOString()
