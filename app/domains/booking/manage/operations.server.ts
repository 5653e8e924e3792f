import {
  chargeLabel,
  type Fee,
  feeType,
  isFee,
  isRefunded,
  isTip,
  type Ledger,
  type Payment,
  type PaymentKind,
} from '~/domains/billing/model'
import { readInstallments, readLedger } from '~/domains/billing/operations.server'
import type { Due, Installment } from '~/domains/billing/schedule'
import { readSettings } from '~/domains/content/operations.server'
import { findPersonOf } from '~/domains/people/operations.server'
import { listClientPhotos } from '~/domains/photos/client-photos.server'
import { decimalMoney } from '~/platform/amounts'
import { bytesLabel } from '~/platform/bytes-label'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { reminderLine } from '~/platform/last-day-reminders'
import { addressLine } from '~/platform/mail/email-branding'
import { money } from '~/platform/money'
import { dateOf, fullDate, momentLabel } from '~/platform/time'
import { placeOf } from '../external-calendars/session-entry'
import { readCard } from '../online/cards.server'
import { type OnlineRecords, readOnlineRecords } from '../online/records.server'
import { type Balance, balanceLabel, balanceOf, priceLabel } from '../payments/balance'
import { METHOD_LABELS, PAYMENT_LABELS, type PaymentMethod, type ShownPayments } from '../payments/model'
import { readRefundTerms } from '../payments/refunds.server'
import { readBookingReminders } from '../payments/reminders.server'
import { bookingDues, shownInstallments } from '../payments/schedule.server'
import { scheduleMark, scheduleRows, scheduleValues } from '../payments/schedule-form'
import { holdReminderTime, isHeld, isMet, REQUIREMENT_LABELS } from '../requirements/model'
import { type Booking, type BookingEvent, NEXT_STATES } from '../reservations/model'
import { selectBooking, selectEvents } from '../reservations/store.server'
import { dayAndTime, startLabels } from '../start-labels'
import { mayKeepDeposit, noteMark } from './edits.server'
import { agoLabel, eventCopy, sessionCountLabel } from './history'
import { DECISIONS, type Decision, type ShownHold, STATE_OF, type StudioBooking } from './model'
import { lateLight } from './start-check.server'
import { countSessions, othersOfClient } from './store.server'

/** Maximum number of a client's other bookings shown beside one. */
const OTHERS = 6

interface Deps {
  db: Db
  clock: Clock
}

/** Everything that the Studio shows of a booking; undefined: no such booking. */
export async function readBookingForStudio(
  { db, clock }: Deps,
  id: string,
): Promise<StudioBooking | undefined> {
  const booking = await selectBooking(db, { id })
  if (!booking) return undefined
  const now = clock.now()
  const { studio } = await readSettings({ db })
  const { zone, sessionDate, sessionEnd, state } = booking
  const [events, ledger, sessions] = [
    await selectEvents(db, id),
    await readLedger({ db }, id),
    await countSessions(db, { email: booking.email, until: sessionDate }),
  ]
  const [installments, online] = [
    await readInstallments({ db }, id),
    await readOnlineRecords({ db }, id, ledger),
  ]
  const balance = balanceOf(booking, ledger)
  const when = startLabels({ startsAt: sessionDate, endsAt: sessionEnd }, zone)
  return {
    id,
    version: booking.version,
    reference: booking.reference,
    state,
    title: booking.sessionType.title,
    day: when.fullDay,
    times: when.rangeInWords,
    date: when.date,
    asked: `${events.some(({ detail }) => detail.manual) ? 'Added' : 'Requested'} ${agoLabel(booking.createdAt, now) ?? momentLabel(booking.createdAt, zone)}`,
    warnings: [
      ...(await lateLight(
        { db },
        { place: booking.place, type: booking.sessionType, startsAt: sessionDate, zone },
      )),
      ...pastWarning(booking, now),
      ...(booking.acceptanceRequestedAt === null ? [] : ['The client hasn’t confirmed the new time yet.']),
      ...refundWarning(booking, balance, online),
      ...online.warnings,
      ...(balance.open === 0 ? [] : online.declined),
    ],
    client: {
      name: booking.name,
      email: booking.email,
      phone: booking.phone,
      sessions: sessions === 0 ? '' : sessionCountLabel(sessions),
    },
    facts: factsOf(booking, balance, addressLine(studio.address)),
    photos: await photosOf(db, id),
    notes: booking.notes,
    // Payments are dated in the studio's zone, not the booking's.
    payments: shownPayments(booking, {
      ledger,
      installments,
      online,
      balance,
      card: (await readCard({ db }, booking)) ?? null,
      refunds: await readRefundTerms({ db }, ledger),
      today: dateOf(now, studio.timeZone),
    }),
    reminders: await readBookingReminders({ db, clock }, booking, { ledger, installments }),
    hold: holdOf(booking, ledger, events),
    person: await findPersonOf({ db }, booking.email),
    others: (await othersOfClient(db, { email: booking.email, except: id, limit: OTHERS }).execute()).map(
      (other) => ({
        id: other.id,
        title: other.title,
        day: fullDate(dateOf(other.startsAt, other.zone)),
        state: other.state,
        isHeld: isHeld(other),
      }),
    ),
    note: { text: booking.privateNote, seen: noteMark(booking.privateNote) },
    can: {
      decisions: DECISIONS.filter((decision) => isPossible(booking, decision, now)),
      reschedule: state === 'requested' || state === 'confirmed',
    },
    cancelTerms: cancelWords(booking, balance, now),
    history: historyOf(events, zone),
    once: newId(),
  }
}

