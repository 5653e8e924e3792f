import { ledgerBalance } from '~/domains/billing/balance'
import { readLedger } from '~/domains/billing/operations.server'
import { endPrepared, lockPrepared } from '~/domains/contracts/prepared.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { enqueueNext } from '~/platform/jobs/recurring.server'
import { notifyOfBooking } from '../emails/operations.server'
import { refundEnded } from '../online/settle.server'
import { selectPaymentsOf } from '../online/store.server'
import { withdrawReminder } from '../payments/emails.server'
import { endFees } from '../payments/operations.server'
import { writeState } from '../reservations/changes.server'
import type { Booking } from '../reservations/model'
import { lockCalendar } from '../reservations/occupancies-store.server'
import { selectBooking } from '../reservations/store.server'
import { askedNow, isHeld, openRequirements, type Requirement } from './model'
import { confirmIfComplete, END_HOLDS } from './operations.server'
import { heldUntilQuery, lockBooking } from './store.server'

export interface HoldDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
}

/** Also hourly, so that no hold stays after a restore. */
export const scheduleHoldEnds = (deps: Pick<HoldDeps, 'db' | 'clock'>): Promise<void> =>
  enqueueNext(deps, { kind: END_HOLDS }, { everyMs: 3_600_000 })

/** Ends every hold that is over. Safe to repeat, and to run on several instances at once. */
export async function endHolds(deps: HoldDeps): Promise<void> {
  await scheduleHoldEnds(deps)
  for (const { id } of await heldUntilQuery(deps.db, deps.clock.now()).execute()) await endHold(deps, id)
}

async function endHold(deps: HoldDeps, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const known = await selectBooking(tx, { id })
    if (!known) return
    await lockCalendar(tx, known.resourceId)
    // Before the booking, as by a signature.
    const contract = contractOf(known)
    if (contract !== undefined) await lockPrepared(tx, contract)
    const booking = await lockBooking(tx, id)
    if (!booking || !isHeld(booking) || (booking.heldUntil ?? 0) > deps.clock.now()) return
    const within = { ...deps, db: tx, by: PROGRAM }
    const open = openRequirements(booking, await readLedger(within, id))
    if (open.length === 0) await confirmIfComplete(within, id)
    else if (!(await isOnlyPaymentMissing(tx, booking, open))) await release(within, booking, askedNow(open))
  })
}

/** The contract that its client has opened. */
const contractOf = ({ requirements }: Booking): string | undefined =>
  requirements?.items.find(({ kind }) => kind === 'contract')?.contract

const PROGRAM = { kind: 'program', name: '' } as const

/** Whether the client has done everything, and their bank needs some more days. */
export async function isOnlyPaymentMissing(tx: Tx, booking: Booking, open: Requirement[]): Promise<boolean> {
  if (open.some(({ kind }) => kind !== 'deposit') || booking.sessionDate <= (booking.heldUntil ?? 0))
    return false
  return (await selectPaymentsOf(tx, booking.id)).some(({ state }) => state === 'processing')
}

/** Frees the time. What was paid online is refunded online. The studio's email says what else it has to refund. */
async function release(
  deps: HoldDeps & { db: Tx; by: typeof PROGRAM },
  booking: Booking,
  open: Requirement[],
): Promise<void> {
  await withdrawReminder(deps, booking.id)
  await endFees(deps, booking.id, 'What the session requires didn’t arrive in time.')
  const occasion = {
    kind: 'canceled',
    by: 'studio',
    words: '',
    isDepositReturned: true,
    keptCents: 0,
  } as const
  const ended = await writeState(deps, booking, { to: 'canceled', occasion }, () => {
    throw new Error(`The booking ${booking.id} was changed at the same time.`)
  })
  const contract = contractOf(booking)
  if (contract !== undefined) await endPrepared(deps, contract)
  const onlineCents = await refundEnded(deps, booking.id)
  const { over } = ledgerBalance(await readLedger(deps, booking.id))
  await notifyOfBooking(deps, ended, {
    ...{ kind: 'hold-ended', open: open.map(({ kind }) => kind), onlineCents },
    otherCents: Math.max(0, over - onlineCents),
  })
}
