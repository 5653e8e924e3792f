import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { isBusinessDate } from '~/platform/text'
import { findOfferOf, listStarts } from '../../availability/operations.server'
import { type Changed, moveBooking, type Seen } from '../../reservations/changes.server'
import type { Booking } from '../../reservations/model'
import { selectBooking } from '../../reservations/store.server'
import { readSlot, slotOf } from '../../slot'
import { clockTime, dayAndTime } from '../../start-labels'
import { checkStart } from '../starting/operations.server'
import { readWallStart } from '../starting/wall-start'
import { wordsError } from '../words'

export interface MoveDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
  author: Author
}

export interface MoveChoice {
  /** YYYY-MM-DD */
  date: string
  /** What clients could choose that day, and nobody has. */
  free: { slot: string; label: string }[]
}

/** The starts of a day to which a booking can be moved by the rules. undefined: no day, or no booking. */
export async function listMoveStarts(
  { db, clock }: Pick<MoveDeps, 'db' | 'clock'>,
  id: string,
  date: string,
): Promise<MoveChoice | undefined> {
  const booking = isBusinessDate(date) ? await selectBooking(db, { id }) : undefined
  if (!booking) return undefined
  const offer = await findOfferOf({ db }, booking)
  const starts = await listStarts({ db, clock }, { offer, date, except: { bookingId: id } })
  return {
    date,
    free: starts
      .filter(({ state, startsAt }) => state === 'free' && startsAt !== booking.sessionDate)
      .map(({ startsAt }) => ({ slot: slotOf(startsAt), label: clockTime(startsAt, booking.zone) })),
  }
}

export type StudioMoved =
  | Changed
  | { ok: false; reason: 'refused'; errors: Record<string, string> }
  /** It breaks what holds for clients; with `anyway` it is done. */
  | { ok: false; reason: 'off-rules'; warnings: string[] }
  /** Somebody has that time. */
  | { ok: false; reason: 'taken'; inTheWay: string }

/**
 * Moves a booking where the studio wants it: to a start of the list (`slot`), or to any `date` and `time`, off the
 * rules when `anyway` says so, never over anything. Its price stays.
 */
export async function moveByStudio(
  deps: MoveDeps,
  seen: Seen,
  get: (name: string) => string,
): Promise<StudioMoved> {
  const { db, clock, author } = deps
  const booking = await selectBooking(db, { id: seen.id })
  if (!booking) return { ok: false, reason: 'missing' }
  const words = get('words').trim()
  const read = readTarget(get, booking)
  const wordsWrong = wordsError(words)
  if (!read.ok || wordsWrong)
    return {
      ok: false,
      reason: 'refused',
      errors: { ...(read.ok ? {} : read.errors), ...(wordsWrong ? { words: wordsWrong } : {}) },
    }
  const { startsAt } = read
  const offer = await findOfferOf({ db }, booking)
  const check = await checkStart({ db, clock }, { offer, startsAt, except: { bookingId: booking.id } })
  if (check.inTheWay !== '') return { ok: false, reason: 'taken', inTheWay: check.inTheWay }
  if (check.warnings.length > 0 && get('anyway') !== 'yes')
    return { ok: false, reason: 'off-rules', warnings: check.warnings }
  return await transact<StudioMoved>(db, async (tx, rollback) => {
    const by = { kind: 'studio' as const, name: author.name }
    const to = { startsAt, words, asksToAccept: get('asksToAccept') === 'yes' }
    const moved = await moveBooking({ ...deps, db: tx, by }, seen, to)
    if (!moved.ok) return rollback(outcomeOf(moved))
    if (moved.booking.version !== seen.version)
      await recordAction(
        { db: tx, clock, author },
        {
          action: 'booking-changed',
          subject: `Booking ${booking.reference} of ${booking.name}`,
          changes: [
            {
              field: 'Starts',
              from: dayAndTime(booking.sessionDate, booking.zone),
              to: dayAndTime(startsAt, booking.zone),
            },
          ],
        },
      )
    return moved
  })
}

function readTarget(get: (name: string) => string, { zone }: Booking) {
  const slot = get('slot')
  if (slot === '' || slot === 'other')
    return readWallStart({ date: get('date'), time: get('time'), which: get('which') }, zone)
  if (get('time') !== '')
    return {
      ok: false as const,
      errors: {
        slot: 'You picked an open time and entered a custom one. Choose “Custom time,” or clear the custom fields.',
      },
    }
  const startsAt = readSlot(slot)
  return startsAt === undefined
    ? { ok: false as const, errors: { slot: 'Choose a time from the list.' } }
    : { ok: true as const, startsAt }
}

function outcomeOf(moved: Extract<Awaited<ReturnType<typeof moveBooking>>, { ok: false }>): StudioMoved {
  switch (moved.reason) {
    case 'missing':
    case 'changed-meanwhile':
    case 'not-possible':
      return moved
    // What a move costs and what is offered are the client's matter.
    case 'costs-more':
    case 'not-offered':
    case 'taken':
      return { ok: false, reason: 'taken', inTheWay: 'someone who booked a moment earlier' }
  }
}
