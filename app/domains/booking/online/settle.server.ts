import { ledgerBalance } from '~/domains/billing/balance'
import { readLedger, recordReceived } from '~/domains/billing/operations.server'
import { readZone } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { HopelessJob } from '~/platform/jobs/handlers'
import { enqueue } from '~/platform/jobs/queue.server'
import { money } from '~/platform/money'
import { isMailAddress } from '~/platform/text'
import { dateOf } from '~/platform/time'
import { readEmailContext } from '../emails/email-context.server'
import { leftToPay } from '../emails/session-details'
import { withdrawReminder } from '../payments/emails.server'
import { selectStart } from '../payments/reminder-store.server'
import { readDues } from '../payments/schedule.server'
import { askedNow, isHeld, openRequirements, stepLabel } from '../requirements/model'
import { meetRequirement } from '../requirements/operations.server'
import { lockBooking } from '../requirements/store.server'
import type { Booking } from '../reservations/model'
import { insertEvent, selectEvents, vouchFor } from '../reservations/store.server'
import { selectCard, selectSavedCard, updateCard } from './card-store.server'
import { cardName } from './cards'
import { endCard } from './cards.server'
import { notChargedEmail, paymentFailedEmail, paymentReceivedEmail } from './emails.server'
import { CHARGE_CARD, SEND_REFUND } from './model'
import type { CheckoutFacts, PaymentProvider } from './provider'
import { recreate } from './recreated.server'
import { type ApplyDeps, applyDisputes, applyRefund, ONLINE, type Subject } from './returns.server'
import {
  insertRefund,
  lockOnlinePayment,
  type OnlinePayment,
  selectOnlinePayment,
  selectPaymentByIntent,
  selectPaymentsOf,
  selectRefund,
  selectRefundsOf,
  updateOnlinePayment,
  updateRefund,
} from './store.server'
import { endRefundedTip, recordTip } from './tips.server'

export interface SettleDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret'>
  provider: PaymentProvider
}

/**
 * Asks the provider what became of a payment and records it. Events only say where to look, so late, repeated, missing
 * and reordered ones lead to the same records. Safe to repeat, and to run twice at once.
 */
export async function settlePayment(
  deps: SettleDeps,
  named: { payment: string | null; checkout: string | null; intent: string | null },
): Promise<void> {
  const { db } = deps
  const known = (await findNamed(deps, named)) ?? (await recreate(deps, named))
  // A payment of something else in the same account.
  if (!known) return
  const facts = await readFacts(deps, known, named)
  if (facts === null) return await endUnknown(deps, known)
  if (!facts) return
  // Another payment's checkout, which only a mistake at the provider could name.
  if (facts.paymentId !== known.id)
    throw new HopelessJob(`${facts.id ?? facts.intentId} at Stripe isn’t of ${known.id}.`)
  const day = dateOf(deps.clock.now(), await readZone({ db }))
  await transact(db, async (tx) => {
    // The booking first, as by whatever cancels it and refunds its payments.
    const booking = await lockBooking(tx, known.booking_id)
    const payment = await lockOnlinePayment(tx, known.id)
    if (payment && booking) await applyFacts({ ...deps, db: tx, day }, { payment, booking }, facts)
  })
}

/** What the provider says; undefined: it doesn't know the payment yet; null: not anymore. */
async function readFacts(
  deps: SettleDeps,
  known: OnlinePayment,
  named: { checkout: string | null; intent: string | null },
): Promise<CheckoutFacts | null | undefined> {
  if (known.due_on !== null) {
    const intentId = known.intent_id ?? named.intent
    if (intentId !== null) return await deps.provider.readCharge(intentId)
    // Its answer was lost.
    if (known.state === 'created') await enqueue(deps, { kind: CHARGE_CARD, payload: { payment: known.id } })
    return undefined
  }
  const checkoutId = known.checkout_id ?? named.checkout
  if (checkoutId !== null) return await deps.provider.readCheckout(checkoutId)
  await expireUnopened(deps, known)
  return undefined
}

const UNOPENED_MS = 2 * 60 * 60_000

/** A payment whose checkout was never learned, so that no client was sent there. */
async function expireUnopened({ db, clock }: SettleDeps, { id, created_at }: OnlinePayment): Promise<void> {
  if (created_at > clock.now() - UNOPENED_MS) return
  await transact(db, async (tx) => {
    const payment = await lockOnlinePayment(tx, id)
    if (payment?.state === 'created' && payment.checkout_id === null)
      await updateOnlinePayment(tx, id, { state: 'expired' })
  })
}

