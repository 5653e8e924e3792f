import { isFee } from '~/domains/billing/model'
import { readLedger } from '~/domains/billing/operations.server'
import { readZone } from '~/domains/content/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Rollback, type Tx, transact } from '~/platform/db/database.server'
import { dateOf } from '~/platform/time'
import type { Start } from '../availability/model'
import { findOfferOf, listStarts } from '../availability/operations.server'
import { wallTimeOf } from '../availability/wall-time'
import { notifyOfBooking, type Occasion } from '../emails/operations.server'
import { endOpenCheckout } from '../online/open-checkout.server'
import { withdrawReminder } from '../payments/emails.server'
import { chargeFee, endFees } from '../payments/operations.server'
import { moveSchedule } from '../payments/schedule.server'
import { cancelEndsFees, cancelTermsOf, isChangeable, reschedulesBy, rescheduleTermsOf } from '../policy'
import { type Booking, type BookingEvent, type BookingState, KEEPS_TIME, NEXT_STATES } from './model'
import { dropExpiredHolds, lockCalendar, occupyForBooking, release } from './occupancies-store.server'
import { insertEvent, selectBooking, selectEvents, updateBooking, vouchFor } from './store.server'

export interface ChangeDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
  /** Who makes the change. */
  by: BookingEvent['by']
}

/** A booking, and its version when the page was shown. */
export interface ExpectedVersion {
  id: string
  version: number
}

export type Changed =
  | { ok: true; booking: Booking }
  | { ok: false; reason: 'missing' }
  /** It has changed since then. */
  | { ok: false; reason: 'changed-since'; booking: Booking }
  /** The booking's status doesn't allow it. */
  | { ok: false; reason: 'not-possible'; booking: Booking }

/** It would cost the client more than the page said. */
export type CostsMore = { ok: false; reason: 'costs-more'; booking: Booking }

const DECLINED = 'The studio declined the request.'

/** Declines a pending booking, and frees its time. */
export const declineBooking = (deps: ChangeDeps, seen: ExpectedVersion, words: string): Promise<Changed> =>
  changeState<never>(deps, seen, { from: ['requested'], to: 'declined' }, async (tx, booking) => {
    await endFees({ ...deps, db: tx }, booking.id, DECLINED)
    return { kind: 'declined', words }
  })

/**
 * Ends a booking and frees its time. A client cancels under the agreed terms. When the studio cancels,
 * nothing is due unless `keeps: 'what was agreed'`. A deposit that is kept becomes a fee.
 */
export const cancelBooking = (
  deps: ChangeDeps,
  seen: ExpectedVersion,
  words: string,
  { keeps = 'nothing' }: { keeps?: 'nothing' | 'what was agreed' } = {},
): Promise<Changed> =>
  changeState<never>(deps, seen, CANCELING, (tx, booking) =>
    cancelWithin({ ...deps, db: tx }, booking, words, keeps === 'what was agreed'),
  )

/** Cancels for a client. @param mayKeepDeposit whether the page said that the deposit is kept */
export const cancelIfAgreed = (
  deps: ChangeDeps,
  seen: ExpectedVersion,
  { words, mayKeepDeposit }: { words: string; mayKeepDeposit: boolean },
): Promise<Changed | CostsMore> =>
  changeState<CostsMore>(deps, seen, CANCELING, async (tx, booking) => {
    const { isDepositReturned } = cancelTermsOf(booking, deps.clock.now())
    return isDepositReturned || mayKeepDeposit
      ? await cancelWithin({ ...deps, db: tx }, booking, words, true)
      : { ok: false, reason: 'costs-more', booking }
  })

const CANCELING: { from: BookingState[]; to: BookingState } = {
  from: ['requested', 'confirmed'],
  to: 'canceled',
}

async function cancelWithin(
  deps: ChangeDeps & { db: Tx },
  booking: Booking,
  words: string,
  keepsTerms: boolean,
): Promise<Occasion> {
  await withdrawReminder(deps, booking.id)
  const by = deps.by.kind === 'client' ? 'client' : 'studio'
  const terms = cancelTermsOf(booking, deps.clock.now())
  const keptCents =
    (by === 'studio' && !keepsTerms) || terms.isDepositReturned ? 0 : await depositWithin(deps.db, booking)
  if (cancelEndsFees(booking, { by, keepsTerms })) await endFees(deps, booking.id, ENDED_BY[by])
  if (keptCents > 0) await chargeFee(deps, booking.id, 'cancellation', keptCents)
  return { kind: 'canceled', by, words, isDepositReturned: keptCents === 0, keptCents }
}

