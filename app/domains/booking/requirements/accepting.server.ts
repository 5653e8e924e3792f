import { readLedger } from '~/domains/billing/operations.server'
import {
  type ChangeDeps,
  type Changed,
  changeBooking,
  type ExpectedVersion,
  isTooLate,
  mustFind,
} from '../reservations/changes.server'
import { isHeld, openRequirements } from './model'
import { beginHold, confirmRequest } from './operations.server'
import { lockBooking } from './store.server'

/**
 * Confirms a pending booking. If its session type requires something, its time is held until that is there; confirming
 * a held one waives it.
 * @param atOnce whether to hold nothing
 */
export const confirmBooking = (
  deps: ChangeDeps,
  seen: ExpectedVersion,
  words: string,
  { atOnce = false } = {},
): Promise<Changed> =>
  changeBooking<Changed>(deps, seen, async (tx, { id }, rollback) => {
    const booking = await lockBooking(tx, id)
    if (booking?.version !== seen.version)
      return rollback({ ok: false, reason: 'changed-since', booking: await mustFind(tx, id) })
    if (booking.state !== 'requested' || isTooLate(deps, booking))
      return { ok: false, reason: 'not-possible', booking }
    const within = { ...deps, db: tx }
    const { requirements } = booking
    const isToHold =
      !atOnce &&
      !isHeld(booking) &&
      booking.sessionDate > deps.clock.now() &&
      openRequirements(booking, await readLedger(within, id)).length > 0
    return {
      ok: true,
      booking:
        requirements && isToHold
          ? await beginHold(within, booking, { requirements, words })
          : await confirmRequest(within, booking, words),
    }
  })
