import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { ledgerBalance } from '~/domains/billing/balance'
import { isTip, type Ledger, tipOf, withoutTip } from '~/domains/billing/model'
import { readInstallments, readLedger, withLedgerLocked } from '~/domains/billing/operations.server'
import { nextDue } from '~/domains/billing/schedule'
import { readSettings } from '~/domains/content/operations.server'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { moneyField } from '~/platform/amounts'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { parseField } from '~/platform/forms'
import { networkPrefix } from '~/platform/http/client-address.server'
import { newId } from '~/platform/ids.server'
import type { Logger } from '~/platform/logging.server'
import { money } from '~/platform/money'
import { isId, isMailAddress } from '~/platform/text'
import { balanceOf } from '../payments/balance'
import { refuseTerms } from '../payments/refunds.server'
import { bookingDues } from '../payments/schedule.server'
import { askedNow, depositLeft, isHeld, openRequirements } from '../requirements/model'
import type { Booking } from '../reservations/model'
import { selectBooking } from '../reservations/store.server'
import { insertCard } from './card-store.server'
import { CONSENT_VERSION, consentWords } from './cards'
import { readCard, readLaterParts } from './cards.server'
import {
  type LastPayment,
  type OnlineView,
  type OpenCheckout,
  type PayableNow,
  type ReturnNews,
  returnNews,
  type SentPart,
} from './model'
import { canPayOnline } from './provider'
import { providerOf } from './provider-of.server'
import { readOnlineRecords } from './records.server'
import type { PaymentRefused } from './refusals'
import { requestRefund, settlePayment } from './settle.server'
import {
  insertOnlinePayment,
  lockOnlinePayment,
  type OnlinePayment,
  selectOnlinePayment,
  selectPaymentsOf,
  selectRefund,
  selectRefundsOf,
  updateOnlinePayment,
} from './store.server'
import { readTip, type SentTip } from './tip'

/** null: nothing, or nothing that is known. @param payments the booking's online payments */
async function readPayable(
  db: Db,
  booking: Booking,
  { ledger, payments }: { ledger: Ledger; payments: OnlinePayment[] },
): Promise<PayableNow | null> {
  if (booking.state === 'declined' || (booking.state === 'requested' && !isHeld(booking))) return null
  if (
    payments.some(({ state, due_on }) => state === 'processing' || (state === 'created' && due_on !== null))
  )
    return null
  if (!canPayOnline(ledger.charges[0]?.currency ?? '')) return null
  if (isHeld(booking)) {
    const isOpen = askedNow(openRequirements(booking, ledger)).some(({ kind }) => kind === 'deposit')
    const left = isOpen ? depositLeft(booking, ledger) : 0
    const { received } = ledgerBalance(ledger)
    return left === 0 ? null : { next: left, all: left, purpose: 'deposit', upTo: received + left }
  }
  const next = nextDue(bookingDues(booking, ledger, await readInstallments({ db }, booking.id)))?.openCents
  if (!next) return null
  const { open, depositOpen, received } = balanceOf(booking, ledger)
  const purpose = depositOpen > 0 ? 'deposit' : 'balance'
  return { next, all: open ?? next, purpose, upTo: received + next }
}

interface Deps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl' | 'secret' | 'stripe' | 'smtpUrl'>
}

/** What a booking's page offers; undefined without a provider. */
export async function readOnline(
  { db, clock, config }: { db: Db; clock: Clock; config: Pick<Config, 'secret' | 'stripe' | 'smtpUrl'> },
  booking: Booking,
): Promise<OnlineView | undefined> {
  if (!providerOf(config)) return undefined
  const payments = await selectPaymentsOf(db, booking.id)
  const ledger = await readLedger({ db }, booking.id)
  const [payable, card] = [
    await readPayable(db, booking, { ledger, payments }),
    await readCard({ db }, booking),
  ]
  return {
    ...{ payable, card },
    // Nothing is left to be charged later if all is due now, except for the price of a held session.
    consent:
      payable && !card && (isHeld(booking) || payable.all > payable.next)
        ? ((await readConsent({ db, clock, config }, booking))?.words ?? '')
        : '',
    tips: (await readSettings({ db })).payments.tips,
    processing: payments
      .filter(({ state }) => state === 'processing')
      .reduce((sum, { amount_cents }) => sum + amount_cents, 0),
  }
}

