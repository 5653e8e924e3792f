import { readZone } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { addDays, dateOf, startOfDate, weekdayOf } from '~/platform/time'
import { windowsOn } from '../availability/hours'
import type { Calendar, Offer, SessionRules, Span, Start } from '../availability/model'
import { bookableDates, occupiedBy, startsIn } from '../availability/starts'
import { selectCalendar } from '../availability/store.server'
import { sunsetOf } from '../availability/sunset'
import { instantsOf, spanOf } from '../availability/wall-time'
import { selectOccupied } from '../reservations/occupancies-store.server'
import { clockTime, dayAndTime } from '../start-labels'
import { selectCoordinates, selectExternalBusyIn, selectNames } from './store.server'

interface Deps {
  db: Db
  clock: Clock
}

interface StartToCheck {
  offer: Offer
  /** Milliseconds since 1970. */
  startsAt: number
  /** The booking to reschedule. */
  except?: { bookingId: string }
}

export interface StartCheck {
  /** One warning for each rule that applies to clients and is broken. */
  warnings: string[]
  /** What occupies the time; empty: it's free. */
  inTheWay: string
  /** The mini session day with this start; null: none. */
  miniDayId: string | null
}

/**
 * Checks a start before booking, to show warnings. Not binding: occupying the time in the transaction
 * decides.
 */
export async function checkStart(
  { db, clock }: Deps,
  { offer, startsAt, except }: StartToCheck,
): Promise<StartCheck> {
  const zone = await readZone({ db })
  const date = dateOf(startsAt, zone)
  const now = clock.now()
  const calendar: Calendar = await selectCalendar(db, {
    ...offer,
    zone,
    firstDate: date,
    lastDate: date,
    now,
    ...(except ? { except } : {}),
  })
  const span = occupiedBy(startsAt, offer.rules)
  const start = startsRegardless(calendar, offer.rules, date).find((each) => each.startsAt === startsAt)
  const external = await selectExternalBusyIn(db, offer.resourceId, span)
  return {
    warnings: [
      ...ruleBreaks(calendar, offer.rules, startsAt, now),
      ...external.map((busy) => externalBusyWords(busy, zone)),
    ],
    inTheWay: await whatIsThere({ db, clock }, { offer, startsAt, zone, ...(except ? { except } : {}) }),
    miniDayId: start?.miniDay ?? null,
  }
}

/** "Your other calendar, Family, says that you are busy then: …" */
function externalBusyWords({ title, startsAt, endsAt }: Span & { title: string }, zone: string): string {
  const isOneDay = dateOf(startsAt, zone) === dateOf(endsAt, zone)
  const until = isOneDay ? clockTime(endsAt, zone) : dayAndTime(endsAt, zone)
  return `Your other calendar, ${title}, shows you’re busy then: ${dayAndTime(startsAt, zone)} to ${until}.`
}

/** "Ends after sunset (4:33 PM).", for sessions outside the studio. */
export async function lateLight(
  { db }: { db: Db },
  {
    place,
    type,
    startsAt,
    zone,
  }: { place: { id: string; kind: string }; type: { minutes: number }; startsAt: number; zone: string },
): Promise<string[]> {
  if (place.kind === 'studio') return []
  const at = await selectCoordinates(db, place.id)
  const sunset = at && sunsetOf(dateOf(startsAt, zone), at.latitude, at.longitude)
  if (!sunset || startsAt + type.minutes * 60_000 <= sunset) return []
  const word = startsAt >= sunset ? 'Begins' : 'Ends'
  return [`${word} after sunset (${clockTime(sunset, zone)}).`]
}