async function photosOf(db: Db, bookingId: string): Promise<StudioBooking['photos']> {
  const byQuestion = Map.groupBy(await listClientPhotos({ db }, bookingId), ({ question }) => question)
  return [...byQuestion].map(([question, photos]) => ({
    question,
    photos: photos.map(({ id, name, bytes, width, height }) => ({
      ...{ id, name, size: `${width} × ${height}, ${bytesLabel(bytes)}` },
    })),
  }))
}

/** A sentence about the latest change by someone else. */
export async function describeLastChange({ db }: Pick<Deps, 'db'>, booking: Booking): Promise<string> {
  const events = (await selectEvents(db, booking.id)).filter(({ kind }) => kind !== 'note-changed')
  const last = events.at(-1)
  const moment = (at: number) => dayAndTime(at, booking.zone)
  const what = last ? `${eventCopy(last, moment)}.` : 'Someone changed it.'
  return `Your change wasn’t saved because this booking was just updated: ${what} Review it and try again.`
}

function isPossible({ state, sessionDate }: Booking, decision: Decision, now: number): boolean {
  if ((decision === 'done' || decision === 'no-show') && sessionDate > now) return false
  if (decision === 'confirm' && state !== 'requested') return false
  // A request is declined instead.
  if (decision === 'cancel' && state === 'requested') return false
  if (decision === 'reopen' && state === 'requested') return false
  return NEXT_STATES[state].includes(STATE_OF[decision])
}

function holdOf(booking: Booking, ledger: Ledger, events: readonly BookingEvent[]): ShownHold | null {
  const { requirements, heldUntil, zone } = booking
  if (booking.state !== 'requested' || !requirements) return null
  return {
    until: heldUntil === null ? '' : dayAndTime(heldUntil, zone),
    items: requirements.items.map((item) => ({
      kind: item.kind,
      label: REQUIREMENT_LABELS[item.kind],
      status:
        item.waivedBy === null
          ? isMet(item, booking, ledger)
            ? 'done'
            : ''
          : `waived${item.waivedBy === '' ? '' : ` by ${item.waivedBy}`}`,
      contract: item.contract ?? '',
    })),
    reminder: holdReminderOf(booking, events),
  }
}

function holdReminderOf(
  { requirements, heldUntil, zone }: Booking,
  events: readonly BookingEvent[],
): ShownHold['reminder'] {
  return reminderLine(
    {
      at: heldUntil === null ? null : holdReminderTime(heldUntil, events),
      writtenAt: requirements?.remindedAt ?? null,
      isOff: requirements?.isReminderOff ?? false,
    },
    (at) => momentLabel(at, zone),
  )
}

