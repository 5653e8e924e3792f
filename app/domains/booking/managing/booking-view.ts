import { dateOf, dayLabel, momentLabel } from '~/platform/time'
import { placeOf } from '../external-calendars/session-entry'
import { type Balance, balanceOf } from '../fees/balance'
import { type BookingFee, feeLabel } from '../fees/model'
import { payWords } from '../fees/pay-words'
import { isChangeable, movesOf } from '../policy'
import { type TermsWords, termsWords } from '../policy-copy'
import type { Booking, BookingEvent, BookingPayment, BookingState } from '../reservations/model'
import { startLabels } from '../start-labels'
import { historyLines } from './history-lines'
import { type StateWords, stateWords } from './state-words'

/** What the page of a booking shows its client, in finished words. */
export interface BookingView extends StateWords, TermsWords {
  reference: string
  version: number
  state: BookingState
  /** Whether the client can still change it. */
  isOpen: boolean
  /** "Portrait, 45 minutes" */
  session: string
  when: { day: string; range: string }
  /** `isTheirs`: it is the client's own. */
  place: { title: string; address: string; isTheirs: boolean }
  client: { name: string; contact: string[]; party: string }
  notes: string
  answers: { question: string; answer: string }[]
  money: MoneyLine[]
  /** The studio moved it and waits for an answer. */
  asksToAccept: boolean
  history: { at: string; text: string }[]
}

/** "Deposit" · "$75, due by the link in the confirmation" */
export type MoneyLine = [label: string, text: string]

interface Told {
  events: BookingEvent[]
  payments: BookingPayment[]
  fees: BookingFee[]
  now: number
  /** There is a mail server. */
  sendsMail: boolean
  /** `address` in one line. */
  studio: { address: string }
  /** "$75" of cents */
  amount: (cents: number) => string
}

export function bookingView(booking: Booking, told: Told): BookingView {
  const { sessionDate, zone, sessionType } = booking
  const { fullDay, rangeInWords } = startLabels({ startsAt: sessionDate, endsAt: booking.sessionEnd }, zone)
  const balance = balanceOf(booking, told)
  return {
    ...stateWords(booking, told),
    ...termsWords(booking, { ...told, moves: movesOf(told.events), balance }),
    reference: booking.reference,
    version: booking.version,
    state: booking.state,
    isOpen: isChangeable(booking, told.now),
    session: `${sessionType.title}, ${sessionType.minutes} minutes`,
    when: { day: fullDay, range: rangeInWords },
    place: { ...placeOf(booking, told.studio), isTheirs: booking.place.kind === 'client' },
    client: {
      name: booking.name,
      contact: [booking.email, booking.phone].filter(Boolean),
      party: booking.partySize === 1 ? 'One person' : `${booking.partySize} people`,
    },
    notes: booking.notes,
    answers: booking.answers,
    money: moneyLines(booking, told, balance),
    asksToAccept: booking.acceptAskedAt !== null && isChangeable(booking, told.now),
    history: historyLines(told.events, zone).map(({ at, text }) => ({ at: momentLabel(at, zone), text })),
  }
}

function moneyLines(
  booking: Booking,
  { payments, fees, amount, now, sendsMail }: Told,
  { deposit, depositOpen, open, feesOpen, over }: Balance,
): MoneyLine[] {
  const { priceCents, priceUnit, travelFeeCents, depositCents, zone } = booking
  const toPay = open ?? feesOpen
  const isOff = booking.state === 'declined' || booking.state === 'canceled'
  return [
    ['Price', amount(priceCents) + (priceUnit ? ` for each ${priceUnit}` : '')],
    ...(travelFeeCents > 0 ? [['Travel', amount(travelFeeCents)] satisfies MoneyLine] : []),
    ...fees.map(
      (fee): MoneyLine => [
        feeLabel(fee),
        `${amount(fee.amountCents)}, ${fee.waived ? 'waived' : `since ${dayLabel(dateOf(fee.chargedAt, zone))}`}`,
      ],
    ),
    ...(depositCents > 0 ? [['Deposit', depositWords(booking, deposit, amount)] satisfies MoneyLine] : []),
    ...payments.map(
      ({ kind, amountCents, receivedOn, method }): MoneyLine => [
        PAYMENT_NAMES[kind],
        `${amount(Math.abs(amountCents))} on ${dayLabel(receivedOn)}${method ? `, ${method}` : ''}`,
      ],
    ),
    ...(toPay > 0
      ? [
          [
            'Balance due',
            `${amount(toPay)}. ${payWords(booking, { now, depositOpen, email: sendsMail ? 'one of our emails' : null })}`,
          ] satisfies MoneyLine,
        ]
      : []),
    ...(isOff && over > 0
      ? [['Refund', `${amount(over)}. We’ll refund it to you.`] satisfies MoneyLine]
      : []),
  ]
}

const PAYMENT_NAMES: Record<BookingPayment['kind'], string> = {
  deposit: 'Deposit received',
  balance: 'Received',
  fee: 'Fee received',
  refund: 'Refunded',
}

function depositWords(
  { depositCents, state }: Booking,
  received: number,
  amount: (cents: number) => string,
): string {
  const whole = amount(depositCents)
  if (state === 'requested') return `${whole}, due once confirmed`
  if (received >= depositCents || (state !== 'confirmed' && state !== 'done')) return whole
  return received > 0 ? `${whole}, ${amount(depositCents - received)} still due` : `${whole}, not paid yet`
}