async function whatIsThere(
  { db, clock }: Deps,
  { offer, startsAt, zone, except }: StartToCheck & { zone: string },
): Promise<string> {
  const found = await selectOccupied(db, offer.resourceNumber, occupiedBy(startsAt, offer.rules))
  const others = found.filter(
    ({ booking_id, expires_at }) =>
      (booking_id === null || booking_id !== except?.bookingId) &&
      (expires_at === null || expires_at > clock.now()),
  )
  const names = await selectNames(
    db,
    others.flatMap(({ booking_id }) => booking_id ?? []),
  )
  const words = others.map((row) => {
    const until = `until ${clockTime(row.ends_at, zone)}`
    if (row.kind === 'hold') return `a client who is booking it right now, on hold ${until}`
    if (row.kind === 'block') return `a block (${row.title || 'no title'}), ${until}`
    return `the session of ${names.get(row.booking_id ?? '') ?? 'another client'}, with its buffers ${until}`
  })
  return words.join('; ')
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Every start on a date by hours and interval, regardless of notice, booking window and occupied time. */
export function startsRegardless(calendar: Calendar, rules: SessionRules, date: string): Start[] {
  const before = startOfDate(addDays(date, -1), calendar.zone)
  return startsIn(
    calendar,
    { ...rules, minimumNoticeHours: 0, bookingWindowDays: 7, dailyLimit: null },
    before,
  )(date)
}

/**
 * The rules for clients that a start breaks, one sentence each. The studio may break them.
 * @param now milliseconds since 1970
 */
export function ruleBreaks(calendar: Calendar, rules: SessionRules, startsAt: number, now: number): string[] {
  const date = dateOf(startsAt, calendar.zone)
  const count = calendar.sessions.filter((session) => dateOf(session.startsAt, calendar.zone) === date).length
  return [
    ...soonOrLate(calendar, rules, startsAt, now),
    ...offHours(calendar, rules, startsAt, date),
    ...(rules.dailyLimit !== null && count >= rules.dailyLimit
      ? [`You already have ${rules.dailyLimit} of these sessions that day, which is your daily limit.`]
      : []),
    ...(runsIntoMiniDay(calendar, rules, startsAt, date) ? ['This overlaps a mini-session day.'] : []),
  ]
}

/** The time of a mini session day is reserved for its own starts. */
function runsIntoMiniDay(calendar: Calendar, rules: SessionRules, startsAt: number, date: string): boolean {
  const own = startsRegardless(calendar, rules, date).find((start) => start.startsAt === startsAt)?.miniDay
  const needed = occupiedBy(startsAt, rules)
  return calendar.miniDays
    .filter(({ id }) => id !== own)
    .some((day) => {
      const spans = day.starts
        .flatMap((time) => instantsOf(day.date, time, calendar.zone))
        .map((at) => occupiedBy(at, day))
      return (
        Math.min(...spans.map((span) => span.startsAt)) < needed.endsAt &&
        needed.startsAt < Math.max(...spans.map((span) => span.endsAt))
      )
    })
}

function soonOrLate(calendar: Calendar, rules: SessionRules, startsAt: number, now: number): string[] {
  if (startsAt < now) return ['This time is in the past.']
  if (startsAt < now + rules.minimumNoticeHours * HOUR)
    return [`This is inside your ${rules.minimumNoticeHours}-hour minimum notice.`]
  if (dateOf(startsAt, calendar.zone) > bookableDates(calendar, rules, now).lastDate)
    return [`This is past your ${rules.bookingWindowDays}-day booking window.`]
  return []
}

function offHours(calendar: Calendar, rules: SessionRules, startsAt: number, date: string): string[] {
  if (startsRegardless(calendar, rules, date).some((start) => start.startsAt === startsAt)) return []
  if (rules.starts.kind === 'mini') return ['Clients can book this session only on mini-session days.']
  const session = { startsAt, endsAt: startsAt + rules.minutes * MINUTE }
  return isOpen(calendar, rules, session, date)
    ? ['Clients aren’t offered this start time.']
    : ['This is outside your availability for this session at this location.']
}

const isOpen = (calendar: Calendar, rules: SessionRules, session: Span, date: string): boolean =>
  [addDays(date, -1), date]
    .flatMap((day) =>
      windowsOn(calendar, day, weekdayOf(day), rules).map((window) => spanOf(day, window, calendar.zone)),
    )
    .some((span) => span.startsAt <= session.startsAt && session.endsAt <= span.endsAt)
