import type { Db } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'
import { containsWords } from '~/platform/db/search-terms.server'
import { type Seen, updateSeen } from '~/platform/db/versioned.server'
import { newId } from '~/platform/ids.server'
import type { Reminder } from '../emails/model'
import type { Booking, BookingEvent, BookingState } from './model'

const bookings = (db: Db) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('session_types as t', 't.id', 'b.session_type_id')
    .innerJoin('places as p', 'p.id', 'b.place_id')
    .selectAll('b')
    .select([
      't.slug as type_slug',
      't.title as type_title',
      't.minutes as type_minutes',
      'p.slug as place_slug',
      'p.title as place_title',
      'p.kind as place_kind',
      'p.address as place_address',
    ])

type BookingRow = Awaited<ReturnType<ReturnType<typeof bookings>['executeTakeFirstOrThrow']>>

export async function selectBooking(
  db: Db,
  where: { id: string } | { reference: string } | { submissionKey: string },
): Promise<Booking | undefined> {
  const row = await bookings(db)
    .$if('id' in where, (query) => query.where('b.id', '=', 'id' in where ? where.id : ''))
    .$if('reference' in where, (query) =>
      query.where('b.reference', '=', 'reference' in where ? where.reference : ''),
    )
    .$if('submissionKey' in where, (query) =>
      query.where('b.submission_key', '=', 'submissionKey' in where ? where.submissionKey : ''),
    )
    .executeTakeFirst()
  return row && bookingFrom(row)
}

interface Between {
  resourceId: string
  from: number
  until: number
  states: readonly BookingState[]
}

/** Bookings that overlap a period, in order of start. */
export const selectBookingsBetween = async (db: Db, between: Between): Promise<Booking[]> =>
  (await bookingsBetweenQuery(db, between).execute()).map(bookingFrom)

export const bookingsBetweenQuery = (db: Db, { resourceId, from, until, states }: Between) =>
  bookings(db)
    .where('b.resource_id', '=', resourceId)
    .where('b.session_date', '>=', from - 2 * 86_400_000)
    .where('b.session_date', '<', until)
    .where('b.session_end', '>', from)
    .where('b.state', 'in', states)
    .orderBy('b.session_date')
    .orderBy('b.id')

/** Bookings of an email address, newest session first. @param email in lower case */
export const selectBookingsOf = async (db: Db, email: string): Promise<Booking[]> =>
  (await bookingsOfQuery(db, email).execute()).map(bookingFrom)

export const bookingsOfQuery = (db: Db, email: string) =>
  bookings(db).where('b.email_key', '=', email).orderBy('b.session_date', 'desc')

const bookingFrom = (row: BookingRow): Booking => ({
  id: row.id,
  reference: row.reference,
  resourceId: row.resource_id,
  sessionType: {
    id: row.session_type_id,
    slug: row.type_slug,
    title: row.type_title,
    minutes: row.type_minutes,
  },
  place: {
    id: row.place_id,
    slug: row.place_slug,
    title: row.place_title,
    kind: row.place_kind,
    address: row.place_address,
  },
  miniDayId: row.mini_day_id,
  state: row.state,
  sessionDate: row.session_date,
  sessionEnd: row.session_end,
  wallStart: row.wall_start,
  zone: row.zone,
  name: row.name,
  email: row.email,
  phone: row.phone,
  partySize: row.party_size,
  notes: row.notes,
  address: row.address,
  answers: JSON.parse(row.answers),
  termsVersion: row.terms_version,
  priceCents: row.price_cents,
  priceUnit: row.price_unit,
  travelFeeCents: row.travel_fee_cents,
  depositCents: row.deposit_cents,
  policy: JSON.parse(row.policy),
  uid: row.uid,
  sequence: row.sequence,
  manageVersion: row.manage_version,
  privateNote: row.private_note,
  acceptanceRequestedAt: row.acceptance_requested_at,
  requirements: row.requirements === null ? null : JSON.parse(row.requirements),
  heldUntil: row.held_until,
  createdAt: row.created_at,
  version: row.version,
})

