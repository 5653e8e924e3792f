import { readSettings, readZone } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { DATE_NOT_OFFERED } from '~/platform/http/notices'
import { dateOf, dayLabel, fullDate, zoneName } from '~/platform/time'
import type { Offer, Start } from '../availability/model'
import {
  findOffer,
  findOfferOf,
  listDays,
  listStarts,
  readBookableDates,
} from '../availability/operations.server'
import { offerTax } from '../payments/offer-tax'
import { checkoutPolicyCopy } from '../policy-copy'
import {
  askedNow,
  depositAsked,
  hoursLabel,
  questionsWhileBooking,
  requirementsOf,
  stepLabel,
} from '../requirements/model'
import { findHold } from '../reservations/holds.server'
import type { Hold } from '../reservations/model'
import { clockTime, startLabels } from '../start-labels'
import type { ChosenDay, ChosenOffer, ChosenStart, Day, Times, VisitorHold } from './model'
import { readSlot, slotOf } from './model'
import {
  calendarMonth,
  findMonthWithOpenings,
  firstOf,
  lastOf,
  monthOf,
  readDate,
  readMonth,
  slotsOf,
} from './months'
import { packDay } from './packed-day'

interface Deps {
  db: Db
  clock: Clock
}

interface TimesQuery {
  service: string
  location: string
  /** The random token of the visitor's cookie; '' without one. */
  visitor: string
}

/**
 * The month and day for choosing a start: as requested, else the first with free times. undefined: this
 * session type isn't offered at this location.
 * @param query `month` is YYYY-MM, `date` YYYY-MM-DD, from the URL; '' for none
 */
export async function readTimes(
  deps: Deps,
  query: TimesQuery & { month: string; date: string },
): Promise<Times | undefined> {
  const offer = await findOffer(deps, query)
  if (!offer) return undefined
  const zone = await readZone(deps)
  const held = await findHold(deps, query.visitor)
  const looking = { ...deps, offer, held, zone }
  const range = await readBookableDates(deps, offer)
  const date = query.date === '' ? undefined : readDate(query.date)
  const wished = readMonth(query.month) ?? (date && monthOf(date))
  const isWithin = wished && wished >= monthOf(range.firstDate) && wished <= monthOf(range.lastDate)
  const { month, days } = isWithin
    ? { month: wished, days: await readMonthDays(looking, wished) }
    : await findMonthWithOpenings(
        { first: monthOf(range.firstDate), last: monthOf(range.lastDate) },
        (each) => readMonthDays(looking, each),
      )
  const isShown = date !== undefined && monthOf(date) === month
  const shown = days.find((each) => (isShown ? each.date === date : each.state === 'open'))
  const openDays = days.filter(({ state }) => state === 'open')
  return {
    offer: await chosenOffer(deps, offer),
    month: calendarMonth(month, days, range),
    day: shown ? shownDay(looking, shown) : null,
    openDays: Object.fromEntries(openDays.map((each) => [each.date, packDay(shownDay(looking, each))])),
    hold: held ? await ownHold(deps, held, zone) : null,
    zoneName: zoneName(zone, deps.clock.now()),
    sentence: sentenceOf(query, range),
  }
}

interface Looking extends Deps {
  offer: Offer
  held: Hold | undefined
  zone: string
}

const readMonthDays = ({ offer, held, ...deps }: Looking, month: string) =>
  listDays(deps, { offer, firstDate: firstOf(month), lastDate: lastOf(month), ...exceptOwn(held) })

async function readDay({ offer, held, zone, ...deps }: Looking, date: string): Promise<Day> {
  const starts = await listStarts(deps, { offer, date, ...exceptOwn(held) })
  return shownDay({ offer, held, zone }, { date, starts })
}

function shownDay(
  { offer, held, zone }: Pick<Looking, 'offer' | 'held' | 'zone'>,
  { date, starts }: { date: string; starts: Start[] },
): Day {
  if (starts.every(({ isClosed }) => isClosed)) return { date, label: dayLabel(date), slots: [] }
  const own = held?.sessionType === offer.type.id && held.place === offer.place.id ? held.startsAt : undefined
  return { date, label: dayLabel(date), slots: slotsOf(starts, own, zone) }
}

const exceptOwn = (held: Hold | undefined) => (held ? { except: { occupancyId: held.id } } : {})

