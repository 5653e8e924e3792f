import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { addDays, startOfDate } from '~/platform/time'
import type {
  Busy,
  Calendar,
  MiniDay,
  Offer,
  Schedule,
  SessionRules,
  Span,
  SpecialDates,
  Starts,
} from './model'

/** Longer than any session with its travel: what begins so much earlier can still be in the way. */
const REACH_DAYS = 2

/** By their slugs; the default place, or the first, when none is named. undefined: not offered. */
export async function selectOffer(
  db: Db,
  { service, location }: { service: string; location: string },
): Promise<Offer | undefined> {
  const type = await db
    .selectFrom('session_types')
    .selectAll()
    .where('slug', '=', service)
    .where('published_at', 'is not', null)
    .executeTakeFirst()
  if (!type) return undefined
  const places = await db
    .selectFrom('places as p')
    .innerJoin('session_type_places as o', 'o.place_id', 'p.id')
    .selectAll('p')
    .where('o.session_type_id', '=', type.id)
    .orderBy('p.is_default', 'desc')
    .orderBy('p.position')
    .execute()
  const place = location === '' ? places[0] : places.find(({ slug }) => slug === location)
  return place && offerOf(type, place, await selectLight(db, place))
}

/** The same by ids, also of what is no longer offered: a booking keeps its session type and its place. */
export async function selectOfferById(
  db: Db,
  { sessionTypeId, placeId }: { sessionTypeId: string; placeId: string },
): Promise<Offer> {
  const type = await db
    .selectFrom('session_types')
    .selectAll()
    .where('id', '=', sessionTypeId)
    .executeTakeFirstOrThrow()
  const place = await db.selectFrom('places').selectAll().where('id', '=', placeId).executeTakeFirstOrThrow()
  return offerOf(type, place, await selectLight(db, place))
}

type Light = { latitude: number; longitude: number } | undefined

/** Where the sun is looked up: at the place, else where the studio is. */
async function selectLight(db: Db, place: Row<'places'>): Promise<Light> {
  const rows = [
    place,
    ...(await db
      .selectFrom('places')
      .select(['latitude', 'longitude'])
      .where('latitude', 'is not', null)
      .orderBy('is_default', 'desc')
      .orderBy('position')
      .limit(1)
      .execute()),
  ]
  return rows.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  )[0]
}

function offerOf(type: Row<'session_types'>, place: Row<'places'>, light: Light): Offer {
  // On a mini-session day nobody travels between the sessions; the day as a whole keeps the way free.
  const travelMinutes = type.starts_kind === 'mini' ? 0 : place.travel_minutes
  return {
    resourceId: 'default',
    resourceNumber: 1,
    type: {
      id: type.id,
      slug: type.slug,
      title: type.title,
      minutes: type.minutes,
      finishedPhotographs: type.finished_photographs,
      readyIn: type.ready_in,
      priceCents: type.price_cents,
      priceUnit: type.price_unit,
      depositCents: type.deposit_cents,
      needsApproval: type.needs_approval === 1,
      questions: JSON.parse(type.questions),
    },
    place: {
      id: place.id,
      slug: place.slug,
      title: place.title,
      kind: place.kind,
      address: place.address,
      travelFeeCents: place.travel_fee_cents,
    },
    rules: {
      sessionType: type.id,
      place: place.id,
      minutes: type.minutes,
      minutesBefore: type.buffer_before_minutes + travelMinutes,
      minutesAfter: type.buffer_after_minutes + travelMinutes,
      noticeHours: type.notice_hours,
      horizonDays: type.horizon_days,
      dailyLimit: type.daily_limit,
      starts: startsOf(type, light),
    },
  }
}

function startsOf(type: Row<'session_types'>, light: Light): Starts {
  switch (type.starts_kind) {
    case 'interval':
      return { kind: 'interval', minutes: type.increment_minutes }
    case 'fixed':
      return { kind: 'fixed', times: JSON.parse(type.fixed_starts) }
    case 'mini':
      return { kind: 'mini' }
    case 'sunset':
      return light
        ? { kind: 'sunset', minutesBefore: type.sunset_minutes, ...light }
        : { kind: 'interval', minutes: type.increment_minutes }
  }
}

interface Stretch {
  resourceId: string
  resourceNumber: number
  rules: SessionRules
  zone: string
  /** YYYY-MM-DD, both included. */
  firstDate: string
  lastDate: string
  now: number
  /** Whose own hold or booking is not in the way. */
  except?: { occupancyId?: string; bookingId?: string }
}

/** All that decides which starts of a session type on these dates are free. */
export async function selectCalendar(db: Db, stretch: Stretch): Promise<Calendar> {
  const [schedules, specialDates, miniDays, busy, sessions] = [
    await selectSchedules(db, stretch),
    await selectSpecialDates(db, stretch),
    await selectMiniDays(db, stretch),
    await selectBusy(db, stretch),
    await selectSessions(db, stretch),
  ]
  return { zone: stretch.zone, schedules, specialDates, miniDays, busy, sessions }
}

async function selectSchedules(db: Db, { resourceId }: Stretch): Promise<Schedule[]> {
  const rows = await db
    .selectFrom('schedules')
    .selectAll()
    .where('resource_id', '=', resourceId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    sessionType: row.session_type_id,
    place: row.place_id,
    from: row.from_date,
    until: row.until_date,
    hours: JSON.parse(row.hours),
  }))
}

