import type { Expression } from 'kysely'
import { EMPTY_LEDGER, feeType, isFee } from '~/domains/billing/model'
import { readInstallments, readLedger, readLedgers } from '~/domains/billing/operations.server'
import { readSettings } from '~/domains/content/operations.server'
import { listClientPhotos } from '~/domains/photos/client-photos.server'
import type { Actor } from '~/platform/auth/actor'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { readCookie } from '~/platform/http/capability-cookie'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import { findOfferOf } from '../availability/operations.server'
import { calendarLinks, clientEntry } from '../external-calendars/session-entry'
import { readOnline } from '../online/checkout.server'
import { balanceOf } from '../payments/balance'
import type { Booking } from '../reservations/model'
import { BOOKING_COOKIE } from '../reservations/model'
import {
  type BookedWhat,
  bookedEmailsQuery,
  bookingTimesQuery,
  selectBookingsOf,
  selectBookingsRequestedBy,
  selectClientBooking,
  selectEvents,
} from '../reservations/store.server'
import { type BookingEntry, bookingLines, entryOf } from './booking-list'
import { findByManageToken, isEmailedToken } from './manage-link.server'

interface Deps {
  db: Db
  config: Pick<Config, 'secret'>
}

export type Opened =
  /**
   * `ref`: the reference in the URL; null: the cookie identified the booking. `isProven`: the visitor receives its emails.
   * The browser that booked may belong to anyone.
   */
  | { ok: true; booking: Booking; ref: string | null; isProven: boolean }
  /** `signed-out`: signing in may help. */
  | { ok: false; reason: 'none' | 'signed-out' }

/** Opens a booking by the browser's cookie, or by its reference if it has the signed-in client's address. */
export async function openBooking(
  { db, config, actor }: Deps & { config: Pick<Config, 'secret' | 'siteUrl'>; actor: Actor },
  request: Request,
): Promise<Opened> {
  const ref = new URL(request.url).searchParams.get('ref')
  const token = readCookie(request, config.siteUrl, BOOKING_COOKIE)
  const linked = await findByManageToken({ db, config }, token)
  if (linked && (ref === null || ref === linked.reference))
    return { ok: true, booking: linked, ref: null, isProven: isEmailedToken({ config }, token) }
  if (ref === null || !/^[\w-]{1,20}$/.test(ref)) return { ok: false, reason: 'none' }
  // Only accounts with a verified email address can have a session.
  if (actor.kind !== 'person') return { ok: false, reason: 'signed-out' }
  const own = await selectClientBooking(db, { reference: ref, email: actor.email.toLowerCase() })
  return own ? { ok: true, booking: own, ref, isProven: true } : { ok: false, reason: 'none' }
}

/** Reads what else the booking's page shows. */
export async function readBookingStory(
  {
    db,
    clock,
    config,
  }: { db: Db; clock: Clock; config: Pick<Config, 'siteUrl' | 'secret' | 'stripe' | 'smtpUrl'> },
  booking: Booking,
) {
  const [events, ledger, installments, online, { studio, payments }, { type }] = await Promise.all([
    selectEvents(db, booking.id),
    readLedger({ db }, booking.id),
    readInstallments({ db }, booking.id),
    readOnline({ db, clock, config }, booking),
    readSettings({ db }),
    findOfferOf({ db }, booking),
  ])
  return {
    photosAsked: type.questions.filter(({ kind }) => kind === 'photos').map(({ label }) => label),
    events,
    ledger,
    installments,
    online,
    instructions: payments.instructions,
    studio: emailBrandingOf(studio, config.siteUrl),
  }
}

/** All bookings of an email address, as shown in the client's account. @param email in lower case */
export async function listClientBookings({ db, clock }: { db: Db; clock: Clock }, email: string) {
  const bookings = await selectBookingsOf(db, email)
  const ledgers = await readLedgers(
    { db },
    bookings.map(({ id }) => id),
  )
  return bookingLines(
    bookings.map((booking) => ({
      booking,
      balance: balanceOf(booking, ledgers.get(booking.id) ?? EMPTY_LEDGER),
    })),
    clock.now(),
  )
}

/**
 * Bookings of these email addresses, newest first, for a contact's record in the Studio.
 * @param emails in lower case
 */