function sentenceOf(
  { date, month }: { date: string; month: string },
  { firstDate, lastDate }: { firstDate: string; lastDate: string },
): string | null {
  const bounds = `You can book dates from ${fullDate(firstDate)} to ${fullDate(lastDate)}.`
  const day = readDate(date)
  if (date !== '' && !day) return DATE_NOT_OFFERED
  if (day && (day < firstDate || day > lastDate)) return `You can’t book ${fullDate(day)}. ${bounds}`
  if (month === '') return null
  const wished = readMonth(month)
  if (!wished) return 'That month isn’t available. Here are our open dates.'
  return wished < monthOf(firstDate) || wished > monthOf(lastDate)
    ? `You can’t book that month. ${bounds}`
    : null
}

/**
 * The chosen start.
 * @returns undefined: not offered, taken, or held by another visitor
 */
export async function readStartOf(
  deps: Deps,
  query: TimesQuery & { slot: string },
): Promise<ChosenStart | undefined> {
  const offer = await findOffer(deps, query)
  const startsAt = readSlot(query.slot)
  const { studio, booking: policy } = await readSettings(deps)
  const zone = studio.timeZone
  if (!offer || startsAt === undefined || !isNear(startsAt, deps)) return undefined
  const held = await findHold(deps, query.visitor)
  const starts = await listStarts(deps, { offer, date: dateOf(startsAt, zone), ...exceptOwn(held) })
  const start = starts.find((each) => each.startsAt === startsAt)
  if (start?.state !== 'free') return undefined
  const hold = held ? await ownHold(deps, held, zone) : null
  return {
    offer: await chosenOffer(deps, offer),
    slot: query.slot,
    when: startLabels(start, zone),
    hold: hold && isHoldOf(hold, offer, query.slot) ? hold : null,
    policy: checkoutPolicyCopy({
      policy,
      depositCents: offer.type.depositCents,
      hasProposal: hasProposal(offer),
      sessionDate: startsAt,
      now: deps.clock.now(),
      zone,
    }),
  }
}

/** The day of a start, or of a date, with all its starts. */
export async function readDayOf(
  deps: Deps,
  query: TimesQuery & { slot: string },
): Promise<ChosenDay | undefined> {
  const offer = await findOffer(deps, query)
  if (!offer) return undefined
  const zone = await readZone(deps)
  const startsAt = readSlot(query.slot)
  const held = await findHold(deps, query.visitor)
  const date = startsAt !== undefined && isNear(startsAt, deps) ? dateOf(startsAt, zone) : undefined
  return {
    offer: await chosenOffer(deps, offer),
    day: date === undefined ? null : await readDay({ ...deps, offer, held, zone }, date),
    hold: held ? await ownHold(deps, held, zone) : null,
    zoneName: zoneName(zone, deps.clock.now()),
  }
}

/** Whether an instant is within 20 years of now. Dates farther away aren't computed with. */
const isNear = (at: number, { clock }: Pick<Deps, 'clock'>): boolean =>
  Math.abs(at - clock.now()) < 20 * 366 * 86_400_000

/** The visitor's hold as the countdown shows it. */
async function ownHold(deps: Deps, held: Hold, zone: string): Promise<VisitorHold> {
  const { type, place } = await findOfferOf(deps, {
    sessionType: { id: held.sessionType },
    place: { id: held.place },
  })
  return {
    slot: slotOf(held.startsAt),
    service: type.slug,
    location: place.slug,
    when: startLabels(held, zone),
    expiresAt: held.expiresAt,
    leftMs: held.expiresAt - deps.clock.now(),
    until: clockTime(held.expiresAt, zone),
    canExtend: !held.extended,
  }
}

const isHoldOf = (hold: VisitorHold, { type, place }: Offer, slot: string): boolean =>
  hold.slot === slot && hold.service === type.slug && hold.location === place.slug

const hasProposal = ({ type }: Pick<Offer, 'type'>): boolean => type.requirements?.proposal ?? false

const chosenOffer = async ({ db }: Pick<Deps, 'db'>, { type, place }: Offer): Promise<ChosenOffer> => ({
  service: type.slug,
  location: place.slug,
  title: type.title,
  minutes: type.minutes,
  editedPhotos: type.editedPhotos,
  priceCents: type.priceCents,
  priceUnit: type.priceUnit,
  depositCents: depositAsked(type),
  hasProposal: hasProposal({ type }),
  travelFeeCents: place.travelFeeCents,
  tax: offerTax({ ...type, ...place }, await readSettings({ db })),
  place: place.title,
  placeKind: place.kind,
  needsApproval: type.needsApproval,
  questions: questionsWhileBooking(type),
  steps: askedNow(requirementsOf(type, [], 0)?.items ?? []).map((item) => stepLabel(item, type)),
  stepsWithin: hoursLabel(type.requirements?.hours ?? 0),
})