/** The deposit, or what credit notes and refunds have left of price and travel if that is less. */
async function depositWithin(db: Tx, { id, depositCents }: Booking): Promise<number> {
  const { charges } = await readLedger({ db }, id)
  const asked = charges.filter((charge) => !isFee(charge) && charge.voided === null)
  return asked.some(({ amountCents }) => amountCents === null)
    ? depositCents
    : Math.min(
        depositCents,
        asked.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0),
      )
}

const ENDED_BY = {
  client: 'Nothing is owed when a client cancels a request, or a date that the studio chose.',
  studio: 'The studio canceled the session.',
}

/** Records how a session ended, without notifying anyone. */
export const closeBooking = (
  deps: ChangeDeps,
  seen: ExpectedVersion,
  to: 'done' | 'no-show' | 'confirmed',
): Promise<Changed> =>
  changeState<never>(deps, seen, { from: ['confirmed', 'done', 'no-show'], to }, async () => undefined)

async function changeState<Refusal extends { ok: false } = never>(
  deps: ChangeDeps,
  seen: ExpectedVersion,
  { from, to }: { from: BookingState[]; to: BookingState },
  /**
   * Writes what else belongs to the change, in its transaction, and returns what emails to send. A refusal
   * ends the transaction before anything is written.
   */
  occasionFor: (tx: Tx, booking: Booking) => Promise<Occasion | undefined | Refusal>,
): Promise<Changed | Refusal> {
  return await changeBooking<Changed | Refusal>(deps, seen, async (tx, booking, rollback) => {
    if (!from.includes(booking.state) || !NEXT_STATES[booking.state].includes(to) || isTooLate(deps, booking))
      return { ok: false, reason: 'not-possible', booking }
    const occasion = await occasionFor(tx, booking)
    if (occasion && 'ok' in occasion) return occasion
    const changed = await writeState({ ...deps, db: tx }, booking, { to, occasion }, rollback)
    if (occasion) await notifyOfBooking({ ...deps, db: tx }, changed, occasion)
    return { ok: true, booking: changed }
  })
}

/** Writes a status, its event and what follows from it. The caller notifies. */
export async function writeState(
  { db: tx, clock, by }: ChangeDeps & { db: Tx },
  booking: Booking,
  { to, occasion }: { to: BookingState; occasion: Occasion | undefined },
  rollback: Rollback<Conflict>,
): Promise<Booking> {
  const keepsTime = KEEPS_TIME.includes(to)
  await mustUpdate(
    tx,
    booking,
    {
      state: to,
      // Calendars need increasing sequence numbers, and an ended booking may be reopened.
      ...(occasion ? { sequence: booking.sequence + 1 } : {}),
      ...(keepsTime ? {} : { submission_key: null, acceptance_requested_at: null, held_until: null }),
    },
    rollback,
  )
  if (!keepsTime) {
    await release(tx, { bookingId: booking.id })
    await endOpenCheckout({ db: tx, clock }, booking.id)
  } else if (by.kind === 'studio') await vouchFor(tx, booking.id)
  const kind = to === 'confirmed' ? 'reopened' : to
  await insertEvent(tx, booking.id, { kind, at: clock.now(), by, detail: detailOf(occasion) })
  return await mustFind(tx, booking.id)
}

/**
 * Declines a request, or cancels a session without fees, in a transaction that has locked the calendar. The
 * caller notifies the client.
 * @returns undefined if it has already ended
 */
