import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { HistoryQuery } from '~/domains/people/model'
import { COUNT_MAX } from '~/platform/answerable'
import type { Db } from '~/platform/db/database.server'
import type { Database } from '~/platform/db/schema'
import { matches, readSearch, type Search } from '~/platform/db/search-terms.server'
import type { Span } from '../availability/model'
import { withoutPhotos } from '../requirements/model'
import { type Booking, type BookingState, KEEPS_TIME } from '../reservations/model'
import { selectBookingsById } from '../reservations/store.server'
import type { BookingCursor, DueCursor, ManualBookingChoices } from './model'

/** The ordinal number of a client's session, not counting canceled ones. */
export async function countSessions(
  db: Db,
  { email, until }: { email: string; until: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('email_key', '=', email.toLowerCase())
    .where('session_date', '<=', until)
    .where('state', 'in', KEEPS_TIME)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A client's other bookings, newest session first. */
export const othersOfClient = (
  db: Db,
  { email, except, limit }: { email: string; except: string; limit: number },
) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('session_types as t', 't.id', 'b.session_type_id')
    .select(['b.id', 't.title', 'b.session_date as startsAt', 'b.zone', 'b.state'])
    .select('b.held_until as heldUntil')
    .where('b.email_key', '=', email.toLowerCase())
    .where('b.id', '!=', except)
    .orderBy('b.session_date', 'desc')
    .limit(limit)

export interface ListedQuery {
  resourceId: string
  direction: 'asc' | 'desc'
  /** Milliseconds since 1970. `from` applies to the end of a session, `until` to its start. */
  from: number | null
  until: number | null
  states: readonly BookingState[]
  type: string | null
  place: string | null
  /** Conditions on the money of `b`. */
  money: readonly Expression<SqlBool>[]
  /** Only requests that the studio hasn't accepted. */
  isUnanswered?: boolean
  search: string
  /** Found with the search, whatever its words are. */
  found?: readonly string[]
  after: BookingCursor | null
  limit: number
}

/** In milliseconds. No session is longer, so anything that began earlier is over. */
const LONGEST = 2 * 86_400_000

/** The ids of bookings with one status, or of all, in index order. */
export const listedQuery = (
  db: Db,
  query: Omit<ListedQuery, 'states' | 'search'>,
  state: BookingState | null,
  search: Search = null,
) =>
  db
    .selectFrom('bookings as b')
    .select(['b.id', 'b.session_date'])
    .$if(state === null, (q) => q.where('b.resource_id', '=', query.resourceId))
    .$if(state !== null, (q) => q.where('b.state', '=', state as BookingState))
    .$if(query.from !== null, (q) =>
      q
        .where('b.session_date', '>=', Number(query.from) - LONGEST)
        .where('b.session_end', '>', Number(query.from)),
    )
    .$if(query.until !== null, (q) => q.where('b.session_date', '<', Number(query.until)))
    .$if(query.type !== null, (q) => q.where('b.session_type_id', '=', query.type as string))
    .$if(query.place !== null, (q) => q.where('b.place_id', '=', query.place as string))
    .where((e) => e.and(query.money))
    .$if(query.isUnanswered === true, (q) => q.where('b.held_until', 'is', null))
    .$if(search !== null, (q) => q.where(matchesOr(db, search, 'b.id', query.found)))
    .$if(query.after !== null, (q) => q.where(isAfter(query.after as BookingCursor, query.direction)))
    .orderBy('b.session_date', query.direction)
    .orderBy('b.id', query.direction)
    .limit(query.limit)

const matchesOr = (db: Db, search: Search, column: string, ids: readonly string[] = []) =>
  ids.length === 0
    ? matches(db, search, column)
    : sql<SqlBool>`(${matches(db, search, column)} or ${sql.ref(column)} in (${sql.join(ids)}))`

/** Compares pairs, which both databases can do with the index. */
const isAfter = ({ at, id }: BookingCursor, direction: 'asc' | 'desc'): Expression<SqlBool> =>
  direction === 'asc'
    ? sql<SqlBool>`(b.session_date, b.id) > (${at}, ${id})`
    : sql<SqlBool>`(b.session_date, b.id) < (${at}, ${id})`

/** Counts up to COUNT_MAX. @param feeIsOpen whether a fee of `b` is open */
export async function countFeesDue(db: Db, feeIsOpen: Expression<SqlBool>): Promise<number> {
  const due = db.selectFrom('bookings as b').select('b.id').where(feeIsOpen).limit(COUNT_MAX)
  const { count } = await db
    .selectFrom(due.as('due'))
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A page of the list. With several statuses, each is read along its index and the results are merged. */
export async function selectListed(db: Db, { states, search, ...query }: ListedQuery): Promise<Booking[]> {
  const found = await readSearch(db, 'booking', search)
  const walks: (BookingState | null)[] = states.length === 0 ? [null] : [...states]
  const pages = await Promise.all(walks.map((state) => listedQuery(db, query, state, found).execute()))
  const sign = query.direction === 'asc' ? 1 : -1
  const ids = pages
    .flat()
    .sort((a, b) => sign * (a.session_date - b.session_date || (a.id < b.id ? -1 : 1)))
    .slice(0, query.limit)
    .map(({ id }) => id)
  const bookings = await selectBookingsById(db, ids)
  return ids.flatMap((id) => bookings.get(id) ?? [])
}

/** Which open bookings a list has, in order of the day on which their next payment is due. */
export interface DueQuery {
  /** All of them, from `billing`. */
  ledgers: SelectQueryBuilder<Database, 'due_ledgers', { booking_id: string; due_on: string }>
  /** YYYY-MM-DD: due before it, or from it on. */
  before?: string
  from?: string
  states: readonly BookingState[]
  search: string
  /** Found with the search, whatever its words are. */
  found?: readonly string[]
  after: DueCursor | null
  limit: number
}

export const dueQuery = (db: Db, query: Omit<DueQuery, 'search'>, search: Search = null) =>
  db
    .selectFrom(query.ledgers.as('d'))
    .select(['d.booking_id as id', 'd.due_on as dueOn'])
    // A join could begin at all bookings with these statuses.
    .where(
      (e) => e.selectFrom('bookings as b').select('b.state').whereRef('b.id', '=', 'd.booking_id'),
      'in',
      query.states,
    )
    .$if(query.before !== undefined, (q) => q.where('d.due_on', '<', query.before ?? ''))
    .$if(query.from !== undefined, (q) => q.where('d.due_on', '>=', query.from ?? ''))
    .$if(search !== null, (q) => q.where(matchesOr(db, search, 'd.booking_id', query.found)))
    .$if(query.after !== null, (q) =>
      q.where(sql<SqlBool>`(d.due_on, d.booking_id) > (${query.after?.dueOn}, ${query.after?.id})`),
    )
    .orderBy('d.due_on')
    .orderBy('d.booking_id')
    .limit(query.limit)

/** A page of the bookings with something open, by when it's due. */
export async function selectDue(
  db: Db,
  { search, ...query }: DueQuery,
): Promise<{ booking: Booking; dueOn: string }[]> {
  const rows = await dueQuery(db, query, await readSearch(db, 'booking', search)).execute()
  const ids = rows.map(({ id }) => id)
  const bookings = await selectBookingsById(db, ids)
  return rows.flatMap(({ id, dueOn }) => {
    const booking = bookings.get(id)
    return booking ? [{ booking, dueOn }] : []
  })
}

/** Changes of these clients' bookings, newest first. A booking's request and its emails are entries of their own. */
export const eventsOfQuery = (
  db: Db,
  { emails, until, limit }: HistoryQuery,
  { money, isMoney }: { money: readonly string[]; isMoney: boolean },
) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('booking_events as e', 'e.booking_id', 'b.id')
    .select(['e.id', 'e.kind', 'e.at', 'e.by_kind', 'e.by_name', 'e.detail'])
    .select(['b.id as bookingId', 'b.reference', 'b.zone'])
    .where('b.email_key', 'in', emails)
    .where('e.at', '<=', until)
    .where('e.kind', isMoney ? 'in' : 'not in', [
      ...money,
      ...(isMoney ? [] : ['requested', 'message-sent', 'note-changed']),
    ])
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)

/** Session types and locations for the filter. */
export async function selectFilterChoices(
  db: Db,
): Promise<Record<'types' | 'places', { id: string; title: string }[]>> {
  const [types, places] = await Promise.all([
    db.selectFrom('session_types').select(['id', 'title']).orderBy('position').orderBy('id').execute(),
    db.selectFrom('places').select(['id', 'title']).orderBy('position').orderBy('id').execute(),
  ])
  return { types, places }
}

/** Session types and locations for a manual booking. */
export async function selectManualBookingChoices(db: Db): Promise<ManualBookingChoices> {
  const types = await db
    .selectFrom('session_types')
    .select([
      'id',
      'title',
      'minutes',
      'price_cents as priceCents',
      'price_unit as priceUnit',
      'questionnaire',
    ])
    .where('published_at', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const places = await db
    .selectFrom('places')
    .select(['id', 'title', 'kind'])
    .orderBy('is_default', 'desc')
    .orderBy('position')
    .orderBy('id')
    .execute()
  return {
    types: types.map(({ questionnaire, ...type }) => ({
      ...type,
      questions: withoutPhotos(JSON.parse(questionnaire)),
    })),
    places,
  }
}

export async function isOfferedAt(db: Db, typeId: string, placeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('session_type_places')
    .select('place_id')
    .where('session_type_id', '=', typeId)
    .where('place_id', '=', placeId)
    .executeTakeFirst()
  return row !== undefined
}

/** Events of external calendars within a span, in order. */
export async function selectExternalBusyIn(
  db: Db,
  resourceId: string,
  { startsAt, endsAt }: Span,
): Promise<(Span & { title: string })[]> {
  return await db
    .selectFrom('external_busy as b')
    .innerJoin('external_calendars as c', 'c.id', 'b.calendar_id')
    .select(['c.title', 'b.starts_at as startsAt', 'b.ends_at as endsAt'])
    .where('c.resource_id', '=', resourceId)
    .where('b.ends_at', '>', startsAt)
    .where('b.starts_at', '<', endsAt)
    .orderBy('b.starts_at')
    .limit(MOST_NAMED)
    .execute()
}

/** Maximum number of conflicts listed. */
const MOST_NAMED = 3

/** Where sunset is computed for a location: there, else at the studio. Degrees, north and east positive. */
export async function selectCoordinates(
  db: Db,
  placeId: string,
): Promise<{ latitude: number; longitude: number } | undefined> {
  const places = db.selectFrom('places').select(['latitude', 'longitude']).where('latitude', 'is not', null)
  const row =
    (await places.where('id', '=', placeId).executeTakeFirst()) ??
    (await places.orderBy('is_default', 'desc').orderBy('position').limit(1).executeTakeFirst())
  return row && row.latitude !== null && row.longitude !== null
    ? { latitude: row.latitude, longitude: row.longitude }
    : undefined
}

/** The clients' names, by booking id. */
export async function selectNames(db: Db, bookingIds: string[]): Promise<Map<string, string>> {
  if (bookingIds.length === 0) return new Map()
  const rows = await db.selectFrom('bookings').select(['id', 'name']).where('id', 'in', bookingIds).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** @returns whether the note was still the expected one */
export async function replaceNote(
  db: Db,
  { id, before, note }: { id: string; before: string; note: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bookings')
    .set({ private_note: note })
    .where('id', '=', id)
    .where('private_note', '=', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