async function selectSpecialDates(
  db: Db,
  { resourceId, firstDate, lastDate }: Stretch,
): Promise<SpecialDates[]> {
  const rows = await db
    .selectFrom('special_dates')
    .selectAll()
    .where('resource_id', '=', resourceId)
    .where('until_date', '>=', addDays(firstDate, -1))
    .where('from_date', '<=', addDays(lastDate, 1))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    sessionType: row.session_type_id,
    place: row.place_id,
    from: row.from_date,
    until: row.until_date,
    hours: JSON.parse(row.hours),
  }))
}

async function selectMiniDays(db: Db, { resourceId, firstDate, lastDate }: Stretch): Promise<MiniDay[]> {
  const rows = await db
    .selectFrom('mini_days as m')
    .innerJoin('session_types as t', 't.id', 'm.session_type_id')
    .innerJoin('places as p', 'p.id', 'm.place_id')
    .select([
      'm.id',
      'm.session_type_id',
      'm.place_id',
      'm.date',
      'm.starts',
      't.minutes',
      't.buffer_before_minutes',
      't.buffer_after_minutes',
      'p.travel_minutes',
    ])
    .where('m.resource_id', '=', resourceId)
    .where('m.published_at', 'is not', null)
    .where('m.date', '>=', addDays(firstDate, -REACH_DAYS))
    .where('m.date', '<=', addDays(lastDate, REACH_DAYS))
    .orderBy('m.date')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    sessionType: row.session_type_id,
    place: row.place_id,
    date: row.date,
    starts: JSON.parse(row.starts),
    minutes: row.minutes,
    minutesBefore: row.buffer_before_minutes + row.travel_minutes,
    minutesAfter: row.buffer_after_minutes + row.travel_minutes,
  }))
}

async function selectBusy(db: Db, stretch: Stretch): Promise<Busy[]> {
  const span = {
    startsAt: startOfDate(addDays(stretch.firstDate, -REACH_DAYS), stretch.zone),
    endsAt: startOfDate(addDays(stretch.lastDate, 1 + REACH_DAYS), stretch.zone),
  }
  const own = await occupiedQuery(db, stretch.resourceNumber, span).execute()
  const outside = await outsideBusyQuery(db, stretch.resourceId, span).execute()
  const { occupancyId, bookingId } = stretch.except ?? {}
  return [
    ...own
      .filter(({ expires_at }) => expires_at === null || expires_at > stretch.now)
      .filter((row) => row.id !== occupancyId && (row.booking_id === null || row.booking_id !== bookingId))
      .map((row) => ({ startsAt: row.starts_at, endsAt: row.ends_at, heldUntil: row.expires_at })),
    ...outside.map((row) => ({ startsAt: row.starts_at, endsAt: row.ends_at, heldUntil: null })),
  ]
}

/**
 * What takes time within a span. As no two overlap, only the last of those that start before the span can reach into
 * it: the index is read from there, and years of earlier sessions are not.
 */
export const occupiedQuery = (db: Db, resourceNumber: number, { startsAt, endsAt }: Span) =>
  db
    .selectFrom('occupancies')
    .select(['id', 'booking_id', 'starts_at', 'ends_at', 'expires_at'])
    .where('resource_number', '=', resourceNumber)
    .where('starts_at', '>=', (e) =>
      e.fn.coalesce(
        e
          .selectFrom('occupancies')
          .select('starts_at')
          .where('resource_number', '=', resourceNumber)
          .where('starts_at', '<=', startsAt)
          .orderBy('starts_at', 'desc')
          .limit(1),
        e.val(startsAt),
      ),
    )
    .where('starts_at', '<', endsAt)
    .where('ends_at', '>', startsAt)

/** Outside calendars overlap as they like. */
export const outsideBusyQuery = (db: Db, resourceId: string, { startsAt, endsAt }: Span) =>
  db
    .selectFrom('outside_busy as b')
    .innerJoin('outside_calendars as c', 'c.id', 'b.calendar_id')
    .select(['b.starts_at', 'b.ends_at'])
    .where('c.resource_id', '=', resourceId)
    .where('b.ends_at', '>', startsAt)
    .where('b.starts_at', '<', endsAt)

/** The sessions that count for the daily limit; nothing is looked up where there is none. */
async function selectSessions(db: Db, stretch: Stretch): Promise<Calendar['sessions']> {
  const { rules, resourceId, now, zone, except } = stretch
  if (rules.dailyLimit === null) return []
  const span = {
    startsAt: startOfDate(stretch.firstDate, zone),
    endsAt: startOfDate(addDays(stretch.lastDate, 1), zone),
  }
  const booked = await bookedQuery(db, { resourceId, sessionType: rules.sessionType, span }).execute()
  const held = await db
    .selectFrom('holds as h')
    .innerJoin('occupancies as o', 'o.id', 'h.id')
    .select(['h.id', 'h.session_date', 'o.expires_at'])
    .where('h.session_type_id', '=', rules.sessionType)
    .where('h.session_date', '>=', span.startsAt)
    .where('h.session_date', '<', span.endsAt)
    .where('o.expires_at', '>', now)
    .execute()
  return [
    ...booked.filter(({ id }) => id !== except?.bookingId).map((row) => ({ ...row, expires_at: null })),
    ...held.filter(({ id }) => id !== except?.occupancyId),
  ].map(({ session_date, expires_at }) => ({ startsAt: session_date, heldUntil: expires_at }))
}

export const bookedQuery = (
  db: Db,
  { resourceId, sessionType, span }: { resourceId: string; sessionType: string; span: Span },
) =>
  db
    .selectFrom('bookings')
    .select(['id', 'session_date'])
    .where('resource_id', '=', resourceId)
    .where('session_date', '>=', span.startsAt)
    .where('session_date', '<', span.endsAt)
    .where('session_type_id', '=', sessionType)
    .where('state', 'in', ['requested', 'confirmed', 'done', 'no-show'])
