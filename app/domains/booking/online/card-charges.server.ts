import { ledgerBalance } from '~/domains/billing/balance'
import { readInstallments, readLedger, withLedgerLocked } from '~/domains/billing/operations.server'
import { readZone } from '~/domains/content/operations.server'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { lastMailAbout } from '~/domains/outbox/sent-emails.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { enqueue } from '~/platform/jobs/queue.server'
import { enqueueNext } from '~/platform/jobs/recurring.server'
import { isMailAddress } from '~/platform/text'
import { addDays, dateOf, instantOf } from '~/platform/time'
import { readEmailContext } from '../emails/email-context.server'
import { balanceOf } from '../payments/balance'
import { selectStart } from '../payments/reminder-store.server'
import type { Booking } from '../reservations/model'
import { selectBooking, selectEvents } from '../reservations/store.server'
import {
  type CardCharge,
  markCharged,
  putCharge,
  type SavedCard,
  selectBookingsWithCards,
  selectCard,
  selectCharges,
  selectSavedCard,
} from './card-store.server'
import { ANNOUNCED_DAYS, cardName, type LaterPart } from './cards'
import { endCard, planCharges } from './cards.server'
import { aboutCharge, announcementEmail, CARD_ANNOUNCEMENT } from './emails.server'
import { CHARGE_CARD, CHARGE_CARDS } from './model'
import { type SettleDeps, settlePayment } from './settle.server'
import {
  insertOnlinePayment,
  lockOnlinePayment,
  type OnlinePayment,
  selectOnlinePayment,
  selectPaymentsOf,
  updateOnlinePayment,
} from './store.server'

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret' | 'smtpUrl'>
}

const HOUR = 3_600_000
const EVERY = { everyMs: HOUR }
/** A client has at least this long to stop a charge, in ms. */
const NOTICE_MS = 48 * HOUR
/** Charges of a day are announced and made from this time on, in the studio's zone. */
const FROM = '09:00'

