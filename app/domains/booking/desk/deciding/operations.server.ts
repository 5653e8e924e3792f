import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { transactUnless } from '~/platform/db/undo.server'
import { selectBooking } from '../../bookings/store.server'
import {
  type ChangeDeps,
  type Changed,
  cancelBooking,
  closeBooking,
  confirmBooking,
  declineBooking,
  type Seen,
} from '../../changes/operations.server'
import { type Decision, STATE_LABELS } from '../model'
import { wordsError } from '../words'

export interface DecideDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
  author: Author
}

export type Decided = Changed | { ok: false; reason: 'refused'; errors: Record<string, string> }

/** Confirms, declines, cancels, closes or reopens a booking, from the version that was seen. `words` go to the client. */
export async function decideBooking(
  { db, clock, config, author }: DecideDeps,
  seen: Seen,
  decision: Decision,
  words: string,
): Promise<Decided> {
  const wrong = wordsError(words)
  if (wrong) return { ok: false, reason: 'refused', errors: { words: wrong } }
  return await transactUnless<Decided>(db, async (tx, undo) => {
    const before = await selectBooking(tx, { id: seen.id })
    const by = { kind: 'studio' as const, name: author.name }
    const decided = await carryOut({ db: tx, clock, config, by }, seen, decision, words.trim())
    if (!decided.ok || !before) return undo(decided)
    const { reference, name, state } = decided.booking
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'booking-changed',
        subject: `Booking ${reference} of ${name}`,
        changes: [{ field: 'State', from: STATE_LABELS[before.state], to: STATE_LABELS[state] }],
      },
    )
    return decided
  })
}

function carryOut(deps: ChangeDeps, seen: Seen, decision: Decision, words: string): Promise<Changed> {
  switch (decision) {
    case 'confirm':
      return confirmBooking(deps, seen, words)
    case 'decline':
      return declineBooking(deps, seen, words)
    case 'cancel':
      return cancelBooking(deps, seen, words)
    case 'done':
    case 'no-show':
      return closeBooking(deps, seen, decision)
    case 'reopen':
      return closeBooking(deps, seen, 'confirmed')
  }
}