/** @returns false if the reference or the submission key is taken; nothing is written then */
export async function insertBooking(
  db: Db,
  booking: Omit<Booking, 'sessionType' | 'place' | 'version'> & {
    sessionTypeId: string
    placeId: string
    submissionKey: string | null
    /** Whether it was made on the site with an unproven address. */
    isUnproven: boolean
  },
): Promise<boolean> {
  const row: NewRow<'bookings'> = {
    id: booking.id,
    reference: booking.reference,
    resource_id: booking.resourceId,
    session_type_id: booking.sessionTypeId,
    place_id: booking.placeId,
    mini_day_id: booking.miniDayId,
    state: booking.state,
    session_date: booking.sessionDate,
    session_end: booking.sessionEnd,
    wall_start: booking.wallStart,
    zone: booking.zone,
    name: booking.name,
    email: booking.email,
    email_key: booking.email.toLowerCase(),
    phone: booking.phone,
    party_size: booking.partySize,
    notes: booking.notes,
    address: booking.address,
    answers: JSON.stringify(booking.answers),
    terms_version: booking.termsVersion,
    price_cents: booking.priceCents,
    price_unit: booking.priceUnit,
    travel_fee_cents: booking.travelFeeCents,
    deposit_cents: booking.depositCents,
    policy: JSON.stringify(booking.policy),
    uid: booking.uid,
    sequence: booking.sequence,
    manage_version: booking.manageVersion,
    submission_key: booking.submissionKey,
    private_note: booking.privateNote,
    acceptance_requested_at: booking.acceptanceRequestedAt,
    requirements: booking.requirements && JSON.stringify(booking.requirements),
    held_until: booking.heldUntil,
    unproven: booking.isUnproven ? 1 : 0,
    created_at: booking.createdAt,
    version: 1,
  }
  const made = await db
    .insertInto('bookings')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Replaces the agreed price. The caller changes the ledger too. */
export async function changeAgreedPrice(
  db: Db,
  id: string,
  { priceCents, depositCents }: Pick<Booking, 'priceCents' | 'depositCents'>,
): Promise<void> {
  await db
    .updateTable('bookings')
    .set({ price_cents: priceCents, price_unit: '', deposit_cents: depositCents })
    .where('id', '=', id)
    .execute()
}

type Change = Partial<
  Pick<
    Row<'bookings'>,
    | 'state'
    | 'session_date'
    | 'session_end'
    | 'wall_start'
    | 'zone'
    | 'mini_day_id'
    | 'sequence'
    | 'manage_version'
    | 'submission_key'
    | 'private_note'
    | 'acceptance_requested_at'
    | 'phone'
    | 'party_size'
    | 'notes'
    | 'address'
    | 'answers'
    | 'requirements'
    | 'held_until'
  >
>

/** @returns whether the version was still the expected one */
export const updateBooking = (db: Db, seen: Seen, change: Change): Promise<boolean> =>
  updateSeen(db, 'bookings', seen, change)

/** Marks a booking as trusted by the studio. @returns whether it was unverified */
export async function vouchFor(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bookings')
    .set({ unproven: 0 })
    .where('id', '=', id)
    .where('unproven', '=', 1)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertEvent(
  db: Db,
  bookingId: string,
  { kind, at, by, detail }: Omit<BookingEvent, 'id'>,
): Promise<void> {
  await db
    .insertInto('booking_events')
    .values({
      id: newId(),
      booking_id: bookingId,
      kind,
      at,
      by_kind: by.kind,
      by_name: by.name,
      detail: JSON.stringify(detail),
    })
    .execute()
}

/** Oldest first. */
export async function selectEvents(db: Db, bookingId: string): Promise<BookingEvent[]> {
  const rows = await db
    .selectFrom('booking_events')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as BookingEvent['kind'],
    at: row.at,
    by: { kind: row.by_kind, name: row.by_name },
    detail: JSON.parse(row.detail),
  }))
}

