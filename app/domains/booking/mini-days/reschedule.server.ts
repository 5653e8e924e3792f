import { z } from 'zod'
import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { readZone } from '~/domains/content/operations.server'
import { type Rollback, type Tx, transact } from '~/platform/db/database.server'
import { businessDate, must, optional, refuse as refuseField, text, timeFor } from '~/platform/fields'
import { type FieldValues, parseForm } from '~/platform/forms'
import { dateOf, timeLabel, zoneName } from '~/platform/time'
import type { Offer } from '../availability/model'
import { instantsOf } from '../availability/wall-time'
import { type ChangeDeps, rescheduleTogether } from '../reservations/changes.server'
import type { Booking } from '../reservations/model'
import { dropExpiredHolds, lockCalendar } from '../reservations/occupancies-store.server'
import { selectBooking } from '../reservations/store.server'
import { moveWaitlist } from '../waitlist/offers.server'
import { miniDayLabel, shiftedStarts } from './mini-day-form'
import type { MiniDayRecord } from './model'
import { dayInTheWay, obstaclesTo, offerOf } from './operations.server'
import { selectMiniDay, selectPublishedOn, selectStanding, updateMiniDay } from './store.server'

export type MiniDayRescheduled =
  /** Number of rescheduled bookings and of waitlist entries. */
  | { ok: true; rescheduled: number; waiting: number }
  | { ok: false; reason: 'refused'; errors: FieldValues }
  | { ok: false; reason: 'missing' | 'changed-since' }
  /** Nothing was changed; one line for each conflict. */
  | { ok: false; reason: 'in-the-way'; what: string[] }

type Deps = Omit<ChangeDeps, 'by'> & { author: Author }

interface Target {
  /** YYYY-MM-DD */
  date: string
  /** HH:MM; '' keeps the times. */
  first: string
  /** The studio's message to all clients. */
  words: string
}

/**
 * Reschedules a whole mini session day: all bookings in order, or none. Each client is notified and has to
 * accept the new date.
 */
export async function rescheduleMiniDay(
  deps: Deps,
  seen: { id: string; version: number },
  sent: Target,
): Promise<MiniDayRescheduled> {
  return await transact<MiniDayRescheduled>(deps.db, (tx, rollback) =>
    rescheduleDay({ ...deps, db: tx }, seen, sent, (what) =>
      rollback({ ok: false, reason: 'in-the-way', what }),
    ),
  )
}

async function rescheduleDay(
  deps: Deps & { db: Tx },
  seen: { id: string; version: number },
  sent: Target,
  refuse: Rollback<string[]>,
): Promise<MiniDayRescheduled> {
  const { db: tx, clock, author } = deps
  await lockCalendar(tx, 'default')
  const day = await selectMiniDay(tx, seen.id)
  if (!day) return { ok: false, reason: 'missing' }
  if (day.version !== seen.version) return { ok: false, reason: 'changed-since' }
  const zone = await readZone({ db: tx })
  const schema = rescheduleDaySchema(day, { zone, today: dateOf(clock.now(), zone) })
  const read = parseForm(schema, { ...sent })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { to, words } = read.value
  const offer = await offerOf(tx, day)
  await dropExpiredHolds(tx, offer.resourceNumber, clock.now())
  const waiting = await rescheduleWaitlist(deps, { day, to, offer })
  const obstacles = await obstaclesTo({ db: tx, clock }, to, zone, offer)
  const other = day.isPublished ? await dayInTheWay(tx, to, zone) : undefined
  const what = [
    ...obstacles.map(({ startsAt, words: obstacle }) => `${timeLabel(startsAt, zone)}: ${obstacle}`),
    ...(other ? [`The mini-session day “${other.title}”`] : []),
  ]
  if (what.length > 0) return refuse(what)
  // Saves the day first, since the bookings look up its new starts.
  await updateMiniDay(tx, seen, to, clock.now())
  const reschedules = await reschedulesBy(tx, { from: day, to, zone }, refuse)
  await rescheduleTogether({ ...deps, by: { kind: 'studio', name: author.name } }, reschedules, words, () =>
    refuse([]),
  )
  const changes = [
    { field: 'Date', from: day.date, to: to.date },
    {
      field: miniDayLabel('starts', zoneName(zone, clock.now())),
      from: day.starts.join(', '),
      to: to.starts.join(', '),
    },
  ].filter(({ from, to: now }) => from !== now)
  await recordAction(
    { db: tx, clock, author },
    { action: 'mini-day-rescheduled', subject: day.title, changes },
  )
  return { ok: true, rescheduled: reschedules.length, waiting }
}

/** Moves the day's waitlist, unless another day with the same sessions remains on the old date. */
async function rescheduleWaitlist(
  deps: Deps & { db: Tx },
  { day, to, offer }: { day: MiniDayRecord; to: MiniDayRecord; offer: Offer },
): Promise<number> {
  if (!day.isPublished) return 0
  const others = await selectPublishedOn(deps.db, { dates: [day.date], except: day.id })
  const isShared = others.some(
    ({ sessionType, place }) => sessionType === day.sessionType && place === day.place,
  )
  return isShared ? 0 : await moveWaitlist(deps, { offer, from: day.date, to: to.date })
}

function rescheduleDaySchema(day: MiniDayRecord, { zone, today }: { zone: string; today: string }) {
  return z
    .object({
      date: businessDate('New date').check(must((typed) => typed >= today, 'That date is in the past.')),
      first: optional(timeFor('First start time')),
      words: text({ label: 'Message to clients', max: 1_000, optional: true }),
    })
    .transform(({ date, first, words }, context) => {
      const starts = shiftedStarts(day.starts, first ?? day.starts[0] ?? '')
      if (!starts) refuseField(context, 'first', 'The last session would start after midnight.')
      else if (date === day.date && starts[0] === day.starts[0])
        refuseField(context, 'date', 'That’s the current date and time.')
      else if (starts.some((each) => instantsOf(date, each, zone).length === 0))
        refuseField(
          context,
          'first',
          'Clocks spring forward past one of these times on that date. Choose another first start time.',
        )
      return { to: { ...day, date, starts: starts ?? [] }, words }
    })
}

/** Assigns each booking the start at the same position. */
async function reschedulesBy(
  tx: Tx,
  { from, to, zone }: { from: MiniDayRecord; to: MiniDayRecord; zone: string },
  refuse: Rollback<string[]>,
): Promise<{ booking: Booking; startsAt: number }[]> {
  const reschedules: { booking: Booking; startsAt: number }[] = []
  for (const { id, startsAt, state } of await selectStanding(tx, from.id)) {
    const booking = await selectBooking(tx, { id })
    const place = from.starts.findIndex((time) => instantsOf(from.date, time, zone).includes(startsAt))
    const [next] = instantsOf(to.date, to.starts[place] ?? '', zone)
    if (!booking || place === -1 || next === undefined || !['requested', 'confirmed'].includes(state))
      return refuse([
        `${booking?.reference}, ${booking?.name}: this session ${place === -1 ? 'isn’t at one of the day’s times' : 'is over'}, so it can’t move with the day`,
      ])
    reschedules.push({ booking, startsAt: next })
  }
  return reschedules
}
