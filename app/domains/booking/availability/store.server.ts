import { sql } from 'kysely'
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

/** Longer than any session with travel: an entry that begins earlier than this can't overlap. */
const REACH_DAYS = 2

/** Finds an offer by slugs. Without a location, the default one or the first. undefined: not offered. */
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

/** Every offered session type, at the first location that offers it. */
export async function selectOffers(db: Db): Promise<Offer[]> {
  const types = await db
    .selectFrom('session_types')
    .select('slug')
    .where('published_at', 'is not', null)
    .execute()
  const offers = await Promise.all(types.map(({ slug }) => selectOffer(db, { service: slug, location: '' })))
  return offers.filter((offer) => offer !== undefined)
}

/** Finds an offer by ids, even if it's no longer offered, since existing bookings refer to it. */
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

/** Where sunset is computed: at the location, else at the studio. */
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
  // On a mini session day, there is no travel between sessions; the time of the whole day includes it.
  const travelMinutes = type.starts_kind === 'mini' ? 0 : place.travel_minutes
  return {
    resourceId: 'default',
    resourceNumber: 1,
    type: {
      id: type.id,
      slug: type.slug,
      title: type.title,
      minutes: type.minutes,
      editedPhotos: type.edited_photos,
      turnaround: type.turnaround,
      priceCents: type.price_cents,
      priceUnit: type.price_unit,
      depositCents: type.deposit_cents,
      needsApproval: type.needs_approval === 1,
      questions: JSON.parse(type.questionnaire),
      requirements: type.requirements === null ? null : JSON.parse(type.requirements),
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
      minimumNoticeHours: type.minimum_notice_hours,
      bookingWindowDays: type.booking_window_days,
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
  /** YYYY-MM-DD, inclusive. */
  firstDate: string
  lastDate: string
  now: number
  /** A hold or booking whose own time counts as free. */
  except?: { occupancyId?: string; bookingId?: string }
}

/** Reads the rules and the occupied time for a range of dates, in two statements. */
export async function selectCalendar(db: Db, stretch: Stretch): Promise<Calendar> {
  const [hours, taken] = await Promise.all([selectHours(db, stretch), selectTaken(db, stretch)])
  return { zone: stretch.zone, ...hours, ...taken }
}

/** The same without occupied time. */
export async function selectOpenCalendar(
  db: Db,
  { zone, ...stretch }: { resourceId: string; zone: string; firstDate: string; lastDate: string },
): Promise<Calendar> {
  return { zone, ...(await selectHours(db, stretch)), busy: [], sessions: [] }
}

async function selectHours(
  db: Db,
  { resourceId, firstDate, lastDate }: Pick<Stretch, 'resourceId' | 'firstDate' | 'lastDate'>,
): Promise<Pick<Calendar, 'schedules' | 'specialDates' | 'miniDays'>> {
  const rows = await hoursQuery(db, resourceId, { firstDate, lastDate }).execute()
  const of = (kind: (typeof rows)[number]['kind']) => rows.filter((row) => row.kind === kind)
  return {
    schedules: of('schedule').map((row): Schedule => ({ ...ruleOf(row), hours: JSON.parse(row.hours) })),
    specialDates: of('special').map(
      (row): SpecialDates => ({
        ...ruleOf(row),
        from: row.from_date ?? '',
        until: row.until_date ?? '',
        hours: JSON.parse(row.hours),
      }),
    ),
    miniDays: of('mini').map(
      (row): MiniDay => ({
        id: row.id,
        sessionType: row.session_type_id ?? '',
        place: row.place_id ?? '',
        date: row.from_date ?? '',
        starts: JSON.parse(row.hours),
        minutes: row.minutes,
        minutesBefore: row.buffer_before_minutes + row.travel_minutes,
        minutesAfter: row.buffer_after_minutes + row.travel_minutes,
      }),
    ),
  }
}

const ruleOf = (
  row: Pick<Row<'schedules'>, 'session_type_id' | 'place_id' | 'from_date' | 'until_date'>,
) => ({
  sessionType: row.session_type_id,
  place: row.place_id,
  from: row.from_date,
  until: row.until_date,
})

/** Schedules, special dates and mini session days that apply to these dates and the nights around them. */
export function hoursQuery(
  db: Db,
  resourceId: string,
  { firstDate, lastDate }: { firstDate: string; lastDate: string },
) {
  const [before, after] = [addDays(firstDate, -REACH_DAYS), addDays(lastDate, REACH_DAYS)]
  const ofRule = ['id', 'session_type_id', 'place_id', 'from_date', 'until_date', 'hours'] as const
  const nothing = [
    sql<number>`0`.as('minutes'),
    sql<number>`0`.as('buffer_before_minutes'),
    sql<number>`0`.as('buffer_after_minutes'),
    sql<number>`0`.as('travel_minutes'),
  ] as const
  return db
    .selectFrom('schedules')
    .select([sql<'schedule' | 'special' | 'mini'>`'schedule'`.as('kind'), ...ofRule, ...nothing])
    .where('resource_id', '=', resourceId)
    .where((e) => e.or([e('until_date', 'is', null), e('until_date', '>=', before)]))
    .where((e) => e.or([e('from_date', 'is', null), e('from_date', '<=', after)]))
    .unionAll(
      db
        .selectFrom('special_dates')
        .select([sql<'schedule' | 'special' | 'mini'>`'special'`.as('kind'), ...ofRule, ...nothing])
        .where('resource_id', '=', resourceId)
        .where('until_date', '>=', before)
        .where('from_date', '<=', after),
    )
    .unionAll(
      db
        .selectFrom('mini_days as m')
        .innerJoin('session_types as t', 't.id', 'm.session_type_id')
        .innerJoin('places as p', 'p.id', 'm.place_id')
        .select([
          sql<'schedule' | 'special' | 'mini'>`'mini'`.as('kind'),
          'm.id',
          'm.session_type_id',
          'm.place_id',
          'm.date as from_date',
          'm.date as until_date',
          'm.starts as hours',
          't.minutes',
          't.buffer_before_minutes',
          't.buffer_after_minutes',
          'p.travel_minutes',
        ])
        .where('m.resource_id', '=', resourceId)
        .where('m.published_at', 'is not', null)
        .where('m.date', '>=', before)
        .where('m.date', '<=', after),
    )
    .orderBy('id')
}

async function selectTaken(db: Db, stretch: Stretch): Promise<Pick<Calendar, 'busy' | 'sessions'>> {
  const { now, except } = stretch
  const rows = (await takenQuery(db, stretch).execute()).filter(
    (row) =>
      (row.expires_at === null || row.expires_at > now) &&
      (row.id === null || row.id !== except?.occupancyId) &&
      (row.booking_id === null || row.booking_id !== except?.bookingId),
  )
  return {
    busy: rows
      .filter(({ kind }) => kind === 'busy')
      .map((row) => ({
        startsAt: row.starts_at,
        endsAt: row.ends_at,
        heldUntil: row.expires_at,
        by: row.taken_by,
      })),
    sessions: rows
      .filter(({ kind }) => kind === 'session')
      .map((row) => ({ startsAt: row.starts_at, heldUntil: row.expires_at })),
  }
}

/** Occupied time, and the sessions that count toward the daily limit if there is one. */
export function takenQuery(db: Db, stretch: Omit<Stretch, 'now' | 'except'>) {
  const { rules, resourceId, resourceNumber, zone, firstDate, lastDate } = stretch
  const around = {
    startsAt: startOfDate(addDays(firstDate, -REACH_DAYS), zone),
    endsAt: startOfDate(addDays(lastDate, 1 + REACH_DAYS), zone),
  }
  const busy = occupiedQuery(db, resourceNumber, around).unionAll(externalBusyQuery(db, resourceId, around))
  if (rules.dailyLimit === null) return busy
  const span = { startsAt: startOfDate(firstDate, zone), endsAt: startOfDate(addDays(lastDate, 1), zone) }
  const counted = { resourceId, sessionType: rules.sessionType, span }
  return busy.unionAll(bookedQuery(db, counted)).unionAll(heldQuery(db, counted))
}

type TakenKind = 'busy' | 'session'
const BUSY = sql<TakenKind>`'busy'`.as('kind')
const SESSION = sql<TakenKind>`'session'`.as('kind')
const BY_SESSION = sql<Busy['by']>`'session'`.as('taken_by')
const BY_EXTERNAL = sql<Busy['by']>`'external'`.as('taken_by')
const BY_KIND = sql<Busy['by']>`case kind when 'block' then 'block' else 'session' end`.as('taken_by')

/**
 * Occupied time within a period. Rows of one resource don't overlap, so only the last row that begins before
 * the period can reach into it. The index is read from that row on.
 */
export const occupiedQuery = (db: Db, resourceNumber: number, { startsAt, endsAt }: Span) =>
  db
    .selectFrom('occupancies')
    .select([
      BUSY,
      BY_KIND,
      sql<string | null>`id`.as('id'),
      'booking_id',
      'starts_at',
      'ends_at',
      'expires_at',
    ])
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

/** Unlike occupancies, events of external calendars can overlap. */
export const externalBusyQuery = (db: Db, resourceId: string, { startsAt, endsAt }: Span) =>
  db
    .selectFrom('external_busy as b')
    .innerJoin('external_calendars as c', 'c.id', 'b.calendar_id')
    .select([
      BUSY,
      BY_EXTERNAL,
      sql<string | null>`null`.as('id'),
      sql<string | null>`null`.as('booking_id'),
      'b.starts_at',
      'b.ends_at',
      sql<number | null>`null`.as('expires_at'),
    ])
    .where('c.resource_id', '=', resourceId)
    .where('b.ends_at', '>', startsAt)
    .where('b.starts_at', '<', endsAt)

interface Counted {
  resourceId: string
  sessionType: string
  span: Span
}

export const bookedQuery = (db: Db, { resourceId, sessionType, span }: Counted) =>
  db
    .selectFrom('bookings')
    .select([
      SESSION,
      BY_SESSION,
      sql<string | null>`null`.as('id'),
      sql<string | null>`id`.as('booking_id'),
      'session_date as starts_at',
      'session_end as ends_at',
      sql<number | null>`null`.as('expires_at'),
    ])
    .where('resource_id', '=', resourceId)
    .where('session_date', '>=', span.startsAt)
    .where('session_date', '<', span.endsAt)
    .where('session_type_id', '=', sessionType)
    .where('state', 'in', ['requested', 'confirmed', 'done', 'no-show'])

const heldQuery = (db: Db, { sessionType, span }: Counted) =>
  db
    .selectFrom('holds as h')
    .innerJoin('occupancies as o', 'o.id', 'h.id')
    .select([
      SESSION,
      BY_SESSION,
      sql<string | null>`h.id`.as('id'),
      sql<string | null>`null`.as('booking_id'),
      'h.session_date as starts_at',
      'h.session_end as ends_at',
      'o.expires_at',
    ])
    .where('h.session_type_id', '=', sessionType)
    .where('h.session_date', '>=', span.startsAt)
    .where('h.session_date', '<', span.endsAt)
