import { readLedger } from '~/domains/billing/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Tx } from '~/platform/db/database.server'
import { enqueueAt } from '~/platform/jobs/recurring.server'
import type { HoldNews } from '../emails/model'
import { notifyOfBooking } from '../emails/operations.server'
import { agreeSchedule, readDues } from '../payments/schedule.server'
import type { Booking, BookingEvent } from '../reservations/model'
import { insertEvent, selectBooking, updateBooking, vouchFor } from '../reservations/store.server'
import {
  askedNow,
  type BookingRequirements,
  holdEnd,
  isHeld,
  openRequirements,
  type Requirement,
  withDone,
} from './model'
import { lockBooking } from './store.server'

/** Job kind for ending the holds of bookings whose requirements weren't met in time. */
export const END_HOLDS = 'end-booking-holds'

export interface RequirementDeps {
  /** The transaction of what meets, waives or asks for a requirement. */
  db: Tx
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
}

/** Queues the end of a hold. One job per minute ends all holds due in it. */
export const queueHoldEnd = ({ db, clock }: Pick<RequirementDeps, 'db' | 'clock'>, heldUntil: number) =>
  enqueueAt({ db, clock }, { kind: END_HOLDS }, Math.ceil(heldUntil / 60_000) * 60_000)

/** Holds the time of a request that the studio accepts, until everything that is required is there. */
export async function beginHold(
  deps: RequirementDeps & { by: BookingEvent['by'] },
  booking: Booking,
  { requirements, words }: { requirements: BookingRequirements; words: string },
): Promise<Booking> {
  const { db, clock, by } = deps
  const at = clock.now()
  const heldUntil = holdEnd(at, requirements.hours, booking.sessionDate)
  await mustUpdate(db, booking, { held_until: heldUntil, sequence: booking.sequence + 1 })
  if (by.kind === 'studio') await vouchFor(db, booking.id)
  await insertEvent(db, booking.id, { kind: 'held', at, by, detail: { until: heldUntil, words } })
  await queueHoldEnd(deps, heldUntil)
  const held = await mustFind(db, booking.id)
  await tellOfHold(deps, held, { words, why: 'new' })
  return held
}

/** Emails the client what is still required, and until when. */
export async function tellOfHold(
  deps: RequirementDeps,
  booking: Booking,
  { words, why }: { words: string; why: HoldNews },
): Promise<void> {
  const open = askedNow(openRequirements(booking, await readLedger(deps, booking.id))).map(({ kind }) => kind)
  await notifyOfBooking(deps, booking, { kind: 'held', words, open, why })
}

/** Emails client and studio about a new booking. */
export async function tellOfNew(deps: RequirementDeps, booking: Booking): Promise<void> {
  if (isHeld(booking)) await tellOfHold(deps, booking, { words: '', why: 'new' })
  else
    await notifyOfBooking(
      deps,
      booking,
      booking.state === 'requested'
        ? { kind: 'requested' }
        : { kind: 'confirmed', words: '', completes: false, paid: null },
    )
}

/** What may have met a requirement of a booking. */
export type Arrival =
  | { kind: 'contract'; contractId: string }
  /** `onlineCents`: an online payment in minor units, about which the client hasn't been emailed. */
  | { kind: 'deposit'; onlineCents?: number }
  | { kind: 'questionnaire' }

/**
 * Notes that something arrived. If nothing else is required, the booking counts as confirmed in the same transaction.
 * @returns whether it does, so that the client is emailed
 */
export async function meetRequirement(
  deps: RequirementDeps,
  bookingId: string,
  arrival: Arrival,
  by: BookingEvent['by'],
): Promise<boolean> {
  const { db, clock } = deps
  const booking = await lockBooking(db, bookingId)
  if (!booking?.requirements || booking.state !== 'requested') return false
  const isIt = (item: Requirement) =>
    item.kind === arrival.kind && (arrival.kind !== 'contract' || item.contract === arrival.contractId)
  const at = clock.now()
  const met = booking.requirements.items.find((item) => item.doneAt === null && isIt(item))
  if (!met) return false
  // A deposit may be refunded again, so only the ledger says whether it's there.
  if (arrival.kind !== 'deposit') {
    const requirements = withDone(booking.requirements, isIt, { doneAt: at, waivedBy: null })
    await mustUpdate(db, booking, { requirements: JSON.stringify(requirements) })
    if (arrival.kind === 'contract')
      await insertEvent(db, bookingId, {
        kind: 'requirement-met',
        at,
        by,
        detail: { requirement: 'contract' },
      })
  }
  const onlineCents = arrival.kind === 'deposit' ? arrival.onlineCents : undefined
  const { state } = await confirmIfComplete({ ...deps, by }, bookingId, onlineCents)
  return state === 'confirmed'
}

/** Confirms a held booking if nothing is required anymore. The booking is locked. @returns the booking */
export async function confirmIfComplete(
  deps: RequirementDeps & { by: BookingEvent['by'] },
  bookingId: string,
  onlineCents = 0,
): Promise<Booking> {
  const booking = await mustFind(deps.db, bookingId)
  if (!isHeld(booking) || openRequirements(booking, await readLedger(deps, bookingId)).length > 0)
    return booking
  return await confirmRequest(deps, booking, '', onlineCents)
}

/**
 * Confirms a request. What is still open is waived.
 * @param words the studio's to the client
 * @param onlineCents the online payment that completed it, in minor units; 0: none
 */
export async function confirmRequest(
  deps: RequirementDeps & { by: BookingEvent['by'] },
  booking: Booking,
  words: string,
  onlineCents = 0,
): Promise<Booking> {
  const { db, clock, by } = deps
  const at = clock.now()
  const { requirements } = booking
  const open = openRequirements(booking, await readLedger(deps, booking.id))
  await mustUpdate(db, booking, {
    ...{ state: 'confirmed', held_until: null, sequence: booking.sequence + 1 },
    ...(requirements && {
      requirements: JSON.stringify(
        withDone(
          withDone(requirements, (item) => !open.includes(item), { doneAt: at, waivedBy: null }),
          () => true,
          { doneAt: at, waivedBy: by.kind === 'studio' ? by.name : null },
        ),
      ),
    }),
  })
  if (by.kind === 'studio') await vouchFor(db, booking.id)
  const completes = isHeld(booking)
  await insertEvent(db, booking.id, {
    ...{ kind: 'confirmed', at, by },
    detail: { words, ...(completes ? { completes: 1 } : {}) },
  })
  const confirmed = await mustFind(db, booking.id)
  await agreeSchedule(deps, confirmed)
  const paid = onlineCents > 0 ? { cents: onlineCents, dues: await readDues(deps, confirmed) } : null
  await notifyOfBooking(deps, confirmed, { kind: 'confirmed', words, completes, paid })
  return confirmed
}

async function mustUpdate(
  db: Tx,
  booking: Booking,
  change: Parameters<typeof updateBooking>[2],
): Promise<void> {
  if (!(await updateBooking(db, booking, change)))
    throw new Error(`The booking ${booking.id} was changed at the same time.`)
}

async function mustFind(db: Tx, id: string): Promise<Booking> {
  const booking = await selectBooking(db, { id })
  if (!booking) throw new Error(`The booking ${id} no longer exists.`)
  return booking
}