/**
 * A payment that was begun with the key of another account, or before that account went live. It can't be followed
 * with this key, and must not keep the client from paying.
 */
async function endUnknown({ db, clock }: SettleDeps, { id, created_at }: OnlinePayment): Promise<void> {
  if (created_at > clock.now() - UNOPENED_MS) return
  await transact(db, async (tx) => {
    const payment = await lockOnlinePayment(tx, id)
    if (!payment || RANK[payment.state] >= RANK.expired) return
    const problem = `Your Stripe account doesn’t know an online payment of ${money(payment.amount_cents)} that was begun earlier. If it was paid to another account, record it here.`
    await updateOnlinePayment(tx, id, { state: 'expired', checkout_url: '', problem })
  })
}

async function findNamed(
  { db, provider }: SettleDeps,
  { payment, intent }: { payment: string | null; intent: string | null },
): Promise<OnlinePayment | undefined> {
  const known =
    (payment === null ? undefined : await selectOnlinePayment(db, payment)) ??
    (intent === null ? undefined : await selectPaymentByIntent(db, intent))
  if (known || intent === null) return known
  const id = await provider.findByIntent(intent)
  return id === null ? undefined : await selectOnlinePayment(db, id)
}

/** A payment only moves forward: an answer read earlier but written later changes nothing back. */
const RANK: Record<OnlinePayment['state'], number> = {
  created: 0,
  open: 1,
  processing: 2,
  failed: 3,
  expired: 3,
  mismatched: 4,
  paid: 4,
}

async function applyFacts(
  deps: ApplyDeps,
  { payment, booking }: Subject,
  facts: CheckoutFacts,
): Promise<void> {
  const { db } = deps
  const isRight = facts.amountCents === payment.amount_cents && facts.currency === payment.currency
  const state = facts.state === 'paid' && !isRight ? 'mismatched' : facts.state
  const isNew = RANK[state] > RANK[payment.state]
  await updateOnlinePayment(db, payment.id, {
    checkout_id: facts.id ?? payment.checkout_id,
    intent_id: payment.intent_id ?? facts.intentId,
    ...(isNew ? { state, checkout_url: state === 'open' ? facts.url : '' } : {}),
    ...(isNew && state === 'mismatched'
      ? { problem: `Stripe received ${facts.amountCents} ${facts.currency}, which isn’t what we asked for.` }
      : {}),
  })
  if (isNew && state === 'paid') await recordPaid(deps, { payment, booking })
  if (isNew && state === 'failed') await tellFailed(deps, { payment, booking })
  if ((isNew ? state : payment.state) !== 'paid') return
  if (facts.card && payment.card_id !== null) await keepCard(deps, payment.card_id, facts.card)
  for (const refund of facts.refunds) await applyRefund(deps, { payment, booking }, refund, facts)
  await applyDisputes(deps, { payment, booking }, facts.disputes)
  if (payment.tip_cents > 0) await endRefundedTip(deps, payment, facts)
}

/** Money that arrived is recorded, even if it is more than is due: the excess is shown as overpaid. */
async function recordPaid(deps: ApplyDeps, { payment, booking }: Subject): Promise<void> {
  const { db, clock, day } = deps
  const at = clock.now()
  const isOff = booking.state === 'canceled' || booking.state === 'declined'
  // No one tips for a session that doesn't take place.
  const tipCents = isOff ? 0 : payment.tip_cents
  const received = { bookingId: booking.id, receivedOn: day, method: ONLINE, note: '', at, by: '' }
  if (tipCents > 0) await recordTip(deps, payment, received)
  await recordReceived(
    { db },
    {
      ...{ ...received, id: payment.id, kind: payment.purpose },
      amountCents: payment.amount_cents - tipCents,
    },
    { mayOverpay: true },
  )
  await withdrawReminder({ db }, booking.id)
  await vouchFor(db, booking.id)
  const by = { kind: 'client', name: booking.name } as const
  const detail = { amountCents: payment.amount_cents, ...(tipCents > 0 ? { tipCents } : {}) }
  await insertEvent(db, booking.id, { kind: 'paid-online', at, by, detail })
  const arrival = { kind: 'deposit', onlineCents: payment.amount_cents } as const
  const isConfirmed = await meetRequirement(deps, booking.id, arrival, by)
  const refundCents = isOff ? await refundLost(deps, { payment, booking }) : 0
  // The email that confirms the booking says that the payment arrived.
  if (!isConfirmed) await tellPaid(deps, { payment, booking }, { tipCents, isOff, refundCents })
}

