import { chargeLabel, type Fee, feeType, isFee, isRefunded, type Ledger } from '~/domains/billing/model'
import type { Tax } from '~/domains/billing/tax'
import { money } from '~/platform/money'
import { dateOf, dayLabel } from '~/platform/time'
import { type Balance, receivedLabel } from '../payments/balance'
import { isHeld } from '../requirements/model'
import type { Booking } from '../reservations/model'
import type { ClientPayments } from './booking-view'

/** "Deposit" · "$75, due by the link in the confirmation" */
export type MoneyLine = [label: string, text: string]

interface MoneyStory {
  ledger: Ledger
  payments: ClientPayments | null
  /** "Reply to one of our emails to pay it." */
  howToPay: string
}

/**
 * What the booking costs and what arrived, ending with what is open.
 * @param payments what the page lists as due, above these lines
 */
export function moneyLines(
  booking: Booking,
  { ledger, payments, howToPay }: MoneyStory,
  { deposit, open, feesOpen, over, tax, credited }: Balance,
): MoneyLine[] {
  const { priceCents, priceUnit, travelFeeCents, depositCents, zone } = booking
  const toPay = open ?? feesOpen
  const isListed = open !== null && payments?.dues.length === 1
  const isOff = booking.state === 'declined' || booking.state === 'canceled'
  const counted = ledger.payments.filter(({ voidedAt }) => voidedAt === null)
  const isKept = counted.length > 0 && counted.every(({ kind }) => kind !== 'refund')
  return [
    ['Price', money(priceCents) + (priceUnit ? ` for each ${priceUnit}` : '')],
    ...(travelFeeCents > 0 ? [['Travel', money(travelFeeCents)] satisfies MoneyLine] : []),
    ...(tax ? [[tax.label, money(tax.cents)] satisfies MoneyLine] : []),
    ...(credited > 0 ? [['Credited', money(-credited)] satisfies MoneyLine] : []),
    ...ledger.charges
      .filter(isFee)
      .map((fee): MoneyLine => [chargeLabel(fee), feeWords(fee, dateOf(fee.chargedAt, zone))]),
    ...(depositCents > 0 ? [['Deposit', depositWords(booking, deposit)] satisfies MoneyLine] : []),
    ...counted.map(
      ({ id, kind, amountCents, receivedOn, method }): MoneyLine => [
        receivedLabel({ id, kind, amountCents }, depositCents),
        `${money(amountCents)} on ${dayLabel(receivedOn)}${method ? `, ${method}` : ''}`,
      ],
    ),
    ...(toPay > 0 && !isListed
      ? [['Balance due', payments ? money(toPay) : `${money(toPay)}. ${howToPay}`] satisfies MoneyLine]
      : open === 0 && !isOff && isKept
        ? [['Paid', 'In full. Thank you.'] satisfies MoneyLine]
        : []),
    ...(isOff && over > 0 ? [['Refund', `${money(over)}. We’ll refund it to you.`] satisfies MoneyLine] : []),
  ]
}

/** "$35, since Saturday, November 21", "$450", "$35, waived". @param day YYYY-MM-DD */
function feeWords(fee: Fee, day: string): string {
  const type = feeType(fee)
  const amount = `${money(fee.amountCents)}${taxWithin(fee.tax)}`
  if (isRefunded(fee)) return `${amount}, no longer charged`
  if (fee.voided) return `${amount}, ${{ extra: 'removed', fee: 'waived', tip: 'no longer charged' }[type]}`
  return type === 'fee' ? `${amount}, since ${dayLabel(day)}` : amount
}

/** ", including $3.31 sales tax" */
const taxWithin = ({ name, cents }: Tax): string => (cents > 0 ? `, including ${money(cents)} ${name}` : '')

function depositWords(booking: Booking, received: number): string {
  const { depositCents, state } = booking
  const whole = money(depositCents)
  if (isHeld(booking)) return received >= depositCents ? whole : `${whole}, not paid yet`
  if (state === 'requested') return `${whole}, due once confirmed`
  if (received >= depositCents || (state !== 'confirmed' && state !== 'done')) return whole
  return received > 0 ? `${whole}, ${money(depositCents - received)} still due` : `${whole}, not paid yet`
}