const pastWarning = ({ state, sessionDate }: Booking, now: number): string[] =>
  state === 'requested' && sessionDate < now ? ['The requested time has passed.'] : []

/** A warning if more was received for a canceled booking than the studio keeps. */
function refundWarning(booking: Booking, { over }: Balance, { left }: OnlineRecords): string[] {
  if (!isOff(booking) || over === 0) return []
  const how = [...left.values()].some((cents) => cents > 0)
    ? 'Refund what was paid online with its button below, or record the refund once you’ve sent it another way.'
    : 'Record it here once you’ve sent it.'
  return [`You still owe this client a refund of ${money(over)}. ${how}`]
}

const isOff = ({ state }: Booking): boolean => state === 'declined' || state === 'canceled'

function cancelWords(booking: Booking, balance: Balance, now: number): StudioBooking['cancelTerms'] {
  const { kept, deposit, feesLasting } = balance
  const fees = balance.fees - balance.extras - balance.tips
  const feesEnd = fees > 0 ? ` Fees of ${priceLabel(fees)} are waived.` : ''
  const goesBack =
    kept > 0
      ? `Refund everything the client has paid (${money(kept)}). We’ll tell them a refund is coming. Record the refund here once you’ve sent it.${feesEnd}`
      : `No payment received, so there’s nothing to refund.${feesEnd}`
  if (!mayKeepDeposit(booking, now)) return { goesBack, kept: '' }
  const days = booking.policy.depositRefundDays
  const had = deposit > 0 ? '' : ' It hasn’t been paid, so the client still owes it.'
  const feesStay = feesLasting > 0 ? ` The client still owes fees of ${priceLabel(feesLasting)}, too.` : ''
  return {
    goesBack,
    kept: `Keep the ${money(booking.depositCents)} deposit. Under this booking’s policy, it’s refundable only up to ${days === 1 ? 'a day' : `${days} days`} before the session.${had}${feesStay}`,
  }
}

function factsOf(booking: Booking, balance: Balance, studioAddress: string): StudioBooking['facts'] {
  const { place, travelFeeCents, depositCents } = booking
  const travel = travelFeeCents > 0 ? `, ${priceLabel(travelFeeCents, '')} travel` : ''
  const { address } = placeOf(booking, { address: studioAddress })
  return [
    { label: 'Location', value: `${place.title}${travel}` },
    { label: 'Address', value: address },
    { label: 'People', value: String(booking.partySize) },
    { label: 'Price', value: priceLabel(booking.priceCents, booking.priceUnit) },
    { label: balance.tax?.label ?? 'Tax', value: balance.tax ? money(balance.tax.cents) : '' },
    { label: 'Credited', value: balance.credited === 0 ? '' : money(-balance.credited) },
    { label: 'Deposit', value: depositCents === 0 ? '' : depositLabel(depositCents, balance) },
    ...booking.answers.map(({ question, answer }) => ({ label: question, value: answer })),
  ].filter(({ value }) => value !== '')
}

const depositLabel = (cents: number, { deposit }: Balance): string => {
  if (deposit >= cents) return `${priceLabel(cents, '')}, received`
  return deposit === 0
    ? `${priceLabel(cents, '')}, not received`
    : `${priceLabel(cents, '')}, ${priceLabel(deposit, '')} received`
}