async function tellPaid(
  deps: ApplyDeps,
  { payment, booking }: Subject,
  { isOff, refundCents, tipCents }: { isOff: boolean; refundCents: number; tipCents: number },
): Promise<void> {
  const { db } = deps
  // Before a backup was restored, which doesn't know whether the client was emailed.
  if (!isMailAddress(booking.email) || payment.created_at <= ((await selectStart(db)) ?? 0)) return
  const context = await readEmailContext(deps, booking, await selectEvents(db, booking.id))
  const card = payment.due_on === null ? undefined : await selectCard(db, payment.card_id ?? '')
  const next = isOff
    ? { words: refundWords(refundCents), steps: [], button: 'View your booking' }
    : await readNextSteps(deps, booking)
  const { id, purpose, amount_cents: amountCents } = payment
  await queueMail(
    deps,
    paymentReceivedEmail(context, {
      ...{ id, purpose, amountCents, tipCents, next },
      card: card ? cardName(card) : '',
    }),
  )
}

const refundWords = (cents: number): string[] =>
  cents > 0 ? [`Your session isn’t taking place, so we’ll refund ${money(cents)}.`] : []

/** What is left to pay, or to do until the booking is confirmed. */
async function readNextSteps(
  { db }: Pick<ApplyDeps, 'db'>,
  booking: Booking,
): Promise<{ words: string[]; steps: string[]; button: string }> {
  if (!isHeld(booking))
    return { words: leftToPay(await readDues({ db }, booking)), steps: [], button: 'View your booking' }
  const open = askedNow(openRequirements(booking, await readLedger({ db }, booking.id)))
  return {
    words: [`Your session is confirmed once ${open.length === 1 ? 'this is' : 'these are'} done:`],
    steps: open.map((item) => stepLabel(item, booking)),
    button: 'Finish your booking',
  }
}

/** The card that a client let us save is at the provider now. It replaces an earlier one of the booking. */
async function keepCard(
  { db, clock }: ApplyDeps,
  id: string,
  { customerId, methodId, brand, last4 }: NonNullable<CheckoutFacts['card']>,
): Promise<void> {
  const card = await selectCard(db, id)
  if (card?.state !== 'agreed') return
  const earlier = await selectSavedCard(db, card.booking_id)
  if (earlier) await endCard({ db, clock }, earlier, { kind: 'program', name: '' })
  const saved = { ...card, customer_id: customerId, method_id: methodId, brand, last4 }
  const { customer_id, method_id } = saved
  await updateCard(db, id, { state: 'saved', customer_id, method_id, brand, last4 })
  await insertEvent(db, card.booking_id, {
    ...{ kind: 'card-saved', at: clock.now(), by: { kind: 'client', name: '' } },
    detail: { card: cardName(saved) },
  })
}

/** The client is asked to pay again, and the Studio says so. */
async function tellFailed(deps: ApplyDeps, { payment, booking }: Subject): Promise<void> {
  if (payment.due_on !== null) return await tellNotCharged(deps, { payment, booking })
  const { open } = ledgerBalance(await readLedger(deps, booking.id))
  if (!open) return
  const isTold = isMailAddress(booking.email)
  await updateOnlinePayment(deps.db, payment.id, {
    problem: `An online payment of ${money(payment.amount_cents)} didn’t go through at the client’s bank.${isTold ? ' We asked the client to pay again.' : ''}`,
  })
  if (!isTold) return
  const context = await readEmailContext(deps, booking, await selectEvents(deps.db, booking.id))
  const amountCents = payment.amount_cents
  const openCents = Math.min(open, amountCents)
  await queueMail(deps, paymentFailedEmail(context, { id: payment.id, amountCents, openCents }))
}

/** A saved card that wasn't charged. */
async function tellNotCharged(deps: ApplyDeps, { payment, booking }: Subject): Promise<void> {
  const { db, clock } = deps
  const card = await selectCard(db, payment.card_id ?? '')
  if (!card) return
  const name = cardName(card)
  await updateOnlinePayment(db, payment.id, {
    problem: `The ${name} couldn’t be charged ${money(payment.amount_cents)}. We asked the client to pay another way.`,
  })
  const detail = { card: name, amountCents: payment.amount_cents }
  const by = { kind: 'program', name: '' } as const
  await insertEvent(db, booking.id, { kind: 'card-declined', at: clock.now(), by, detail })
  if (!isMailAddress(booking.email)) return
  const context = await readEmailContext(deps, booking, await selectEvents(db, booking.id))
  await queueMail(deps, notChargedEmail(context, { card: name, amountCents: payment.amount_cents }))
}