export async function endByStudio(deps: ChangeDeps & { db: Tx }, id: string): Promise<Booking | undefined> {
  const booking = await mustFind(deps.db, id)
  const giveUp = () => {
    throw new Error(`The booking ${id} was changed at the same time.`)
  }
  if (booking.state === 'confirmed') {
    const occasion = await cancelWithin(deps, booking, '', false)
    return await writeState(deps, booking, { to: 'canceled', occasion }, giveUp)
  }
  if (booking.state !== 'requested') return undefined
  await endFees(deps, id, DECLINED)
  return await writeState(
    deps,
    booking,
    { to: 'declined', occasion: { kind: 'declined', words: '' } },
    giveUp,
  )
}

export type Rescheduled = Changed | CostsMore | { ok: false; reason: 'not-offered' } | Taken

interface Taken {
  ok: false
  reason: 'taken'
  free: Start[]
}

interface Target {
  /** Milliseconds since 1970. */
  startsAt: number
  /** Message from the studio to the client. */
  words?: string
  /** Whether the client has to accept the new date. */
  asksToAccept?: boolean
  /** The fee that the client's page showed, in cents. */
  agreedFeeCents?: number
}

/**
 * Moves a booking to another start. A client can choose offered starts, by the agreed terms; the studio any
 * free time.
 */
export const rescheduleBooking = (
  deps: ChangeDeps,
  seen: ExpectedVersion,
  to: Target,
): Promise<Rescheduled> =>
  changeBooking<Rescheduled>(deps, seen, (tx, booking, rollback) =>
    rescheduleWithin({ ...deps, db: tx }, booking, to, rollback),
  )

async function rescheduleWithin(
  deps: ChangeDeps & { db: Tx },
  booking: Booking,
  { startsAt, words = '', asksToAccept = false, agreedFeeCents }: Target,
  rollback: Rollback<Conflict | Taken>,
): Promise<Rescheduled> {
  const tx = deps.db
  if ((booking.state !== 'requested' && booking.state !== 'confirmed') || isTooLate(deps, booking))
    return { ok: false, reason: 'not-possible', booking }
  if (booking.sessionDate === startsAt) return { ok: true, booking }
  const offer = await findOfferOf({ db: tx }, booking)
  const now = deps.clock.now()
  const isClient = deps.by.kind === 'client'
  const reschedules = await countReschedules(tx, booking.id)
  const feeCents = isClient ? rescheduleTermsOf(booking, { now, reschedules }).feeCents : 0
  if (agreedFeeCents !== undefined && !(feeCents <= agreedFeeCents))
    return { ok: false, reason: 'costs-more', booking }
  await dropExpiredHolds(tx, offer.resourceNumber, now)
  const zone = await readZone({ db: tx })
  const starts = await listStarts(
    { db: tx, clock: deps.clock },
    { offer, date: dateOf(startsAt, zone), zone, except: { bookingId: booking.id } },
  )
  const free = starts.filter((start) => start.state === 'free' && start.startsAt !== startsAt)
  const start = starts.find((each) => each.startsAt === startsAt)
  if (isClient && !start) return { ok: false, reason: 'not-offered' }
  if (isClient && start?.state !== 'free') return { ok: false, reason: 'taken', free }
  await release(tx, { bookingId: booking.id })
  if (!(await occupyForBooking(tx, offer, { bookingId: booking.id, startsAt })))
    return rollback({ ok: false, reason: 'taken', free })
  await mustUpdate(
    tx,
    booking,
    {
      session_date: startsAt,
      session_end: startsAt + offer.type.minutes * 60_000,
      wall_start: wallTimeOf(startsAt, zone),
      zone,
      mini_day_id: start?.miniDay ?? null,
      sequence: booking.sequence + 1,
      submission_key: null,
      acceptance_requested_at: asksToAccept ? now : null,
      ...(booking.heldUntil === null ? {} : { held_until: Math.min(booking.heldUntil, startsAt) }),
    },
    rollback,
  )
  const isAnswer = isClient && booking.acceptanceRequestedAt !== null
  const detail = {
    from: booking.sessionDate,
    to: startsAt,
    feeCents,
    words,
    ...(isAnswer ? { instead: 1 } : {}),
  }
  await insertEvent(tx, booking.id, { kind: 'rescheduled', at: now, by: deps.by, detail })
  await chargeFee({ ...deps, db: tx }, booking.id, 'reschedule', feeCents)
  const rescheduled = await mustFind(tx, booking.id)
  await moveSchedule({ ...deps, db: tx }, rescheduled)
  await notifyOfBooking({ ...deps, db: tx }, rescheduled, {
    kind: 'rescheduled',
    fromDate: booking.sessionDate,
    by: isClient ? 'client' : 'studio',
    feeCents,
    words,
    asksToAccept,
  })
  return { ok: true, booking: rescheduled }
}

