import { z } from 'zod'
import type { Ledger } from '~/domains/billing/model'
import { type Due, duesOf, type Installment, nextDue } from '~/domains/billing/schedule'
import { text } from '~/platform/fields'
import { type PostedFields, parseForm } from '~/platform/forms'
import { money } from '~/platform/money'
import { dateOf, fullDate, momentLabel } from '~/platform/time'
import { placeOf } from '../external-calendars/session-entry'
import type { ShownCard } from '../online/cards'
import { type OnlineView, type PayButton, payButtons } from '../online/model'
import { tipChoices, tipWithin } from '../online/tip'
import { balanceOf, creditWithin, paymentCopy } from '../payments/balance'
import { isChangeable, reschedulesBy } from '../policy'
import { type PolicyCopy, policyCopy } from '../policy-copy'
import {
  askedNow,
  changedSentence,
  isHeld,
  isMet,
  openRequirements,
  type RequirementKind,
  stepLabel,
} from '../requirements/model'
import type { Booking, BookingEvent, BookingState } from '../reservations/model'
import { dayAndTime, startLabels } from '../start-labels'
import { type MoneyLine, moneyLines } from './money-lines'
import { type StatusCopy, statusCopy } from './status-copy'

/** What a booking's page shows its client, as finished text. */
export interface BookingView extends StatusCopy, PolicyCopy {
  reference: string
  version: number
  state: BookingState
  /** Whether the client can still change it. */
  isOpen: boolean
  /** "Portrait, 45 minutes" */
  session: string
  when: { day: string; range: string }
  /** `isTheirs`: the location is the client's. */
  place: { title: string; address: string; isTheirs: boolean }
  client: { name: string; contact: string[]; party: string }
  notes: string
  answers: { question: string; answer: string }[]
  money: MoneyLine[]
  /** What is still required before it counts as confirmed; null: nothing. */
  steps: ClientSteps | null
  /** What is owed when, and how to pay it; null: nothing is owed. */
  payments: ClientPayments | null
  /** The studio rescheduled it and the client hasn't accepted yet. */
  asksToAccept: boolean
  history: { at: string; text: string }[]
}

export interface ClientSteps {
  items: { kind: RequirementKind; label: string; isDone: boolean }[]
  /** Whether a proposal was sent that the client can open here. */
  hasProposal: boolean
  /** How to pay the deposit, in the studio's words; '': none, or it's paid. */
  instructions: string
  /** Label of the button that pays it online; '': it can't be. */
  pay: string
  /** The payment that it's for, as in `PayableNow`. */
  upTo: number
  /** The words with which the client can save their card with it; '': it can't be saved. */
  consent: string
  /** A payment that is being carried out; '': none. */
  processing: string
}

export interface ClientPayments {
  dues: { id: string; text: string }[]
  /** The studio's words; '': none. */
  instructions: string
  /** Buttons for what can be paid online now. */
  payable: PayButton[]
  /** Whole amounts of a tip; none: no tip can be added. */
  tips: { value: string; label: string }[]
  /** A payment that is being carried out; '': none. */
  processing: string
  /** The words with which the client can save their card for the later payments; '': it can't be saved. */
  consent: string
  /** The saved card and what it will be charged, as a sentence; '': none. */
  card: string
}

interface BookingStory {
  /** Questions that are answered with photos. */
  photosAsked: string[]
  events: BookingEvent[]
  ledger: Ledger
  now: number
  /** Whether a mail server is configured. */
  sendsMail: boolean
  installments: readonly Installment[]
  /** How to pay, in the studio's words. */
  instructions: string
  /** undefined: there are no online payments. */
  online: OnlineView | undefined
  /** The studio's address in one line. */
  studio: { address: string }
}

export function bookingView(booking: Booking, story: BookingStory): BookingView {
  const { sessionDate, zone, sessionType } = booking
  const { fullDay, rangeInWords } = startLabels({ startsAt: sessionDate, endsAt: booking.sessionEnd }, zone)
  const balance = balanceOf(booking, story.ledger)
  const copy = statusCopy(booking, story)
  const payments = clientPayments(booking, story)
  const howToPay = paymentCopy(booking, {
    ...{ now: story.now, depositOpen: balance.depositOpen },
    email: story.sendsMail ? 'one of our emails' : null,
  })
  return {
    ...copy,
    lede: copy.lede + overdueWords(booking, story),
    ...policyCopy(booking, { ...story, reschedules: reschedulesBy(story.events), balance }),
    reference: booking.reference,
    version: booking.version,
    state: booking.state,
    isOpen: isChangeable(booking, story.now),
    session: `${sessionType.title}, ${sessionType.minutes} minutes`,
    when: { day: fullDay, range: rangeInWords },
    place: { ...placeOf(booking, story.studio), isTheirs: booking.place.kind === 'client' },
    client: {
      name: booking.name,
      contact: [booking.email, booking.phone].filter(Boolean),
      party: booking.partySize === 1 ? 'One person' : `${booking.partySize} people`,
    },
    notes: booking.notes,
    answers: [
      ...booking.answers,
      ...story.photosAsked
        .filter((asked) => booking.answers.every(({ question }) => question !== asked))
        .map((question) => ({ question, answer: 'No photos yet' })),
    ],
    money: moneyLines(booking, { ledger: story.ledger, payments, howToPay }, balance),
    steps: clientSteps(booking, story),
    payments: payments && withInstructions(payments, (balance.open ?? balance.feesOpen) > 0 ? howToPay : ''),
    asksToAccept: booking.acceptanceRequestedAt !== null && isChangeable(booking, story.now),
    history: historyLines(story.events, zone).map(({ at, text }) => ({ at: momentLabel(at, zone), text })),
  }
}

