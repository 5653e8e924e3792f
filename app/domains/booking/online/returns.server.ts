import { isTip } from '~/domains/billing/model'
import { readLedger, recordReceived, voidReceived } from '~/domains/billing/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import type { Tx } from '~/platform/db/database.server'
import { money } from '~/platform/money'
import { isMailAddress } from '~/platform/text'
import { readEmailContext } from '../emails/email-context.server'
import { leftToPay } from '../emails/session-details'
import { staysCredited, takeRefundOff } from '../payments/refunds.server'
import { selectStart } from '../payments/reminder-store.server'
import { readDues } from '../payments/schedule.server'
import type { Booking } from '../reservations/model'
import { insertEvent, selectEvents } from '../reservations/store.server'
import { refundEmail } from './emails.server'
import type { CheckoutFacts } from './provider'
import {
  insertRefund,
  type OnlinePayment,
  selectRefund,
  updateOnlinePayment,
  updateRefund,
} from './store.server'
import { chargeTipAgain } from './tips.server'

export interface ApplyDeps {
  db: Tx
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
  /** YYYY-MM-DD in the studio's zone. */
  day: string
}

export interface Subject {
  payment: OnlinePayment
  booking: Booking
}

/** The method in the ledger. */
export const ONLINE = 'online'

const REFUND_RANK = { requested: 0, unrecorded: 1, succeeded: 1, failed: 2 }

/** Records what became of a refund. */
export async function applyRefund(
  deps: ApplyDeps,
  subject: Subject,
  { id, amountCents, state, createdAt, takesOff }: CheckoutFacts['refunds'][number],
  facts: Pick<CheckoutFacts, 'disputes'>,
): Promise<void> {
  const { db, clock } = deps
  const { payment, booking } = subject
  const first = { id, online_payment_id: payment.id, amount_cents: amountCents, state: 'requested' as const }
  await insertRefund(db, { ...first, requested_at: clock.now(), requested_by: '', takes_off: takesOff })
  const before = await selectRefund(db, id)
  if (before?.online_payment_id !== payment.id || REFUND_RANK[state] <= REFUND_RANK[before.state]) return
  if (state === 'failed') {
    const stays = await staysCredited({ db }, booking, await readLedger({ db }, booking.id))
    await voidReceived({ db }, { bookingId: booking.id, id, at: clock.now() }, stays)
    if (before.state === 'succeeded' && payment.tip_cents > 0)
      await chargeTipAgain({ db }, payment, id, facts)
    await updateOnlinePayment(db, payment.id, {
      problem: 'A refund failed. See it in your Stripe Dashboard.',
    })
    return await updateRefund(db, id, 'failed')
  }
  await updateRefund(db, id, await recordReturned(deps, subject, { id, amountCents, note: '', createdAt }))
}

interface Returned {
  id: string
  amountCents: number
  /** Not '': the money was taken by a dispute, not refunded by us. */
  note: string
  /** When the provider refunded it, in milliseconds since 1970. */
  createdAt: number
}

/** @returns `unrecorded` if the ledger hasn't received that much, such as after a refund that was also recorded by hand */
async function recordReturned(
  deps: ApplyDeps,
  { payment, booking }: Subject,
  { id, amountCents, note, createdAt }: Returned,
): Promise<'succeeded' | 'unrecorded'> {
  const { db, clock, day } = deps
  const at = clock.now()
  const { requested_by: by = '', takes_off: takesOff = '' } = (await selectRefund(db, id)) ?? {}
  const refund = { id, bookingId: booking.id, at, by }
  const ledger = await readLedger({ db }, booking.id)
  const recorded = await recordReceived(
    { db },
    { ...refund, kind: 'refund', amountCents, receivedOn: day, method: ONLINE, note },
    { mayOverpay: false },
  )
  if (!recorded.ok) {
    await updateOnlinePayment(db, payment.id, {
      problem: 'Stripe refunded more than is recorded as received. Check the payments and refunds here.',
    })
    return 'unrecorded'
  }
  if (recorded.repeated) return 'succeeded'
  const { openedCents } = recorded
  const creditedCents = await takeRefundOff({ db }, ledger, { ...refund, takesOff, openedCents })
  if (creditedCents === undefined)
    await updateOnlinePayment(db, payment.id, {
      problem: `A refund of ${money(amountCents)} is due again, because the charge is on an invoice now. If your client doesn’t owe it, issue a credit note.`,
    })
  const told = { id, amountCents, note, createdAt, creditedCents: creditedCents ?? 0 }
  // What a refund in the provider's dashboard was for isn't known.
  const isOwedAgain = by !== '' && openedCents > told.creditedCents
  await tellOfRefund(deps, booking, { ...told, isOwedAgain })
  return 'succeeded'
}

async function tellOfRefund(
  deps: ApplyDeps,
  booking: Booking,
  { creditedCents, isOwedAgain, ...refund }: Returned & { creditedCents: number; isOwedAgain: boolean },
): Promise<void> {
  const { db, clock } = deps
  const { id, amountCents, note, createdAt } = refund
  const by = { kind: 'program', name: '' } as const
  const detail = { amountCents, ...(creditedCents > 0 ? { creditedCents } : {}) }
  await insertEvent(db, booking.id, { kind: 'refunded-online', at: clock.now(), by, detail })
  if (note !== '' || !isMailAddress(booking.email)) return
  // Before a backup was restored, which doesn't know whether the client was emailed.
  if (createdAt <= ((await selectStart(db)) ?? 0)) return
  const context = await readEmailContext(deps, booking, await selectEvents(db, booking.id))
  const left = isOwedAgain ? leftToPay(await readDues({ db }, booking)) : []
  await queueMail(deps, refundEmail(context, { id, amountCents, creditedCents, ofTip: isTip(id), left }))
}

const DISPUTE_RANK = { '': 0, open: 1, won: 2, lost: 3 }

/** A dispute warns. The money of one that was lost is gone, so it's recorded as refunded. */
export async function applyDisputes(
  deps: ApplyDeps,
  subject: Subject,
  disputes: CheckoutFacts['disputes'],
): Promise<void> {
  for (const { id, amountCents, state } of disputes)
    if (state === 'lost')
      await recordReturned(deps, subject, { id, amountCents, note: 'Dispute lost', createdAt: 0 })
  const worst = disputes
    .map(({ state }) => state)
    .reduce<OnlinePayment['dispute']>(
      (found, state) => (DISPUTE_RANK[state] > DISPUTE_RANK[found] ? state : found),
      subject.payment.dispute,
    )
  if (worst !== subject.payment.dispute)
    await updateOnlinePayment(deps.db, subject.payment.id, { dispute: worst })
}