/** What a client who returns from the provider's page learns about the last payment that they started; null: nothing. */
export async function readReturnNews(
  { db, config }: { db: Db; config: Pick<Config, 'stripe'> },
  bookingId: string,
): Promise<ReturnNews | null> {
  if (!providerOf(config)) return null
  return returnNews(await readLast(db, await selectPaymentsOf(db, bookingId)))
}

async function readLast(db: Db, payments: OnlinePayment[]): Promise<LastPayment | null> {
  const last = payments.findLast(({ due_on }) => due_on === null)
  if (!last) return null
  const cents = last.amount_cents
  if (last.state === 'created' || last.state === 'open') return { state: 'waiting', cents }
  if (last.state === 'failed') return { state: 'failed', cents }
  const refunds = (await selectRefundsOf(db, [last.id])).filter(({ state }) => state !== 'failed')
  return last.state === 'paid' && last.dispute !== 'lost' && refunds.length === 0
    ? { state: 'received', cents }
    : null
}

/** What a client agrees to when they save their card now; null: no later payment is known, or can be announced. */
async function readConsent(
  { db, clock, config }: { db: Db; clock: Clock; config: Pick<Config, 'secret' | 'smtpUrl'> },
  booking: Booking,
): Promise<{ words: string; limitCents: number } | null> {
  if (!isMailAddress(booking.email) || !(await canSendMail({ db, config }))) return null
  const parts = await readLaterParts({ db, clock }, booking, await readLedger({ db }, booking.id))
  if (parts.length === 0) return null
  return { words: consentWords(parts), limitCents: parts.reduce((sum, { cents }) => sum + cents, 0) }
}

/** What the form says about saving the card: the words that the client agreed to, or ''. */
export interface SentConsent {
  consent: string
  clientAddress: string
}

export type Started = { ok: true } | ({ ok: false } & PaymentRefused)

/**
 * Opens a checkout at the provider. Our row is written first, and the provider knows its id, so that nothing is opened
 * twice. A booking has one open checkout: one for another amount is ended first.
 * @param urls full URLs to which the client returns
 */
export async function startPayment(
  { db, clock, config, log }: Deps & { log: Logger },
  bookingId: string,
  sent: SentPart & SentTip & Partial<SentConsent>,
  urls: { paidUrl: string; backUrl: string },
): Promise<Started> {
  const provider = providerOf(config)
  if (!provider) return { ok: false, reason: 'nothing-due' }
  for (let turn = 0; turn < 3; turn++) {
    const wanted = await transact(db, async (tx) => {
      await withLedgerLocked({ db: tx }, bookingId)
      return await wantPayment({ db: tx, clock, config }, bookingId, sent)
    })
    if (!wanted) return { ok: false, reason: 'nothing-due' }
    if (wanted === 'consent' || wanted === 'already-paid') return { ok: false, reason: wanted }
    if ('sentence' in wanted) return { ok: false, reason: 'tip', sentence: wanted.sentence }
    const { payment, booking, isReused } = wanted
    try {
      if (!isReused || payment.checkout_url !== '') {
        if (!isReused && payment.checkout_id !== null) await provider.expireCheckout(payment.checkout_id)
        const state = await settledState({ db, clock, config, provider }, payment.id)
        // The client meant what was due before it, or has paid it in another tab.
        if (state === 'paid') return { ok: false, reason: 'just-paid' }
        if (isReused && state === 'open') return { ok: true }
        if (!isReused) await endUnopened(db, payment.id)
        continue
      }
      const opened = await provider.openCheckout({
        id: payment.id,
        currency: payment.currency,
        amountCents: payment.amount_cents,
        tipCents: payment.tip_cents,
        booking: booking.id,
        purpose: payment.purpose,
        title: titleOf(payment, booking),
        email: isMailAddress(booking.email) ? booking.email : null,
        createdAt: payment.created_at,
        savesCard: payment.card_id !== null,
        ...urls,
      })
      if (!opened.ok && opened.reason !== 'refused') {
        await endUnopened(db, payment.id)
        if (opened.reason === 'changed') continue
        return { ok: false, reason: 'busy' }
      }
      const state = await transact(db, async (tx) => {
        const now = await lockOnlinePayment(tx, payment.id)
        if (now?.state !== 'created') return now?.state
        await updateOnlinePayment(
          tx,
          payment.id,
          opened.ok
            ? { state: 'open', checkout_id: opened.id, checkout_url: opened.url }
            : { state: 'failed', problem: `Stripe refused it: ${opened.sentence}` },
        )
      })
      if (!opened.ok) return { ok: false, reason: 'refused' }
      if (state !== 'expired') return { ok: true }
      // Something else was paid, or the price changed, while the provider opened it.
      await provider.expireCheckout(opened.id)
    } catch (error) {
      // The row stays, and the same payment is opened with the next attempt.
      log.error({ err: error, payment: payment.id }, 'a payment could not be started')
      return { ok: false, reason: 'busy' }
    }
  }
  return { ok: false, reason: 'busy' }
}