export const bookingsOf = async (
  { db }: { db: Db },
  query: { emails: string[]; until: number; limit: number },
): Promise<BookingEntry[]> => (await selectBookingsRequestedBy(db, query)).map(entryOf)

/**
 * All data about a person's bookings, with the names of the specification, including the studio's notes,
 * history and payments.
 * @param email in lower case
 */
export async function exportBookings(
  { db, config }: { db: Db; config: Pick<Config, 'siteUrl'> },
  email: string,
) {
  const bookings = await selectBookingsOf(db, email)
  return await Promise.all(
    bookings.map(async (booking) => {
      const ledger = await readLedger({ db }, booking.id)
      const { open, over } = balanceOf(booking, ledger)
      return {
        ...exportedBooking(booking),
        photos: (await listClientPhotos({ db }, booking.id)).map(({ id, ...photo }) => ({
          ...photo,
          /** Opens the file when the person is signed in. */
          file: `${config.siteUrl}/profile/my-data/${booking.id}/${id}`,
        })),
        history: (await selectEvents(db, booking.id)).map(({ id: _, ...event }) => event),
        fees: ledger.charges.filter(isFee).map((fee) => ({
          ...{ cause: fee.kind, type: feeType(fee), title: fee.title, amountCents: fee.amountCents },
          ...{ chargedAt: fee.chargedAt, waived: fee.voided },
        })),
        payments: ledger.payments.map(({ id: _, ...payment }) => payment),
        /** When the price is to be paid in parts. */
        installments: await readInstallments({ db }, booking.id),
        openCents: open,
        overpaidCents: over,
      }
    }),
  )
}

/** A booking as exported for its client, without internal fields. */
export const exportedBooking = (booking: Booking) => ({
  reference: booking.reference,
  service: booking.sessionType.title,
  location: booking.place.title,
  state: booking.state,
  sessionDate: booking.sessionDate,
  sessionEnd: booking.sessionEnd,
  zone: booking.zone,
  name: booking.name,
  email: booking.email,
  phone: booking.phone,
  partySize: booking.partySize,
  address: booking.address,
  notes: booking.notes,
  answers: booking.answers,
  termsVersion: booking.termsVersion,
  priceCents: booking.priceCents,
  priceUnit: booking.priceUnit,
  travelFeeCents: booking.travelFeeCents,
  depositCents: booking.depositCents,
  policy: booking.policy,
  /** What it needed before it counted as confirmed, and until when its time is held for that. */
  requirements: booking.requirements?.items.map(({ kind, doneAt }) => ({ kind, doneAt })) ?? [],
  heldUntil: booking.heldUntil,
  /** The studio's internal note. */
  privateNote: booking.privateNote,
  createdAt: booking.createdAt,
})

interface CalendarDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl'>
}

/**
 * Links that add the session to Google's and Outlook's calendar; null: the booking isn't pending or
 * confirmed.
 */
export async function readCalendarTargets(
  deps: CalendarDeps,
  booking: Booking,
): Promise<{ google: string; outlook: string } | null> {
  if (!isToCome(booking)) return null
  const { google, outlook } = await linksOf(deps, booking)
  return { google, outlook }
}

/** The session as an iCalendar file; undefined: the booking isn't pending or confirmed. */
export const readCalendarFile = async (deps: CalendarDeps, booking: Booking): Promise<string | undefined> =>
  isToCome(booking) ? (await linksOf(deps, booking)).file : undefined

async function linksOf({ db, clock, config }: CalendarDeps, booking: Booking) {
  const { studio } = await readSettings({ db })
  // Without the manage link, since files are shared and calendar sites read URLs.
  const options = { studio: emailBrandingOf(studio, config.siteUrl), stamp: clock.now(), manageLink: null }
  return calendarLinks(clientEntry(booking, options))
}

const isToCome = ({ state }: Booking): boolean => state === 'requested' || state === 'confirmed'

/** The addresses, in lower case, of clients who have booked such sessions, as a subquery of `db`. */
export const emailsThatBooked = (db: Db, what: BookedWhat): Expression<string> =>
  bookedEmailsQuery(db, what).$castTo<string>()

/** Who made bookings that took place or will, and when, as a subquery of `db`: `key` in lower case, and `at`. */
export const bookingTimes = (db: Db) => bookingTimesQuery(db)
