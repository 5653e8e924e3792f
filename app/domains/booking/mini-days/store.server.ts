import type { Db, Tx } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { type Seen, updateSeen } from '~/platform/db/versioned.server'
import { newId } from '~/platform/ids.server'
import { KEEPS_TIME } from '../reservations/model'
import type { MiniDayChoices, MiniDayDraft, MiniDayRecord } from './model'

const PAGE = 51

/**
 * Latest first, after the position `before`. One more than a page of 50, to know whether there is another.
 */
export const miniDaysQuery = (db: Db, before: { date: string; id: string } | null) =>
  db
    .selectFrom('mini_days')
    .selectAll()
    .$if(before !== null, (query) =>
      query.where((e) => e(e.refTuple('date', 'id'), '<', e.tuple(before?.date ?? '', before?.id ?? ''))),
    )
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE)

export async function selectMiniDayPage(
  db: Db,
  before: { date: string; id: string } | null,
): Promise<MiniDayRecord[]> {
  return (await miniDaysQuery(db, before).execute()).map(miniDayFrom)
}

export async function selectMiniDay(db: Db, id: string): Promise<MiniDayRecord | undefined> {
  const row = await db.selectFrom('mini_days').selectAll().where('id', '=', id).executeTakeFirst()
  return row && miniDayFrom(row)
}

/** The other published days on some dates. */
export async function selectPublishedOn(
  db: Db,
  { dates, except }: { dates: string[]; except: string },
): Promise<MiniDayRecord[]> {
  const rows = await db
    .selectFrom('mini_days')
    .selectAll()
    .where('date', 'in', dates)
    .where('published_at', 'is not', null)
    .where('id', '<>', except)
    .execute()
  return rows.map(miniDayFrom)
}

const miniDayFrom = (row: Row<'mini_days'>): MiniDayRecord => ({
  id: row.id,
  title: row.title,
  sessionType: row.session_type_id,
  place: row.place_id,
  date: row.date,
  starts: JSON.parse(row.starts),
  isPublished: row.published_at !== null,
  version: row.version,
})

const columnsOf = (day: MiniDayDraft, at: number) => ({
  title: day.title,
  session_type_id: day.sessionType,
  place_id: day.place,
  date: day.date,
  starts: JSON.stringify(day.starts),
  published_at: day.isPublished ? at : null,
})

/** @returns its id */
export async function insertMiniDay(db: Db, day: MiniDayDraft, at: number): Promise<string> {
  const id = newId()
  await db
    .insertInto('mini_days')
    .values({ id, resource_id: 'default', created_at: at, version: 1, ...columnsOf(day, at) })
    .execute()
  return id
}

/** @returns whether the version was still the expected one */
export const updateMiniDay = (tx: Tx, seen: Seen, day: MiniDayDraft, at: number): Promise<boolean> =>
  updateSeen(tx, 'mini_days', seen, columnsOf(day, at))

export async function deleteMiniDay(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('mini_days').where('id', '=', id).execute()
}

/** Number of booked starts, by day. */
export async function countTaken(db: Db, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('bookings')
    .select((e) => ['mini_day_id', e.fn.countAll().as('n')])
    .where('mini_day_id', 'in', ids)
    .where('state', 'in', KEEPS_TIME)
    .groupBy('mini_day_id')
    .execute()
  return new Map(rows.map((row) => [row.mini_day_id ?? '', Number(row.n)]))
}

/** The day's active bookings, in order. */
export async function selectStanding(
  db: Db,
  miniDayId: string,
): Promise<{ id: string; reference: string; name: string; startsAt: number; state: string }[]> {
  return await db
    .selectFrom('bookings')
    .select(['id', 'reference', 'name', 'session_date as startsAt', 'state'])
    .where('mini_day_id', '=', miniDayId)
    .where('state', 'in', KEEPS_TIME)
    .orderBy('session_date')
    .orderBy('id')
    .execute()
}

/**
 * The last event of each booking of a day since it was rescheduled, canceled ones included, by booking id.
 */
export async function selectAnswers(
  db: Db,
  miniDayId: string,
): Promise<
  {
    name: string
    reference: string
    bookingId: string
    kind: 'rescheduled' | 'accepted' | 'canceled'
    by: string
    isAsked: boolean
  }[]
> {
  const rows = await db
    .selectFrom('booking_events as e')
    .innerJoin('bookings as b', 'b.id', 'e.booking_id')
    .select(['b.id', 'b.name', 'b.reference', 'b.acceptance_requested_at', 'e.kind', 'e.by_kind'])
    .where('b.mini_day_id', '=', miniDayId)
    .where('e.kind', 'in', ['rescheduled', 'accepted', 'canceled'])
    .orderBy('e.id')
    .execute()
  return rows.map((row) => ({
    bookingId: row.id,
    name: row.name,
    reference: row.reference,
    kind: row.kind as 'rescheduled' | 'accepted' | 'canceled',
    by: row.by_kind,
    isAsked: row.acceptance_requested_at !== null,
  }))
}

export interface Obstacle {
  startsAt: number
  endsAt: number
  kind: 'booking' | 'hold' | 'block' | 'external'
  bookingId: string | null
  miniDayId: string | null
  words: string
}

/** Occupied time within a span, including external events, without expired holds. */
export async function selectObstacles(
  db: Db,
  { startsAt, endsAt, now }: { startsAt: number; endsAt: number; now: number },
): Promise<Obstacle[]> {
  const own = await db
    .selectFrom('occupancies as o')
    .leftJoin('bookings as b', 'b.id', 'o.booking_id')
    .select([
      'o.starts_at',
      'o.ends_at',
      'o.kind',
      'o.booking_id',
      'o.title',
      'b.reference',
      'b.name',
      'b.mini_day_id',
    ])
    .where('o.resource_number', '=', 1)
    .where('o.ends_at', '>', startsAt)
    .where('o.starts_at', '<', endsAt)
    .where((e) => e.or([e('o.expires_at', 'is', null), e('o.expires_at', '>', now)]))
    .orderBy('o.starts_at')
    .execute()
  const external = await db
    .selectFrom('external_busy as b')
    .innerJoin('external_calendars as c', 'c.id', 'b.calendar_id')
    .select(['b.starts_at', 'b.ends_at', 'c.title'])
    .where('c.resource_id', '=', 'default')
    .where('b.ends_at', '>', startsAt)
    .where('b.starts_at', '<', endsAt)
    .execute()
  return [
    ...own.map((row) => ({
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      kind: row.kind,
      bookingId: row.booking_id,
      miniDayId: row.mini_day_id,
      words: {
        booking: `${row.reference}, ${row.name}`,
        hold: 'A client is booking it',
        block: row.title || 'Blocked time',
      }[row.kind],
    })),
    ...external.map((row) => ({
      ...{ startsAt: row.starts_at, endsAt: row.ends_at, kind: 'external' as const },
      ...{ bookingId: null, miniDayId: null, words: `Busy in ${row.title}` },
    })),
  ]
}

export async function selectMiniChoices(db: Db): Promise<MiniDayChoices> {
  const types = await db
    .selectFrom('session_types')
    .select(['id', 'title', 'minutes', 'buffer_before_minutes', 'buffer_after_minutes'])
    .where('starts_kind', '=', 'mini')
    .orderBy('position')
    .execute()
  const places = await db.selectFrom('places').select(['id', 'title']).orderBy('position').execute()
  return {
    types: types.map((row) => ({
      id: row.id,
      title: row.title,
      minutes: row.minutes,
      minutesApart: row.minutes + row.buffer_before_minutes + row.buffer_after_minutes,
    })),
    places,
  }
}
