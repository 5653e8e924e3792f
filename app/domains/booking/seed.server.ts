import { readSettings } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db, Tx } from '~/platform/db/database.server'
import { addDays, dateOf, weekdayOf } from '~/platform/time'
import { findOffer, listStarts } from './availability/operations.server'
import { REMINDERS } from './emails/model'
import { addMiniDay } from './mini-days/operations.server'
import { writeBooking } from './reservations/operations.server'
import { insertEvent, insertReminder, updateBooking } from './reservations/store.server'
import { federalHolidays } from './schedules/holidays'
import { addSchedules } from './schedules/operations.server'
import type { SchedulesDraft } from './session-types/drafts'

/**
 * Adds the calendar of a new installation: its schedules, the holidays of this year and the next, and its
 * mini session days, relative to the current date so that they are in the future.
 */
export async function addCalendar(
  { db }: { db: Db },
  { schedules, miniDays }: SchedulesDraft,
  {
    typeIds,
    placeIds,
    zone,
    at,
  }: { typeIds: Map<string, string>; placeIds: Map<string, string>; zone: string; at: number },
): Promise<void> {
  const today = dateOf(at, zone)
  const year = Number(today.slice(0, 4))
  const rules = schedules.map(({ title, sessionType, place, hours }) => ({
    title,
    sessionType: sessionType === null ? null : idOf(typeIds, sessionType),
    place: place === null ? null : idOf(placeIds, place),
    from: null,
    until: null,
    hours,
  }))
  await addSchedules({ db }, rules, { holidayYears: [year, year + 1] })
  for (const { weekday, weeksAhead, starts, title, ...day } of miniDays)
    await addMiniDay(
      { db },
      {
        title,
        sessionType: idOf(typeIds, day.sessionType),
        place: idOf(placeIds, day.place),
        date: openDate(addDays(today, weeksAhead * 7), weekday),
        starts,
        isPublished: true,
      },
      { at },
    )
}

function idOf(ids: Map<string, string>, slug: string): string {
  const id = ids.get(slug)
  if (id === undefined) throw new Error(`There is no ${slug}.`)
  return id
}

/** The first such weekday from a date on that isn't a holiday. */
function openDate(from: string, weekday: number): string {
  const first = addDays(from, (weekday - weekdayOf(from) + 7) % 7)
  const isHoliday = federalHolidays(Number(first.slice(0, 4))).some(({ date }) => date === first)
  return isHoliday ? openDate(addDays(first, 1), weekday) : first
}

const DAY_MS = 86_400_000
/** Days before its session that a sample is booked. */
const BOOKED_BEFORE = 35
const LOOKED_AT = 21

interface Sample {
  sessionType: string
  place: string
  /** Days from today; negative: in the past. */
  days: number
  name: string
  email: string
  phone: string
  notes: string
}

/**
 * Adds a confirmed or past demo booking at a free start, without emails. Adds nothing if there is no such
 * start.
 */
export async function addSampleBooking(
  { db: tx, clock, config }: { db: Tx; clock: Clock; config: Pick<Config, 'siteUrl' | 'secret'> },
  { sessionType, place, days, ...client }: Sample,
): Promise<void> {
  const settings = await readSettings({ db: tx })
  const offer = await findOffer({ db: tx }, { service: sessionType, location: place })
  if (!offer) return
  const zone = settings.studio.timeZone
  // The clock on the day of the booking, so that notice and booking window apply as for a client.
  const booked: Clock = { ...clock, now: () => clock.now() + Math.min(0, days - BOOKED_BEFORE) * DAY_MS }
  const first = addDays(dateOf(clock.now(), zone), days)
  const startsAt = await firstFree({ db: tx, clock: booked }, { offer, zone, first })
  if (startsAt === undefined) return
  const isPast = days < 0
  if (isPast && startsAt + offer.type.minutes * 60_000 > clock.now()) return
  const { name, email, phone, notes } = client
  for (;;) {
    const written = await writeBooking(
      { db: tx, clock: booked, config },
      {
        settings,
        offer,
        startsAt,
        miniDayId: null,
        details: { name, email, phone, notes, partySize: 2, address: '', answers: [] },
        wanted: 'confirmed',
        termsVersion: null,
        priceCents: offer.type.priceCents,
        submissionKey: null,
        by: { kind: 'client', name },
        notifies: false,
      },
    )
    if (!written.ok && written.reason === 'reference-taken') continue
    if (!written.ok) return
    const { id, version, sessionDate, sessionEnd } = written.booking
    for (const reminder of REMINDERS)
      await insertReminder(tx, { bookingId: id, reminder, sessionDate, at: clock.now() })
    if (!isPast) return
    await updateBooking(tx, { id, version }, { state: 'done' })
    const by = { kind: 'program', name: '' } as const
    await insertEvent(tx, id, { kind: 'done', at: sessionEnd, by, detail: {} })
    return
  }
}

async function firstFree(
  deps: { db: Tx; clock: Clock },
  {
    offer,
    zone,
    first,
  }: { offer: NonNullable<Awaited<ReturnType<typeof findOffer>>>; zone: string; first: string },
): Promise<number | undefined> {
  for (let day = 0; day < LOOKED_AT; day++) {
    const starts = await listStarts(deps, { offer, zone, date: addDays(first, day) })
    const free = starts.filter(({ state }) => state === 'free')
    // Not the first start of the day, which visitors who try the demo (and tests) tend to choose.
    const middle = free[Math.floor(free.length / 2)]
    if (middle) return middle.startsAt
  }
  return undefined
}