function clientSteps(
  booking: Booking,
  { ledger, instructions, online, now }: Pick<BookingStory, 'ledger' | 'instructions' | 'online' | 'now'>,
): ClientSteps | null {
  const { requirements } = booking
  if (!requirements || !isHeld(booking) || !isChangeable(booking, now)) return null
  const isDepositOpen = askedNow(openRequirements(booking, ledger)).some(({ kind }) => kind === 'deposit')
  return {
    items: askedNow(requirements.items).map((item) => ({
      kind: item.kind,
      label: stepLabel(item, booking),
      isDone: isMet(item, booking, ledger),
    })),
    hasProposal: false,
    instructions: isDepositOpen ? instructions : '',
    pay: isDepositOpen && online?.payable ? `Pay ${money(online.payable.next)}` : '',
    upTo: online?.payable?.upTo ?? 0,
    consent: online?.consent ?? '',
    processing: processingWords(online),
  }
}

/** A payment that is being carried out, as a sentence; '': none. */
export const processingWords = (online: OnlineView | undefined): string =>
  (online?.processing ?? 0) > 0
    ? `Your payment of ${money(online?.processing ?? 0)} is on its way. Some banks take a few days. We’ll show it here once it arrives.`
    : ''

/** null: nothing is owed, or nothing before the booking is confirmed. */
export function clientPayments(
  booking: Booking,
  {
    ledger,
    installments,
    instructions,
    online,
    now,
  }: Pick<BookingStory, 'ledger' | 'installments' | 'instructions' | 'online' | 'now'>,
): ClientPayments | null {
  if (booking.state === 'requested' || booking.state === 'declined') return null
  const otherwise = dateOf(booking.sessionDate, booking.zone)
  const dues = duesOf(installments, ledger, { otherwise })
  const processing = online?.processing ?? 0
  if (!nextDue(dues) && processing === 0 && !online?.card) return null
  const today = dateOf(now, booking.zone)
  return {
    dues: dues.map((due, nth) => ({ id: String(nth), text: dueText(due, today) })),
    instructions,
    payable: online?.payable ? payButtons(online.payable) : [],
    tips: online?.payable && online.tips ? tipChoices(online.payable.next) : [],
    processing: processingWords(online),
    consent: online?.consent ?? '',
    card: online?.card ? cardWords(online.card) : '',
  }
}

/** Without the studio's words or a button, the payments say whom to ask. */
const withInstructions = (payments: ClientPayments, howToPay: string): ClientPayments =>
  payments.instructions !== '' || payments.payable.length > 0
    ? payments
    : { ...payments, instructions: howToPay }

/** What was due before today, after what the page says first; '': nothing, or a payment is on its way. */
function overdueWords(
  { state, sessionDate, zone }: Booking,
  { installments, ledger, online, now }: Pick<BookingStory, 'installments' | 'ledger' | 'online' | 'now'>,
): string {
  if (state !== 'confirmed' || online?.processing) return ''
  const due = nextDue(duesOf(installments, ledger, { otherwise: dateOf(sessionDate, zone) }))
  if (!due?.openCents || due.dueOn >= dateOf(now, zone)) return ''
  return ` ${money(due.openCents)} was due ${fullDate(due.dueOn)}.`
}

const cardWords = ({ name, charges }: ShownCard): string =>
  charges === ''
    ? `Your ${name} is saved. We won’t charge it anymore.`
    : `Your ${name} is saved. We’ll charge it ${charges}, and email you before each charge.`

/** "$75, due Friday, November 20, 2026. Paid, thank you." */
function dueText({ dueOn, amountCents, openCents }: Due, today: string): string {
  const what = amountCents === null ? 'The rest' : money(amountCents)
  if (openCents === 0) return `${what}, due ${fullDate(dueOn)}. Paid, thank you.`
  const left = openCents === null || openCents === amountCents ? '' : ` ${money(openCents)} is left to pay.`
  return `${what}${dueOn < today ? ' was due' : ' is due'} ${fullDate(dueOn)}.${left}`
}

/** A booking's history, one line per event, newest first, without the studio's internal notes. */
export const historyLines = (events: readonly BookingEvent[], zone: string): { at: number; text: string }[] =>
  events.toReversed().flatMap((event) => {
    const text = lineOf(event, zone)
    return text === undefined ? [] : [{ at: event.at, text }]
  })

