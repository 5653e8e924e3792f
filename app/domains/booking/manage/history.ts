import type { PaymentKind } from '~/domains/billing/model'
import { money } from '~/platform/money'
import { tipWithin } from '../online/tip'
import { METHOD_LABELS, PAYMENT_LABELS, type PaymentMethod } from '../payments/model'
import { REQUIREMENT_LABELS, type RequirementKind } from '../requirements/model'
import type { BookingEvent } from '../reservations/model'

/**
 * A booking event as a sentence without its period.
 * @param moment formats an instant (milliseconds since 1970)
 */
export const eventCopy = (event: BookingEvent, moment: (at: number) => string): string =>
  `${whoOf(event)} ${deedOf(event, moment)}`

const NOBODY = { client: 'The client', studio: 'The studio', program: 'The system' } as const

const whoOf = ({ by }: BookingEvent): string => (by.name === '' ? NOBODY[by.kind] : by.name)

function deedOf({ kind, by, detail }: BookingEvent, moment: (at: number) => string): string {
  switch (kind) {
    case 'requested':
      return detail.manual ? 'added it as a request' : 'requested it'
    case 'held':
      return `${by.kind === 'client' ? 'booked it' : detail.manual ? 'added it' : 'accepted it'}. The time is held until ${moment(Number(detail.until))}`
    case 'hold-extended':
      return `extended the hold until ${moment(Number(detail.until))}`
    case 'requirement-met':
      return 'signed the contract'
    case 'requirement-waived':
      return `waived a requirement: ${REQUIREMENT_LABELS[detail.requirement as RequirementKind].toLowerCase()}`
    case 'confirmed':
      if (detail.completes && by.kind === 'client') return 'completed what was required. It’s confirmed'
      if (detail.manual) return 'added it'
      return by.kind === 'client' ? 'booked it' : 'confirmed it'
    case 'declined':
      return 'declined it'
    case 'rescheduled':
      return `rescheduled it from ${moment(Number(detail.from))} to ${moment(Number(detail.to))}${feeOf(detail)}`
    case 'canceled':
      if (by.kind === 'program')
        return 'ended the hold, since something required was missing. The time is open again'
      return `canceled it. The deposit is ${detail.isDepositReturned ? 'refundable' : 'nonrefundable'}`
    case 'done':
      return 'marked it as completed'
    case 'no-show':
      return 'marked it as a no-show'
    case 'reopened':
      return 'reopened it'
    case 'accepted':
      return 'confirmed the new time'
    case 'answered':
      return 'answered the questions'
    case 'note-changed':
      return 'changed the private note'
    case 'payment-recorded':
      return `recorded ${paymentOf(detail)}${creditOf(detail)}`
    case 'payment-voided':
      return `voided ${paymentOf(detail)}`
    case 'fee-added':
      return detail.contract
        ? `charged ${feeWords(detail)}, as agreed in “${detail.contract}”`
        : `added ${detail.type === 'extra' ? 'an extra' : 'a fee'}: ${feeWords(detail)}`
    case 'fee-waived':
      return `${ENDED[String(detail.type)] ?? 'waived a fee'}: ${feeWords(detail)}`
    case 'credited':
      return `credited ${money(Number(detail.amountCents))} with credit note ${detail.number}`
    case 'paid-online':
      return `paid ${money(Number(detail.amountCents))} by Stripe${tipWithin(detail)}`
    case 'refunded-online':
      return `recorded a refund of ${money(Number(detail.amountCents))} by Stripe${creditOf(detail)}`
    case 'card-saved':
      return `saved a card for later payments: ${detail.card}`
    case 'card-declined':
      return `couldn’t charge ${money(Number(detail.amountCents))} to the ${detail.card}`
    case 'card-removed':
      return `removed the saved card: ${detail.card}`
    case 'schedule-changed':
      return 'changed the due dates'
    case 'message-sent':
      return `emailed the client: ${detail.subject}`
    case 'link-replaced':
      return 'created a new booking link; the old one no longer works'
  }
}

const ENDED: Partial<Record<string, string>> = { extra: 'removed an extra', tip: 'removed a tip' }

const feeOf = ({ feeCents }: BookingEvent['detail']): string =>
  Number(feeCents ?? 0) > 0 ? `, for ${money(Number(feeCents))}` : ''

function paymentOf({ payment, amountCents, method }: BookingEvent['detail']): string {
  const kind = PAYMENT_LABELS[payment as PaymentKind] ?? 'payment'
  const how = METHOD_LABELS[method as PaymentMethod] ?? ''
  return `${money(Number(amountCents))}, ${kind.toLowerCase()}${how === '' ? '' : `, ${how.toLowerCase()}`}`
}

/** ". $100 is no longer owed" */
const creditOf = ({ creditedCents }: BookingEvent['detail']): string =>
  Number(creditedCents ?? 0) > 0 ? `. ${money(Number(creditedCents))} is no longer owed` : ''

/** "$35, reschedule fee" */
const feeWords = ({ fee, amountCents }: BookingEvent['detail']): string =>
  `${money(Number(amountCents))}, ${String(fee).charAt(0).toLowerCase()}${String(fee).slice(1)}`

/** "just now", "14 minutes ago", "3 hours ago"; undefined: show the date instead. */
export function agoLabel(at: number, now: number): string | undefined {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return hours === 1 ? 'an hour ago' : `${hours} hours ago`
  return undefined
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth']

/** "third session" */
export const sessionCountLabel = (count: number): string => {
  const word = ORDINALS[count - 1]
  return word ? `${word} session` : `session number ${count}`
}
