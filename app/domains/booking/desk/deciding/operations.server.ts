import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { cancelTermsOf } from '../../policy'
import {
  type ChangeDeps,
  type Changed,
  cancelBooking,
  closeBooking,
  confirmBooking,
  declineBooking,
  type Seen,
} from '../../reservations/changes.server'
import type { Booking } from '../../reservations/model'
import { selectBooking } from '../../reservations/store.server'
import { type Decision, STATE_LABELS } from '../model'
import { wordsError } from '../words'

export interface DecideDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
  author: Author
}

export type Decided = Changed | { ok: false; reason: 'refused'; errors: Record<string, string> }

/**
 * Confirms, declines, cancels, closes or reopens a booking, from the version that was seen. `words` go to the client.
 * @param deposit when it is canceled: `kept` keeps what the agreed terms let the studio keep now, else it goes back
 */
export async function decideBooking(
  { db, clock, config, author }: DecideDeps,
  seen: Seen,
  decision: Decision,
  words: string,
  deposit = '',
): Promise<Decided> {
  const wrong = wordsError(words)
  if (wrong) return { ok: false, reason: 'refused', errors: { words: wrong } }
  return await transact<Decided>(db, async (tx, rollback) => {
    const before = await selectBooking(tx, { id: seen.id })
    const keeps = decision === 'cancel' && deposit === 'kept'
    // Only a form that has become old, or none of ours, asks for it.
    if (before && keeps && before.version === seen.version && !mayKeepDeposit(before, clock.now()))
      return rollback({ ok: false, reason: 'refused', errors: { deposit: GOES_BACK } })
    const by = { kind: 'studio' as const, name: author.name }
    const decided = await carryOut({ db: tx, clock, config, by }, seen, { decision, keeps }, words.trim())
    if (!decided.ok || !before) return rollback(decided)
    const { reference, name, state, depositCents } = decided.booking
    const hasDeposit = decision === 'cancel' && depositCents > 0
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'booking-changed',
        subject: `Booking ${reference} of ${name}`,
        changes: [
          { field: 'Status', from: STATE_LABELS[before.state], to: STATE_LABELS[state] },
          ...(hasDeposit ? [{ field: 'Deposit', from: '', to: keeps ? 'Nonrefundable' : 'Refunded' }] : []),
        ],
      },
    )
    return decided
  })
}

/** Whether the terms that the client agreed to let the studio keep the deposit when it is canceled now. */
export const mayKeepDeposit = (booking: Booking, now: number): boolean =>
  !cancelTermsOf(booking, now).isDepositReturned

const GOES_BACK = 'Under this booking’s policy, the deposit is refundable if you cancel now.'

function carryOut(
  deps: ChangeDeps,
  seen: Seen,
  { decision, keeps }: { decision: Decision; keeps: boolean },
  words: string,
): Promise<Changed> {
  switch (decision) {
    case 'confirm':
      return confirmBooking(deps, seen, words)
    case 'decline':
      return declineBooking(deps, seen, words)
    case 'cancel':
      return cancelBooking(deps, seen, words, keeps ? { keeps: 'what was agreed' } : {})
    case 'done':
    case 'no-show':
      return closeBooking(deps, seen, decision)
    case 'reopen':
      return closeBooking(deps, seen, 'confirmed')
  }
}
