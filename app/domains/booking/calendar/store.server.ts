import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import type { Schedule, Span, SpecialDates } from '../availability/model'
import { type BookingState, KEEPS_TIME } from '../reservations/model'
import type { InTheWay } from './labels'

interface Between {
  from: number
  until: number
}

/** In milliseconds. No session is longer, so anything that began earlier is over. */
const REACH = 2 * 86_400_000

export interface Session {
  id: string
  title: string
  name: string
  state: BookingState
  miniDayId: string | null
  startsAt: number
  endsAt: number
  version: number
}

const sessions = (db: Db, resourceId: string) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('session_types as t', 't.id', 'b.session_type_id')
    .select([
      'b.id',
      't.title',
      'b.name',
      'b.state',
      'b.mini_day_id as miniDayId',
      'b.session_date as startsAt',
      'b.session_end as endsAt',
      'b.version',
    ])
    .where('b.resource_id', '=', resourceId)
    .where('b.state', 'in', KEEPS_TIME)

/** In order of start. */
export const sessionsBetween = (db: Db, resourceId: string, { from, until }: Between) =>
  sessions(db, resourceId)
    .where('b.session_date', '>=', from - REACH)
    .where('b.session_date', '<', until)
    .where('b.session_end', '>', from)
    .orderBy('b.session_date')
    .orderBy('b.id')

export const selectSessions = (db: Db, resourceId: string, between: Between): Promise<Session[]> =>
  sessionsBetween(db, resourceId, between).execute()

export interface Cursor {
  at: number
  id: string
}

/**
 * A page of the list: the bookings after a position in ascending order, or those before it in descending
 * order.
 */
export const sessionsFrom = (
  db: Db,
  resourceId: string,
  { at, id }: Cursor,
  direction: 'after' | 'before',
  limit: number,
) => {
  const [sign, order] = direction === 'after' ? (['>', 'asc'] as const) : (['<', 'desc'] as const)
  return (
    sessions(db, resourceId)
      // This condition lets the database use the index.
      .where('b.session_date', `${sign}=`, at)
      .where((e) =>
        e.or([e('b.session_date', sign, at), e.and([e('b.session_date', '=', at), e('b.id', sign, id)])]),
      )
      .orderBy('b.session_date', order)
      .orderBy('b.id', order)
      .limit(limit)
  )
}

export const selectSessionsFrom = (...asked: Parameters<typeof sessionsFrom>): Promise<Session[]> =>
  sessionsFrom(...asked).execute()

export interface Taken {
  id: string
  kind: 'booking' | 'hold' | 'block'
  title: string
  /** The session type of a hold. */
  heldFor: string | null
  bookingId: string | null
  startsAt: number
  endsAt: number
  expiresAt: number | null
  version: number
}

/**
 * Occupied time. Rows of one resource don't overlap, so only the last row that begins before the span can
 * reach into it. The index provides the others.
 */
export const takenBetween = (
  db: Db,
  { resourceNumber, from, until, now }: Between & { resourceNumber: number; now: number },
) =>
  db
    .selectFrom('occupancies as o')
    .leftJoin('holds as h', 'h.id', 'o.id')
    .leftJoin('session_types as t', 't.id', 'h.session_type_id')
    .select([
      'o.id',
      'o.kind',
      'o.title',
      't.title as heldFor',
      'o.booking_id as bookingId',
      'o.starts_at as startsAt',
      'o.ends_at as endsAt',
      'o.expires_at as expiresAt',
      'o.version',
    ])
    .where('o.resource_number', '=', resourceNumber)
    .where('o.starts_at', '<', until)
    .where('o.starts_at', '>=', (e) =>
      e.fn.coalesce(
        e
          .selectFrom('occupancies as p')
          .select('p.starts_at')
          .where('p.resource_number', '=', resourceNumber)
          .where('p.starts_at', '<=', from)
          .orderBy('p.starts_at', 'desc')
          .limit(1),
        e.val(from),
      ),
    )
    .where('o.ends_at', '>', from)
    .where((e) => e.or([e('o.expires_at', 'is', null), e('o.expires_at', '>', now)]))
    .orderBy('o.starts_at')

export const selectTaken = (...asked: Parameters<typeof takenBetween>): Promise<Taken[]> =>
  takenBetween(...asked).execute()

export interface ExternalBusy {
  id: string
  title: string
  startsAt: number
  endsAt: number
}

/** Events of external calendars. */
export const selectExternalBusy = (
  db: Db,
  resourceId: string,
  { from, until }: Between,
): Promise<ExternalBusy[]> =>
  db
    .selectFrom('external_busy as b')
    .innerJoin('external_calendars as c', 'c.id', 'b.calendar_id')
    .select(['b.id', 'c.title', 'b.starts_at as startsAt', 'b.ends_at as endsAt'])
    .where('c.resource_id', '=', resourceId)
    .where('b.ends_at', '>', from)
    .where('b.starts_at', '<', until)
    .execute()