function shownPayments(
  booking: Booking,
  {
    ledger,
    installments,
    online,
    balance,
    card,
    refunds,
    today,
  }: {
    ledger: Ledger
    installments: Installment[]
    online: OnlineRecords
    balance: Balance
    card: ShownPayments['card']
    refunds: ShownPayments['refunds']
    today: string
  },
): ShownPayments {
  const planned = shownInstallments(installments, booking)
  const [kind, open] = nextPayment(booking, balance)
  return {
    fees: ledger.charges.filter(isFee).map((fee) => ({
      id: fee.id,
      label: chargeLabel(fee),
      type: feeType(fee),
      amount: money(fee.amountCents),
      day: fullDate(dateOf(fee.chargedAt, booking.zone)),
      isEnded: fee.voided !== null,
      ended: endedWords(fee),
    })),
    entries: ledger.payments.map((payment) => ({
      id: payment.id,
      kind: paymentName(payment, booking),
      amount: `${payment.kind === 'refund' ? '−' : ''}${money(payment.amountCents)}`,
      day: fullDate(payment.receivedOn),
      method: METHOD_LABELS[payment.method as PaymentMethod] ?? payment.method,
      note: payment.note,
      by: payment.recordedBy,
      isVoided: payment.voidedAt !== null,
      online: onlineEntry(payment.id, online),
    })),
    refunds,
    summary: balanceLabel(balance),
    card,
    dues: isOff(booking)
      ? []
      : bookingDues(booking, ledger, installments).map((due, nth) => ({
          id: String(nth),
          amount: due.amountCents === null ? 'The rest' : money(due.amountCents),
          day: fullDate(due.dueOn),
          status: dueStatus(due, today),
        })),
    schedule: {
      values: scheduleValues(planned),
      rows: scheduleRows(planned.length),
      mark: scheduleMark(planned),
    },
    next: { kind, amount: open > 0 ? decimalMoney(open) : '', receivedOn: today },
  }
}

/** "Waived by Dorian Ellis: a storm"; '' while it's owed. */
function endedWords(fee: Fee): string {
  const { voided } = fee
  const type = feeType(fee)
  if (!voided)
    return fee.creditedCents > 0
      ? `${priceLabel(fee.creditedCents)} ${type === 'tip' ? 'refunded' : 'credited'}`
      : ''
  if (type === 'tip' || isRefunded(fee)) return voided.reason
  const by = voided.by === '' ? '' : ` by ${voided.by}`
  return [`${type === 'extra' ? 'Removed' : 'Waived'}${by}`, voided.reason].filter(Boolean).join(': ')
}

/** "Deposit", "Payment" for one with the deposit, "Tip", "Refund of tip" */
const paymentName = ({ id, kind, amountCents }: Payment, { depositCents }: Booking): string => {
  if (!isTip(id)) return kind === 'deposit' && amountCents > depositCents ? 'Payment' : PAYMENT_LABELS[kind]
  return kind === 'refund' ? 'Refund of tip' : 'Tip'
}

/** Payments and refunds of the ledger that were made online have no form to void them. */
const onlineEntry = (id: string, { left, refunds }: OnlineRecords) =>
  left.has(id) || refunds.has(id)
    ? { id, left: (left.get(id) ?? 0) > 0 ? decimalMoney(left.get(id) ?? 0) : '' }
    : null

/** "paid", "$20 open, overdue"; '' for one that isn't due yet. */
function dueStatus({ openCents, amountCents, dueOn }: Due, today: string): string {
  if (openCents === 0) return 'paid'
  return [
    openCents === null || openCents === amountCents ? '' : `${money(openCents)} open`,
    dueOn < today ? 'overdue' : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

/** Suggests the kind and amount of the next payment. */
function nextPayment(
  booking: Booking,
  { open, over, depositOpen, feesLasting }: Balance,
): [kind: PaymentKind, cents: number] {
  if (isOff(booking)) return open ? ['fee', open] : ['refund', over]
  if (depositOpen > 0) return ['deposit', depositOpen]
  if (feesLasting > 0) return ['fee', feesLasting]
  return ['balance', open ?? 0]
}

/** Newest first. */
const historyOf = (events: BookingEvent[], zone: string): StudioBooking['history'] =>
  events
    // Events of the same time: the last written first.
    .toReversed()
    .map((event) => ({
      id: event.id,
      at: event.at,
      when: momentLabel(event.at, zone),
      what: eventCopy(event, (at) => dayAndTime(at, zone)),
      words: String(event.detail.words ?? ''),
    }))
    .sort((a, b) => b.at - a.at)
    .map(({ at: _, ...shown }) => shown)