/**
 * The rule for a payment whose session has been canceled: what the studio doesn’t keep by its terms is refunded.
 * @returns how much, in minor units
 */
async function refundLost(deps: ApplyDeps, { payment, booking }: Subject): Promise<number> {
  const { over } = ledgerBalance(await readLedger({ db: deps.db }, booking.id))
  const amountCents = Math.min(over, payment.amount_cents)
  if (amountCents > 0) await requestRefund(deps, payment, { id: newId(), amountCents, by: '' })
  return amountCents
}

/**
 * Refunds what was paid online for a booking that has just ended and that the studio doesn't keep.
 * @returns how much was asked for, in minor units
 */
export async function refundEnded(
  { db, clock }: Pick<ApplyDeps, 'db' | 'clock'>,
  bookingId: string,
): Promise<number> {
  const [payments, { over }] = [
    await selectPaymentsOf(db, bookingId),
    ledgerBalance(await readLedger({ db }, bookingId)),
  ]
  const refunds = await selectRefundsOf(
    db,
    payments.map(({ id }) => id),
  )
  const sum = (of: typeof refunds) => of.reduce((total, { amount_cents }) => total + amount_cents, 0)
  let left = over - sum(refunds.filter(({ state }) => state === 'requested'))
  let asked = 0
  for (const payment of payments) {
    if (payment.state !== 'paid') continue
    const ofIt = refunds.filter(
      ({ state, online_payment_id }) => state !== 'failed' && online_payment_id === payment.id,
    )
    const amountCents = Math.min(left, payment.amount_cents - sum(ofIt))
    if (amountCents <= 0) continue
    await requestRefund({ db, clock }, payment, { id: newId(), amountCents, by: '' })
    left -= amountCents
    asked += amountCents
  }
  return asked
}

/** Records that a refund is wanted, and queues the job that asks the provider for it. @returns false if it exists */
export async function requestRefund(
  { db, clock }: Pick<ApplyDeps, 'db' | 'clock'>,
  payment: OnlinePayment,
  { id, amountCents, by, takesOff = '' }: { id: string; amountCents: number; by: string; takesOff?: string },
): Promise<boolean> {
  const row = { id, online_payment_id: payment.id, amount_cents: amountCents, state: 'requested' as const }
  const asked = { requested_at: clock.now(), requested_by: by, takes_off: takesOff }
  if (!(await insertRefund(db, { ...row, ...asked }))) return false
  await enqueue({ db, clock }, { kind: SEND_REFUND, payload: { refund: id } })
  return true
}

/** Asks the provider for a refund, unless it knows its id. Safe to repeat, also after its idempotency key has expired. */
export async function sendRefund(deps: SettleDeps, { refund: id }: { refund: string }): Promise<void> {
  const { db, provider } = deps
  const refund = await selectRefund(db, id)
  const payment = refund && (await selectOnlinePayment(db, refund.online_payment_id))
  if (refund?.state !== 'requested' || !payment?.intent_id) return
  const facts = await readFacts(deps, payment, { checkout: null, intent: null })
  if (!facts?.refunds.some((made) => made.id === id)) {
    const { amount_cents: amountCents, takes_off: takesOff } = refund
    const sent = await provider.refund({ id, intentId: payment.intent_id, amountCents, takesOff })
    if (!sent.ok)
      await transact(db, async (tx) => {
        await updateRefund(tx, id, 'failed')
        await updateOnlinePayment(tx, payment.id, { problem: `A refund was refused: ${sent.sentence}` })
      })
  }
  await settlePayment(deps, { payment: payment.id, checkout: null, intent: null })
}

/** Asks the provider to end a checkout, and records whether it was paid before that. Safe to repeat. */
export async function endCheckout(deps: SettleDeps, { payment: id }: { payment: string }): Promise<void> {
  const payment = await selectOnlinePayment(deps.db, id)
  if (payment?.state !== 'open' || payment.checkout_id === null) return
  await deps.provider.expireCheckout(payment.checkout_id)
  await settlePayment(deps, { payment: id, checkout: null, intent: null })
}