export interface MiniSessions {
  id: string
  title: string
  date: string
  starts: string[]
  minutes: number
  isPublished: boolean
}

export async function selectMiniSessions(
  db: Db,
  resourceId: string,
  { firstDate, lastDate }: { firstDate: string; lastDate: string },
): Promise<MiniSessions[]> {
  const rows = await db
    .selectFrom('mini_days as m')
    .innerJoin('session_types as t', 't.id', 'm.session_type_id')
    .select(['m.id', 'm.title', 'm.date', 'm.starts', 'm.published_at', 't.minutes'])
    .where('m.resource_id', '=', resourceId)
    .where('m.date', '>=', firstDate)
    .where('m.date', '<=', lastDate)
    .orderBy('m.date')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    date: row.date,
    starts: JSON.parse(row.starts),
    minutes: row.minutes,
    isPublished: row.published_at !== null,
  }))
}

export interface OpenRules {
  schedules: Schedule[]
  specialDates: SpecialDates[]
  /** Session types and the locations that offer them. */
  offers: { sessionType: string; place: string }[]
}

/** Reads the rules for the studio's hours. */
export async function selectOpenRules(
  db: Db,
  resourceId: string,
  { firstDate, lastDate }: { firstDate: string; lastDate: string },
): Promise<OpenRules> {
  const schedules = await db
    .selectFrom('schedules')
    .selectAll()
    .where('resource_id', '=', resourceId)
    .orderBy('id')
    .execute()
  const specialDates = await db
    .selectFrom('special_dates')
    .selectAll()
    .where('resource_id', '=', resourceId)
    .where('until_date', '>=', firstDate)
    .where('from_date', '<=', lastDate)
    .orderBy('id')
    .execute()
  const offers = await db
    .selectFrom('session_type_places as o')
    .innerJoin('session_types as t', 't.id', 'o.session_type_id')
    .select(['o.session_type_id as sessionType', 'o.place_id as place'])
    .where('t.published_at', 'is not', null)
    .execute()
  return {
    schedules: schedules.map((row) => ({
      sessionType: row.session_type_id,
      place: row.place_id,
      from: row.from_date,
      until: row.until_date,
      hours: JSON.parse(row.hours),
    })),
    specialDates: specialDates.map((row) => ({
      sessionType: row.session_type_id,
      place: row.place_id,
      from: row.from_date,
      until: row.until_date,
      hours: JSON.parse(row.hours),
    })),
    offers,
  }
}

/** Number of booking requests waiting for the studio. Counts up to 1,000. */
export async function countRequests(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom(
      db
        .selectFrom('bookings')
        .select('id')
        .where('state', '=', 'requested')
        .where('held_until', 'is', null)
        .limit(1_000)
        .as('waiting'),
    )
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** When a booking's session begins, milliseconds since 1970. */
export async function selectSessionDate(db: Db, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('bookings').select('session_date').where('id', '=', id).executeTakeFirst()
  return row?.session_date
}

export const selectBlock = (db: Db, id: string): Promise<Row<'occupancies'> | undefined> =>
  db.selectFrom('occupancies').selectAll().where('id', '=', id).where('kind', '=', 'block').executeTakeFirst()

/** The first entries that overlap a span. @param except a booking or block whose own time counts as free */
export async function selectInTheWay(
  db: Db,
  {
    resourceNumber,
    span,
    except,
    limit,
  }: { resourceNumber: number; span: Span; except: { id?: string; bookingId?: string }; limit: number },
): Promise<InTheWay[]> {
  const rows = await db
    .selectFrom('occupancies as o')
    .leftJoin('bookings as b', 'b.id', 'o.booking_id')
    .leftJoin('session_types as t', 't.id', 'b.session_type_id')
    .select(['o.kind', 'o.title', 'o.starts_at', 'o.ends_at', 'o.expires_at'])
    .select(['t.title as type_title', 'b.name', 'b.session_date', 'b.session_end'])
    .where('o.resource_number', '=', resourceNumber)
    .where('o.ends_at', '>', span.startsAt)
    .where('o.starts_at', '<', span.endsAt)
    .where('o.id', '<>', except.id ?? '')
    .where((e) => e.or([e('o.booking_id', 'is', null), e('o.booking_id', '<>', except.bookingId ?? '')]))
    .orderBy('o.ends_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    kind: row.kind,
    title: row.title,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    expiresAt: row.expires_at,
    booking:
      row.session_date === null || row.session_end === null
        ? null
        : {
            title: row.type_title ?? '',
            name: row.name ?? '',
            sessionDate: row.session_date,
            sessionEnd: row.session_end,
          },
  }))
}