/** How often the client has rescheduled, as counted by `reschedulesBy`. */
async function countReschedules(db: Db, bookingId: string): Promise<number> {
  return reschedulesBy(await selectEvents(db, bookingId))
}

/** The client accepts the new time that the studio chose. */
export const acceptReschedule = (deps: ChangeDeps, seen: ExpectedVersion): Promise<Changed> =>
  changeBooking<Changed>(deps, seen, async (tx, booking, rollback) => {
    if (booking.acceptanceRequestedAt === null || isTooLate(deps, booking))
      return { ok: false, reason: 'not-possible', booking }
    await mustUpdate(tx, booking, { acceptance_requested_at: null }, rollback)
    await insertEvent(tx, booking.id, { kind: 'accepted', at: deps.clock.now(), by: deps.by, detail: {} })
    const accepted = await mustFind(tx, booking.id)
    await notifyOfBooking({ ...deps, db: tx }, accepted, { kind: 'accepted' })
    return { ok: true, booking: accepted }
  })

/** Clients can't change anything once the session has begun. */
export const isTooLate = ({ by, clock }: ChangeDeps, booking: Booking): boolean =>
  by.kind === 'client' && !isChangeable(booking, clock.now())

/** Runs a change in a transaction with the calendar locked, unless the booking's version has changed. */
export const changeBooking = <Outcome>(
  { db }: ChangeDeps,
  { id, version }: ExpectedVersion,
  work: (tx: Tx, booking: Booking, rollback: Rollback<Outcome | Conflict>) => Promise<Outcome>,
): Promise<Outcome | Extract<Changed, { ok: false }>> =>
  transact<Outcome | Extract<Changed, { ok: false }>>(db, async (tx, rollback) => {
    const known = await selectBooking(tx, { id })
    if (!known) return { ok: false, reason: 'missing' }
    await lockCalendar(tx, known.resourceId)
    const booking = await mustFind(tx, id)
    if (booking.version !== version) return { ok: false, reason: 'changed-since', booking }
    return await work(tx, booking, rollback)
  })

interface Conflict {
  ok: false
  reason: 'changed-since'
  booking: Booking
}

/**
 * A note, an answer or a new link doesn't need the calendar's lock, so it may have been written in between.
 */
async function mustUpdate(
  tx: Tx,
  booking: Booking,
  to: Parameters<typeof updateBooking>[2],
  rollback: Rollback<Conflict>,
): Promise<void> {
  if (await updateBooking(tx, booking, to)) return
  rollback({ ok: false, reason: 'changed-since', booking: await mustFind(tx, booking.id) })
}

export async function mustFind(db: Db, id: string): Promise<Booking> {
  const booking = await selectBooking(db, { id })
  if (!booking) throw new Error(`The booking ${id} no longer exists.`)
  return booking
}

function detailOf(occasion: Occasion | undefined): BookingEvent['detail'] {
  if (!occasion) return {}
  const { kind: _, ...detail } = occasion
  return Object.fromEntries(
    Object.entries(detail).map(([key, value]) => [key, typeof value === 'boolean' ? Number(value) : value]),
  )
}

/**
 * Moves several bookings in a transaction that has locked the calendar. Each may take a time that another
 * leaves. Each client has to accept.
 * @param refuse rolls back if a new time isn't free
 */
export async function rescheduleTogether(
  deps: ChangeDeps & { db: Tx },
  reschedules: { booking: Booking; startsAt: number }[],
  words: string,
  refuse: () => never,
): Promise<void> {
  for (const { booking } of reschedules) await release(deps.db, { bookingId: booking.id })
  for (const { booking, startsAt } of reschedules) {
    const rescheduled = await rescheduleWithin(deps, booking, { startsAt, words, asksToAccept: true }, refuse)
    if (!rescheduled.ok || rescheduled.booking.version === booking.version) return refuse()
  }
}