export const scheduleCardCharges = (deps: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  enqueueNext(deps, { kind: CHARGE_CARDS }, EVERY)

/**
 * Announces charges of saved cards by email, and makes those that are due. Nothing is charged without an email that was
 * sent, and no due date twice. Safe to repeat, and to run on several instances at once.
 */
export async function chargeSavedCards(deps: Deps): Promise<void> {
  await scheduleCardCharges(deps)
  const timeZone = await readZone(deps)
  const today = dateOf(deps.clock.now(), timeZone)
  if (deps.clock.now() < instantOf(today, FROM, timeZone)) return
  const sendsMail = await canSendMail(deps)
  for (const id of await selectBookingsWithCards(deps.db))
    await transact(deps.db, (db) => workOn({ ...deps, db, today, sendsMail }, id))
}

type WorkDeps = Omit<Deps, 'db'> & { db: Tx; today: string; sendsMail: boolean }

async function workOn(deps: WorkDeps, id: string): Promise<void> {
  const { db } = deps
  await withLedgerLocked({ db }, id)
  const [booking, card] = [await selectBooking(db, { id }), await selectSavedCard(db, id)]
  if (!booking || !card) return
  const ledger = await readLedger({ db }, id)
  const payments = await selectPaymentsOf(db, id)
  const isUnderway = payments.some(({ state }) => state !== 'paid' && RUNNING.has(state))
  const parts = await planCharges({ db }, booking, card, {
    ...{ ledger, installments: await readInstallments({ db }, id) },
  })
  const isOver = booking.state === 'canceled' || booking.state === 'declined'
  if (isOver || (!isUnderway && (parts.length === 0 || ledgerBalance(ledger).open === 0)))
    return await endCard(deps, card, { kind: 'program', name: '' })
  if (booking.state !== 'confirmed' && booking.state !== 'done') return
  const known = await selectCharges(db, id)
  const restored = (await selectStart(db)) ?? 0
  for (const part of parts) {
    const charge = known.find(({ due_on }) => due_on === part.dueOn)
    if (charge && charge.payment_id !== null) continue
    // What was announced before a restore may have been charged since.
    if (charge?.card_id !== card.id || charge.announced_at <= restored)
      await announce(deps, { booking, card }, part)
    else if (!isUnderway && part.dueOn <= deps.today && (await wasAnnounced(deps, charge)))
      return await begin(
        deps,
        { booking, card },
        { ...part, cents: Math.min(part.cents, charge.amount_cents) },
      )
  }
}

const RUNNING: ReadonlySet<OnlinePayment['state']> = new Set(['created', 'open', 'processing'])

interface Subject {
  booking: Booking
  card: SavedCard
}

async function announce(deps: WorkDeps, { booking, card }: Subject, part: LaterPart): Promise<void> {
  const { db, clock } = deps
  const isSoon = addDays(part.dueOn, -ANNOUNCED_DAYS) <= deps.today
  if (!isSoon || !deps.sendsMail || !isMailAddress(booking.email)) return
  await putCharge(db, {
    ...{ booking_id: booking.id, due_on: part.dueOn, card_id: card.id, amount_cents: part.cents },
    ...{ announced_at: clock.now(), payment_id: null },
  })
  const context = await readEmailContext(deps, booking, await selectEvents(db, booking.id))
  await queueMail(deps, announcementEmail(context, { card: cardName(card), part }))
}

/** Whether the email was accepted by the mail server, long enough ago. */
async function wasAnnounced({ db, clock }: WorkDeps, charge: CardCharge): Promise<boolean> {
  if (charge.announced_at > clock.now() - NOTICE_MS) return false
  const about = aboutCharge(charge.booking_id, charge.due_on)
  return (await lastMailAbout({ db }, CARD_ANNOUNCEMENT, [about])).get(about)?.state === 'sent'
}

async function begin({ db, clock }: WorkDeps, { booking, card }: Subject, part: LaterPart): Promise<void> {
  const ledger = await readLedger({ db }, booking.id)
  const payment = {
    ...{ id: newId(), booking_id: booking.id, amount_cents: part.cents, tip_cents: 0 },
    purpose: balanceOf(booking, ledger).depositOpen > 0 ? ('deposit' as const) : ('balance' as const),
    currency: ledger.charges[0]?.currency ?? 'USD',
    ...{
      state: 'created' as const,
      checkout_id: null,
      checkout_url: '',
      intent_id: null,
      dispute: '' as const,
    },
    ...{ created_at: clock.now(), problem: '', card_id: card.id, due_on: part.dueOn },
  }
  if (!(await insertOnlinePayment(db, payment))) return
  await markCharged(db, { bookingId: booking.id, dueOn: part.dueOn }, payment.id)
  await enqueue({ db, clock }, { kind: CHARGE_CARD, payload: { payment: payment.id } })
}

/** Stripe keeps idempotency keys for at least 24 hours. */
const KEY_MS = 20 * HOUR

/**
 * Charges a card at the provider. Its answer only says where to look: the payment counts once the provider's event has
 * made us ask. Safe to repeat, since the provider knows the payment's id and what was charged for its part.
 */
export async function sendCharge(deps: SettleDeps, { payment: id }: { payment: string }): Promise<void> {
  const { db, clock, provider } = deps
  const payment = await selectOnlinePayment(db, id)
  const card = payment && (await selectCard(db, payment.card_id ?? ''))
  if (payment?.state !== 'created' || payment.intent_id !== null || !card?.customer_id || !card.method_id)
    return
  const [customerId, methodId] = [card.customer_id, card.method_id]
  const booking = await selectBooking(db, { id: payment.booking_id })
  const part = `${payment.booking_id} ${payment.due_on}`
  const found = await provider.findCharge({ customerId, part })
  if (found?.paymentId === id) return await follow(deps, id, found.intentId)
  // Charged before a backup was restored.
  if (found) return await expire(db, id, 'Stripe has already charged this. See it in your Stripe Dashboard.')
  if (card.state !== 'saved' || payment.created_at < clock.now() - KEY_MS || !booking)
    return await expire(db, id, NOT_CHARGED)
  const sent = await provider.chargeCard({
    ...{ id, customerId, methodId, part, currency: payment.currency, amountCents: payment.amount_cents },
    title: `Payment for ${booking.sessionType.title}, ${booking.reference}`,
  })
  if (sent.intentId === null) return await expire(db, id, NOT_CHARGED)
  await follow(deps, id, sent.intentId)
  // A refusal is known at once. Nothing was paid.
  if (!sent.ok) await settlePayment(deps, { payment: id, checkout: null, intent: sent.intentId })
}

const follow = ({ db }: SettleDeps, id: string, intentId: string): Promise<void> =>
  transact(db, async (tx) => {
    const now = await lockOnlinePayment(tx, id)
    if (now?.state === 'created')
      await updateOnlinePayment(tx, id, { state: 'processing', intent_id: intentId })
  })

const NOT_CHARGED = 'A saved card wasn’t charged. Ask the client to pay another way.'

/** The card wasn't charged for this, and won't be. */
const expire = (db: Db, id: string, problem: string): Promise<void> =>
  transact(db, async (tx) => {
    const now = await lockOnlinePayment(tx, id)
    if (now?.state === 'created') await updateOnlinePayment(tx, id, { state: 'expired', problem })
  })