function lineOf({ kind, by, detail }: BookingEvent, zone: string): string | undefined {
  const who = by.kind === 'client' ? 'You' : 'We'
  switch (kind) {
    case 'requested':
      return `${who} requested this session.`
    case 'confirmed':
      if (detail.completes) return 'Everything is here. Your session is confirmed.'
      return by.kind === 'client' ? 'You booked this session.' : 'We confirmed it.'
    case 'held':
      return `${by.kind === 'client' ? 'You booked this session.' : 'We accepted it.'} We’re holding the time until ${dayAndTime(Number(detail.until), zone)}.`
    case 'hold-extended':
      return `We extended the hold until ${dayAndTime(Number(detail.until), zone)}.`
    case 'requirement-met':
      return 'You signed the contract.'
    case 'requirement-waived':
      return 'We waived something that was required.'
    case 'declined':
      return 'We couldn’t take it.'
    case 'rescheduled':
      return `${who} rescheduled it${fromTo(detail, zone)}${feeOf(detail)}.`
    case 'canceled':
      if (by.kind === 'program') return 'The hold ended, and we released the time.'
      return `${who} canceled it.`
    case 'accepted':
      return 'You confirmed the new time.'
    case 'answered':
      return changedSentence(who, String(detail.changed ?? 'details'))
    case 'payment-recorded':
      return `We recorded a ${detail.payment === 'refund' ? 'refund' : 'payment'}.${creditWithin(detail)}`
    case 'fee-added':
      return `We added ${detail.type === 'extra' ? 'an extra for' : 'a fee of'} ${money(Number(detail.amountCents))}: ${detail.fee}${detail.contract ? `, as agreed in “${detail.contract}”` : ''}.`
    case 'fee-waived':
      return endedLine(detail)
    case 'credited':
      return `We credited ${money(Number(detail.amountCents))} with credit note ${detail.number}.`
    case 'paid-online':
      return `You paid ${money(Number(detail.amountCents))} online${tipWithin(detail)}.`
    case 'refunded-online':
      return `We refunded ${money(Number(detail.amountCents))}.${creditWithin(detail)}`
    case 'card-saved':
      return `You saved your card for later payments: ${detail.card}.`
    case 'card-declined':
      return `We couldn’t charge ${money(Number(detail.amountCents))} to your ${detail.card}.`
    case 'card-removed':
      return `${who} removed your saved card: ${detail.card}.`
    case 'schedule-changed':
      return 'We changed when payments are due.'
    case 'link-replaced':
      return `${who} created a new link.`
    case 'done':
      return 'The session took place.'
    case 'reopened':
      return 'We reopened it.'
    case 'no-show':
    case 'note-changed':
    case 'payment-voided':
    case 'message-sent':
      return undefined
  }
}

function endedLine({ type, fee, amountCents }: BookingEvent['detail']): string {
  const amount = money(Number(amountCents))
  if (type === 'extra') return `We removed an extra for ${amount}: ${fee}.`
  return type === 'tip' ? `We removed your tip of ${amount}.` : `We waived a fee of ${amount}.`
}

const feeOf = ({ feeCents }: BookingEvent['detail']): string =>
  Number(feeCents ?? 0) > 0 ? `, for a fee of ${money(Number(feeCents))}` : ''

const fromTo = ({ from, to }: BookingEvent['detail'], zone: string): string =>
  typeof from === 'number' && typeof to === 'number'
    ? ` from ${dayAndTime(from, zone)} to ${dayAndTime(to, zone)}`
    : ''

/** Success messages of the booking page's forms, by the value in its URL. */
const NEWS = {
  rescheduled: 'Your session is rescheduled. We’ve emailed you the new time.',
  canceled: 'Your session is canceled. We’ve emailed you a confirmation.',
  accepted: 'Thank you. Your new time is confirmed.',
  details: 'Saved. We’ll see your changes.',
  signed: 'Thank you for signing. We’ll email you the signed copy once we’ve signed, too.',
  same: 'Nothing was changed.',
  card: 'Your card is removed. We won’t charge it anymore. Please pay what’s due another way.',
  link: 'We’ve emailed you a new link. Older links no longer work.',
} as const

/** Messages if there is no mail server. */
const UNSENT: Partial<Record<string, string>> = {
  rescheduled:
    'Your session is rescheduled. This site can’t send email yet, so please make a note of the new time.',
  canceled: 'Your session is canceled. This site can’t send email yet, so there’s no confirmation by email.',
  signed: 'Thank you for signing. The contract is complete once we’ve signed, too.',
  link: 'This site can’t send email yet, so the new link wasn’t sent. The earlier ones no longer work. Please contact us.',
}

/** @param sendsMail whether a mail server is configured */
export function bookingNews(word: string | null, sendsMail: boolean): string | undefined {
  if (word === null || !Object.hasOwn(NEWS, word)) return undefined
  return (!sendsMail && UNSENT[word]) || NEWS[word as keyof typeof NEWS]
}

export const CLIENT_NOTE_MAX = 1_000

/** Parses a client's message to the studio with a change. */
export const readClientMessage = (posted: PostedFields) =>
  parseForm(z.object({ words: text({ max: CLIENT_NOTE_MAX }) }), posted)
