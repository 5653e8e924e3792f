import { readSettings } from '~/domains/content/operations.server'
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

/** A session type at a place, by their slugs; undefined when it is not offered there. */
export const findOffer = (
  { db }: Pick<Deps, 'db'>,
  asked: { service: string; location: string },
): Promise<Offer | undefined> => selectOffer(db, asked)

/** What a booking was made for, whether it is still offered or not. */
export const findOfferOf = (
  { db }: Pick<Deps, 'db'>,
  { sessionType, place }: { sessionType: { id: string }; place: { id: string } },
): Promise<Offer> => selectOfferById(db, { sessionTypeId: sessionType.id, placeId: place.id })

interface Asked {
  offer: Offer
  /** The studio's, where it has been read already. */
  zone?: string
  /** Whose own hold or booking is not in the way. */
  except?: { occupancyId?: string; bookingId?: string }
}

/** Every start on a date, YYYY-MM-DD in the studio's zone, that rules and notice allow, each with its state. */
export async function listStarts(deps: Deps, { date, ...asked }: Asked & { date: string }): Promise<Start[]> {
  return (await startsBetween(deps, { ...asked, firstDate: date, lastDate: date }))(date)
}

export interface BookableDay {
  date: string
  /**
   * `closed`: nothing is offered that day, or the studio has blocked all of it; `full`: all that was offered is taken or
   * held, and a cancellation would free some.
   */
  state: 'open' | 'full' | 'closed'
  free: number
}

/** The dates from one to another, both included, each with how much is free. At most 62 of them. */
export async function listDays(
  deps: Deps,
  asked: Asked & { firstDate: string; lastDate: string },
): Promise<BookableDay[]> {
  const dates = datesFrom(asked.firstDate, asked.lastDate)
  const startsOn = await startsBetween(deps, asked)
  return dates.map((date) => {
    const starts = startsOn(date)
    const free = starts.filter(({ state }) => state === 'free').length
    const isClosed = starts.every((start) => start.isClosed)
    return { date, free, state: free > 0 ? 'open' : isClosed ? 'closed' : 'full' }
  })
}

async function startsBetween(
  { db, clock }: Deps,
  { offer, firstDate, lastDate, except, ...asked }: Asked & { firstDate: string; lastDate: string },
): Promise<(date: string) => Start[]> {
  const zone = asked.zone ?? (await zoneOf(db))
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
  return bookableDates({ zone: await zoneOf(db) }, rules, clock.now())
}

/** How many sessions fit into the coming days, whatever is taken of them already. */
export async function readCapacity({ db, clock }: Deps, days: number): Promise<number> {
  const [zone, offers] = [await zoneOf(db), await selectOffers(db)]
  const today = dateOf(clock.now(), zone)
  const stretch = { resourceId: 'default', zone, firstDate: today, lastDate: addDays(today, days) }
  const calendar = await selectOpenCalendar(db, stretch)
  return sessionsThatFit(
    calendar,
    offers.map(({ rules }) => rules),
    { now: clock.now(), days },
  )
}

const zoneOf = async (db: Db): Promise<string> => (await readSettings({ db })).studio.timeZone

function datesFrom(firstDate: string, lastDate: string): string[] {
  const first = Temporal.PlainDate.from(firstDate)
  const days = first.until(lastDate, { largestUnit: 'days' }).days + 1
  if (days > 62) throw new RangeError('too many days at once')
  return Array.from({ length: Math.max(0, days) }, (_, index) => first.add({ days: index }).toString())
}
