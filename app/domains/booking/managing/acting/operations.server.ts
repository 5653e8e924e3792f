import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { countHits, tooManySentence } from '~/platform/rate-limit.server'
import {
  acceptMove,
  type Changed,
  type CostsMore,
  cancelIfAgreed,
  changeBooking,
  type Moved,
  moveBooking,
  mustFind,
  type Seen,
} from '../../reservations/changes.server'
import type { Booking } from '../../reservations/model'
import { insertEvent, updateBooking } from '../../reservations/store.server'
import { sendNewLink } from '../notices/operations.server'

const LINK_LIMIT = { name: 'booking-link', limit: 10, windowMs: 3_600_000 }

export interface ManageDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret' | 'rateLimitScale'>
}

const asClient = (deps: ManageDeps, booking: Booking) => ({
  ...deps,
  by: { kind: 'client' as const, name: booking.name },
})

/** Moves a booking for its client. @param agreedFeeCents what its page said that it costs */
export const moveOwnBooking = (
  deps: ManageDeps,
  booking: Booking,
  { version, ...to }: Pick<Seen, 'version'> & { startsAt: number; agreedFeeCents: number },
): Promise<Moved> => moveBooking(asClient(deps, booking), { id: booking.id, version }, to)

/** Cancels a booking for its client. @param agreedKept whether its page said that the deposit is kept */
export const cancelOwnBooking = (
  deps: ManageDeps,
  booking: Booking,
  { version, words, agreedKept }: Pick<Seen, 'version'> & { words: string; agreedKept: boolean },
): Promise<Changed | CostsMore> =>
  cancelIfAgreed(asClient(deps, booking), { id: booking.id, version }, { words, mayKeepDeposit: agreedKept })

export type Renewed = Changed | { ok: false; reason: 'too-many'; retryAt: number; sentence: string }

/**
 * Ends every manage link of a booking and mails a new one to its address, never to the browser that asks: it may be
 * the one that should not have had the link.
 */
export async function renewLink(
  deps: ManageDeps & { clientAddress: string },
  booking: Booking,
  version: number,
): Promise<Renewed> {
  const hit = await countHits(deps, [{ ...LINK_LIMIT, network: deps.clientAddress }])
  if (!hit.ok) return { ...hit, sentence: tooManySentence(hit.retryAt, booking.zone) }
  const by = { kind: 'client' as const, name: booking.name }
  return await changeBooking<Changed>({ ...deps, by }, { id: booking.id, version }, async (tx, known) => {
    if (!(await updateBooking(tx, known, { manage_version: known.manageVersion + 1 })))
      return { ok: false, reason: 'changed-meanwhile', booking: await mustFind(tx, known.id) }
    await insertEvent(tx, known.id, { kind: 'link-renewed', at: deps.clock.now(), by, detail: {} })
    const renewed = await mustFind(tx, known.id)
    await sendNewLink({ ...deps, db: tx }, renewed)
    return { ok: true, booking: renewed }
  })
}

/** The client says that the date to which the studio moved the session suits. */
export const acceptOwnMove = (deps: ManageDeps, booking: Booking, version: number): Promise<Changed> =>
  acceptMove(asClient(deps, booking), { id: booking.id, version })