/** "Deposit for Portrait session, DE-4K7PQ2" */
const titleOf = ({ purpose }: OnlinePayment, { sessionType, reference }: Booking): string =>
  `${purpose === 'deposit' ? 'Deposit' : 'Payment'} for ${sessionType.title}, ${reference}`

/** Records what the provider says of a payment. @returns its state after that */
async function settledState(deps: Parameters<typeof settlePayment>[0], id: string) {
  await settlePayment(deps, { payment: id, checkout: null, intent: null })
  return (await selectOnlinePayment(deps.db, id))?.state
}

/** Ends a payment whose checkout no client was sent to. Another request may have opened it since. */
const endUnopened = (db: Db, id: string): Promise<void> =>
  transact(db, async (tx) => {
    const now = await lockOnlinePayment(tx, id)
    if (now?.state === 'created') await updateOnlinePayment(tx, id, { state: 'expired' })
  })

/** Age up to which a checkout is used again, in ms, so that a client has time left on the provider's page. */
const REUSED_MS = 45 * 60_000
/** The same for one whose opening failed. Stripe opens it only if 30 minutes are left until it expires. */
const RETRIED_MS = 25 * 60_000

interface Wanted {
  booking: Booking
  payment: OnlinePayment
  /** false: this one has to end first. */
  isReused: boolean
}

async function wantPayment(
  { db, clock, config }: Deps,
  bookingId: string,
  { part, upTo = 0, consent = '', clientAddress = '', ...sent }: SentPart & SentTip & Partial<SentConsent>,
): Promise<Wanted | { sentence: string } | 'consent' | 'already-paid' | undefined> {
  const booking = await selectBooking(db, { id: bookingId })
  if (!booking) return undefined
  const ledger = await readLedger({ db }, bookingId)
  // The page was opened before that.
  if (part === 'next' && upTo > 0 && ledgerBalance(ledger).received >= upTo) return 'already-paid'
  const payments = await selectPaymentsOf(db, bookingId)
  const payable = await readPayable(db, booking, { ledger, payments })
  if (!payable) return undefined
  const { payments: settings } = await readSettings({ db })
  const tip = settings.tips ? readTip(sent, payable.all) : { ok: true as const, cents: 0 }
  if (!tip.ok) return { sentence: tip.sentence }
  const amountCents = payable[part] + tip.cents
  // Nothing is left to be charged later.
  const agreed = consent === '' || part === 'all' ? null : await readConsent({ db, clock, config }, booking)
  if (consent !== '' && part === 'next' && agreed?.words !== consent) return 'consent'
  const open = payments.find(({ state }) => state === 'created' || state === 'open')
  const now = clock.now()
  if (open) {
    const isSame =
      open.amount_cents === amountCents &&
      open.tip_cents === tip.cents &&
      open.purpose === payable.purpose &&
      (open.card_id === null) === (agreed === null) &&
      open.due_on === null
    const usable = open.checkout_id === null ? RETRIED_MS : REUSED_MS
    return { booking, payment: open, isReused: isSame && open.created_at > now - usable }
  }
  const payment: OnlinePayment = {
    ...{ id: newId(), booking_id: bookingId, purpose: payable.purpose, amount_cents: amountCents },
    tip_cents: tip.cents,
    currency: ledger.charges[0]?.currency ?? 'USD',
    ...{ state: 'created', checkout_id: null, checkout_url: '', intent_id: null, dispute: '' },
    ...{ created_at: now, problem: '', card_id: agreed ? newId() : null, due_on: null },
  }
  if (agreed && payment.card_id !== null)
    await insertCard(db, {
      ...{ id: payment.card_id, booking_id: bookingId, words: agreed.words, words_version: CONSENT_VERSION },
      ...{ limit_cents: agreed.limitCents, agreed_at: now, network: networkPrefix(clientAddress) },
      ...{ state: 'agreed', customer_id: null, method_id: null, brand: '', last4: '' },
      ...{ removed_at: null, removed_by: '' },
    })
  await insertOnlinePayment(db, payment)
  return { booking, payment, isReused: true }
}

