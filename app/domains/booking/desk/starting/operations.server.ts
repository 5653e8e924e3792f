import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { dateOf } from '~/platform/time'
import type { Calendar, Offer, Span } from '../../availability/model'
import { occupiedBy } from '../../availability/starts'
import { selectCalendar } from '../../availability/store.server'
import { sunsetOf } from '../../availability/sunset'
import { selectOccupied } from '../../reservations/occupancies-store.server'
import { clockTime, dayAndTime } from '../../start-labels'
import { ruleBreaks, startsRegardless } from './rule-breaks'
import { selectBusyOutside, selectCoordinates, selectNames } from './store.server'

interface Deps {
  db: Db
  clock: Clock
}

interface Asked {
  offer: Offer
  /** Milliseconds since 1970. */
  startsAt: number
  /** The booking that is to be moved. */
  except?: { bookingId: string }
}

export interface StartCheck {
  /** What clients could not do and the studio may, each a sentence to be looked at before. */
  warnings: string[]
  /** What has that time and does not give way; empty: it is free. */
  inTheWay: string
  /** The mini-session day of which it is a start. */
  miniDayId: string | null
}

/** What is to be said of a start before the studio takes it. It promises nothing: taking the time decides. */
export async function checkStart(
  { db, clock }: Deps,
  { offer, startsAt, except }: Asked,
): Promise<StartCheck> {
  const zone = (await readSettings({ db })).studio.timeZone
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
  const outside = await selectBusyOutside(db, offer.resourceId, span)
  return {
    warnings: [
      ...ruleBreaks(calendar, offer.rules, startsAt, now),
      ...outside.map((busy) => outsideWords(busy, zone)),
    ],
    inTheWay: await whatIsThere({ db, clock }, { offer, startsAt, zone, ...(except ? { except } : {}) }),
    miniDayId: start?.miniDay ?? null,
  }
}

/** "Your other calendar, Family, says that you are busy then: Saturday, December 5, 10:00 AM until 11:30 AM." */
function outsideWords({ title, startsAt, endsAt }: Span & { title: string }, zone: string): string {
  const isOneDay = dateOf(startsAt, zone) === dateOf(endsAt, zone)
  const until = isOneDay ? clockTime(endsAt, zone) : dayAndTime(endsAt, zone)
  return `Your other calendar, ${title}, shows you’re busy then: ${dayAndTime(startsAt, zone)} to ${until}.`
}

/** "Ends after sunset (4:33 PM)." of sessions that are not in the studio. */
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
  { offer, startsAt, zone, except }: Asked & { zone: string },
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