/** Inserts an event with a given id. @returns false if it exists */
export async function insertEventOnce(
  db: Db,
  bookingId: string,
  { id, kind, at, by, detail }: BookingEvent,
): Promise<boolean> {
  const made = await db
    .insertInto('booking_events')
    .values({
      id,
      booking_id: bookingId,
      kind,
      at,
      by_kind: by.kind,
      by_name: by.name,
      detail: JSON.stringify(detail),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Bookings by id. Takes up to a few hundred ids. */
export async function selectBookingsById(db: Db, ids: string[]): Promise<Map<string, Booking>> {
  if (ids.length === 0) return new Map()
  const rows = await bookings(db).where('b.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, bookingFrom(row)]))
}

/** A booking by reference, if it has this email address. @param email in lower case */
export async function selectClientBooking(
  db: Db,
  { reference, email }: { reference: string; email: string },
): Promise<Booking | undefined> {
  const row = await bookings(db)
    .where('b.reference', '=', reference)
    .where('b.email_key', '=', email)
    .executeTakeFirst()
  return row && bookingFrom(row)
}

/** Bookings requested with any of these addresses, newest first. @param emails in lower case */
export async function selectBookingsRequestedBy(
  db: Db,
  { emails, until, limit }: { emails: string[]; until: number; limit: number },
): Promise<Booking[]> {
  if (emails.length === 0) return []
  const rows = await bookings(db)
    .where('b.email_key', 'in', emails)
    .where('b.created_at', '<=', until)
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(bookingFrom)
}

/** @returns false if it was already written for this start of the booking */
export async function insertReminder(
  db: Db,
  {
    bookingId,
    reminder,
    sessionDate,
    at,
  }: { bookingId: string; reminder: Reminder; sessionDate: number; at: number },
): Promise<boolean> {
  const row = await db
    .insertInto('booking_reminders')
    .values({ booking_id: bookingId, kind: reminder, session_date: sessionDate, written_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('booking_id')
    .executeTakeFirst()
  return row !== undefined
}

/** States of bookings that took place or will. */
const BOOKED: readonly BookingState[] = ['requested', 'confirmed', 'done']

export interface BookedWhat {
  /** Ids: at least one of these types. */
  sessionTypes?: string[]
  /** At or after this instant. */
  since?: number
  /** Words in the address or the name of the location, in any order and case. */
  place?: string
  /** The words are in the address of the studio, which locations in it have if they have none. */
  isInStudio?: boolean
}

/** Who made bookings, in lower case, and when, as a subquery. */
export const bookingTimesQuery = (db: Db) =>
  db
    .selectFrom('bookings as b')
    .select(['b.email_key as key', 'b.created_at as at'])
    .where('b.state', 'in', BOOKED)

/** The addresses, in lower case, of clients who have booked such sessions, as a subquery. */
export const bookedEmailsQuery = (db: Db, { sessionTypes, since, place, isInStudio = false }: BookedWhat) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('places as p', 'p.id', 'b.place_id')
    .select('b.email_key')
    .where('b.state', 'in', BOOKED)
    .$if(sessionTypes !== undefined, (query) => query.where('b.session_type_id', 'in', sessionTypes ?? []))
    .$if(since !== undefined, (query) => query.where('b.session_date', '>=', since ?? 0))
    .$if(place !== undefined, (query) =>
      query.where((e) =>
        e.or([
          ...(['b.address', 'p.address', 'p.title'] as const).map((column) =>
            containsWords(column, place ?? ''),
          ),
          ...(isInStudio
            ? [e.and([e('p.kind', '=', 'studio'), e('p.address', '=', ''), e('b.address', '=', '')])]
            : []),
        ]),
      ),
    )
