import { readZone } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { addDays, dateOf } from '~/platform/time'
import type { Offer, Start } from './model'
import { bookableDates, sessionsThatFit, startsIn } from './starts'
import {
  selectCalendar,
  selectOffer,
  selectOfferById,
  selectOffers,
  selectOpenCalendar,
} from './store.server'

interface Deps {
  db: Db
  clock: Clock
}

/** Finds an offer by the slugs of session type and location; undefined: not offered there. */
export const findOffer = (
  { db }: Pick<Deps, 'db'>,
  query: { service: string; location: string },
): Promise<Offer | undefined> => selectOffer(db, query)

/** The offer that a booking was made for, even if it's no longer offered. */
export const findOfferOf = (
  { db }: Pick<Deps, 'db'>,
  { sessionType, place }: { sessionType: { id: string }; place: { id: string } },
): Promise<Offer> => selectOfferById(db, { sessionTypeId: sessionType.id, placeId: place.id })

interface StartsQuery {
  offer: Offer
  /** The studio's zone, if already read. */
  zone?: string
  /** A hold or booking whose own time counts as free. */
  except?: { occupancyId?: string; bookingId?: string }
}

/** Every start on a date (YYYY-MM-DD in the studio's zone) that rules and notice allow, with its state. */
export async function listStarts(
  deps: Deps,
  { date, ...query }: StartsQuery & { date: string },
): Promise<Start[]> {
  return (await startsBetween(deps, { ...query, firstDate: date, lastDate: date }))(date)
}

export interface BookableDay {
  date: string
  /**
   * `closed`: nothing is offered that day, or the studio blocked all of it. `full`: everything offered is
   * taken or held, and a cancellation would free a start.
   */
  state: 'open' | 'full' | 'closed'
  free: number
  starts: Start[]
}

/** The dates of a range (inclusive, at most 62) with their number of free starts. */
export async function listDays(
  deps: Deps,
  query: StartsQuery & { firstDate: string; lastDate: string },
): Promise<BookableDay[]> {
  const dates = datesFrom(query.firstDate, query.lastDate)
  const startsOn = await startsBetween(deps, query)
  return dates.map((date) => {
    const starts = startsOn(date)
    const free = starts.filter(({ state }) => state === 'free').length
    const isClosed = starts.every((start) => start.isClosed)
    return { date, free, starts, state: free > 0 ? 'open' : isClosed ? 'closed' : 'full' }
  })
}

async function startsBetween(
  { db, clock }: Deps,
  { offer, firstDate, lastDate, except, ...query }: StartsQuery & { firstDate: string; lastDate: string },
): Promise<(date: string) => Start[]> {
  const zone = query.zone ?? (await readZone({ db }))
  const now = clock.now()
  const calendar = await selectCalendar(db, {
    ...offer,
    zone,
    firstDate,
    lastDate,
    now,
    ...(except ? { except } : {}),
  })
  return startsIn(calendar, offer.rules, now)
}

/** First and last bookable date, inclusive. */
export async function readBookableDates(
  { db, clock }: Deps,
  { rules }: Offer,
): Promise<{ firstDate: string; lastDate: string }> {
  return bookableDates({ zone: await readZone({ db }) }, rules, clock.now())
}

/** How many sessions the coming days can hold, ignoring what is already booked. */
export async function readCapacity({ db, clock }: Deps, days: number): Promise<number> {
  const [zone, offers] = [await readZone({ db }), await selectOffers(db)]
  const today = dateOf(clock.now(), zone)
  const stretch = { resourceId: 'default', zone, firstDate: today, lastDate: addDays(today, days) }
  const calendar = await selectOpenCalendar(db, stretch)
  return sessionsThatFit(
    calendar,
    offers.map(({ rules }) => rules),
    { now: clock.now(), days },
  )
}

function datesFrom(firstDate: string, lastDate: string): string[] {
  const first = Temporal.PlainDate.from(firstDate)
  const days = first.until(lastDate, { largestUnit: 'days' }).days + 1
  if (days > 62) throw new RangeError('too many days at once')
  return Array.from({ length: Math.max(0, days) }, (_, index) => first.add({ days: index }).toString())
}