/** The checkout where the client of a booking can pay; undefined: none is open, or not for what's due now. */
export async function readOpenCheckout(
  { db, clock, config }: Deps,
  bookingId: string,
): Promise<OpenCheckout | undefined> {
  const [provider, booking] = [providerOf(config), await selectBooking(db, { id: bookingId })]
  const payments = await selectPaymentsOf(db, bookingId)
  const open = payments.find(({ state }) => state === 'open')
  if (!provider || !booking || !open) return undefined
  const payable = await readPayable(db, booking, { ledger: await readLedger({ db }, bookingId), payments })
  const cents = open.amount_cents - open.tip_cents
  if (cents !== payable?.next && cents !== payable?.all) return undefined
  // If the provider can't be asked, its page tells.
  const state = await settledState({ db, clock, config, provider }, open.id).catch(() => open.state)
  if (state !== 'open') return undefined
  return {
    url: open.checkout_url,
    title: titleOf(open, booking),
    amount: money(open.amount_cents),
    tip: open.tip_cents > 0 ? money(open.tip_cents) : '',
  }
}

export type RefundAsked =
  | { ok: true }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'refused'; errors: Record<string, string> }

/**
 * Refunds a part of an online payment, or of its tip. The ledger has it once the provider says so. `once` is the form's
 * id.
 * @param given.paymentId its id in the ledger
 * @param given.owed the charge that it's taken off first, or `STILL_OWED`
 */
export async function refundOnline(
  { db, clock, author }: WriteDeps,
  given: { bookingId: string; paymentId: string; amount: string; owed?: string; once: string },
): Promise<RefundAsked> {
  const read = parseField(moneyField({ min: 1, label: 'Amount' }), given.amount)
  if (!read.ok) return { ok: false, reason: 'refused', errors: { amount: read.sentence } }
  if (!isId(given.once)) return { ok: false, reason: 'missing' }
  return await transact(db, async (tx): Promise<RefundAsked> => {
    const ofTip = isTip(given.paymentId)
    // The booking first, in the order of the jobs that settle payments.
    await withLedgerLocked({ db: tx }, given.bookingId)
    const payment = await lockOnlinePayment(tx, withoutTip(given.paymentId))
    const booking = await selectBooking(tx, { id: given.bookingId })
    if (payment?.booking_id !== booking?.id || !payment || !booking) return { ok: false, reason: 'missing' }
    const id = ofTip ? tipOf(given.once) : given.once
    if (await selectRefund(tx, id)) return { ok: true }
    const ledger = await readLedger({ db: tx }, booking.id)
    const { left } = await readOnlineRecords({ db: tx }, booking.id, ledger)
    const most = left.get(given.paymentId) ?? 0
    if (read.value > most)
      return {
        ok: false,
        reason: 'refused',
        errors: {
          amount: most === 0 ? 'Nothing is left to refund.' : `Only ${money(most)} is left to refund.`,
        },
      }
    const terms = { takesOff: ofTip ? '' : (given.owed ?? ''), amountCents: read.value }
    const refusal = await refuseTerms({ db: tx }, ledger, terms)
    if (refusal) return { ok: false, reason: 'refused', errors: { owed: refusal } }
    // Nothing is checked if nothing is owed again.
    const takesOff = ledger.charges.some(({ id: charge }) => charge === terms.takesOff) ? terms.takesOff : ''
    await requestRefund({ db: tx, clock }, payment, {
      ...{ id, amountCents: read.value, by: author.name, takesOff },
    })
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'refund-requested',
        subject: `Booking ${booking.reference} of ${booking.name}`,
        changes: [{ field: ofTip ? 'Refund of tip' : 'Refund', from: '', to: money(read.value) }],
      },
    )
    return { ok: true }
  })
}
