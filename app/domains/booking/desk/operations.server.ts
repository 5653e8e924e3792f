import { readSettings } from '~/domains/content/operations.server'
import { findPersonOf } from '~/domains/people/operations.server'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { addressLine } from '~/platform/mail/letterhead'
import { dateOf, fullDate, momentLabel, zoneName } from '~/platform/time'
import { type Booking, type BookingEvent, type BookingPayment, NEXT_STATES } from '../bookings/model'
import { selectBooking, selectEvents, selectPayments } from '../bookings/store.server'
import { placeOf } from '../letters/session-entry'
import { dayAndTime, startLabels } from '../start-labels'
import { mayKeepDeposit } from './deciding/operations.server'
import { agoLabel, eventWords, sessionCountLabel } from './history'
import { DECISIONS, type Decision, type DeskBooking, STATE_OF } from './model'
import { noteMark } from './notes/operations.server'
import { METHOD_LABELS, PAYMENT_LABELS, type PaymentMethod, type ShownPayments } from './payments/model'
import { amountLabel, type PaymentSums, priceLabel, sumPayments, sumsLabel } from './payments/sums'
import { lateLight } from './starting/operations.server'
import { countRequested, countSessions, othersOfClient } from './store.server'

/** As many of a client's other bookings stand beside one; the rest is on their record and in the list. */
const OTHERS = 6

interface Deps {
  db: Db
  clock: Clock
}

/** Requests that wait for the studio's answer, COUNT_MAX at most. */
export const countRequests = (db: Db): Promise<number> => countRequested(db)

/** All that the Studio shows of one booking; undefined: there is none. */
export async function readBookingForStudio(
  { db, clock }: Deps,
  id: string,
): Promise<DeskBooking | undefined> {
  const booking = await selectBooking(db, { id })
  if (!booking) return undefined
  const now = clock.now()
  const { studio } = await readSettings({ db })
  const { zone, sessionDate, sessionEnd, state } = booking
  const [events, payments, sessions] = [
    await selectEvents(db, id),
    await selectPayments(db, id),
    await countSessions(db, { email: booking.email, until: sessionDate }),
  ]
  const sums = sumPayments(booking, payments)
  const when = startLabels({ startsAt: sessionDate, endsAt: sessionEnd }, zone)
  return {
    id,
    version: booking.version,
    reference: booking.reference,
    state,
    title: booking.sessionType.title,
    day: when.fullDay,
    times: `${when.range}, ${zoneName(zone, sessionDate)}`,
    date: when.date,
    asked: `Asked ${agoLabel(booking.createdAt, now) ?? momentLabel(booking.createdAt, zone)}`,
    warnings: [
      ...(await lateLight(
        { db },
        { place: booking.place, type: booking.sessionType, startsAt: sessionDate, zone },
      )),
      ...pastWarning(booking, now),
      ...(booking.acceptAskedAt === null ? [] : ['The client has not said yet whether the new time suits.']),
      ...refundWarning(toGoBackOf(booking, events, sums)),
    ],
    client: {
      name: booking.name,
      email: booking.email,
      phone: booking.phone,
      sessions: sessions === 0 ? '' : sessionCountLabel(sessions),
    },
    facts: factsOf(booking, sums, addressLine(studio.address)),
    notes: booking.notes,
    payments: shownPayments(booking, payments, sums, {
      // Money is received where the studio is, wherever the session takes place.
      today: dateOf(now, studio.timeZone),
      toGoBack: toGoBackOf(booking, events, sums),
    }),
    person: await findPersonOf({ db }, booking.email),
    others: (await othersOfClient(db, { email: booking.email, except: id, limit: OTHERS }).execute()).map(
      (other) => ({
        id: other.id,
        title: other.title,
        day: fullDate(dateOf(other.startsAt, other.zone)),
        state: other.state,
      }),
    ),
    note: { text: booking.privateNote, seen: noteMark(booking.privateNote) },
    can: {
      decisions: DECISIONS.filter((decision) => isPossible(booking, decision, now)),
      move: state === 'requested' || state === 'confirmed',
    },
    cancelTerms: cancelWords(booking, sums, now),
    history: historyOf(events, zone),
    once: newId(),
  }
}

/** What somebody did while another looked at an older version, as a sentence. */
export async function tellWhatHappened({ db }: Pick<Deps, 'db'>, booking: Booking): Promise<string> {
  const events = (await selectEvents(db, booking.id)).filter(({ kind }) => kind !== 'note-changed')
  const last = events.at(-1)
  const moment = (at: number) => dayAndTime(at, booking.zone)
  const what = last ? `${eventWords(last, moment)}.` : 'Somebody changed it.'
  return `Nothing was done, since this booking has changed meanwhile. ${what} Look at it as it is now.`
}

function isPossible({ state, sessionDate }: Booking, decision: Decision, now: number): boolean {
  if ((decision === 'done' || decision === 'no-show') && sessionDate > now) return false
  if (decision === 'confirm' && state !== 'requested') return false
  // A request is declined.
  if (decision === 'cancel' && state === 'requested') return false
  if (decision === 'reopen' && state === 'requested') return false
  return NEXT_STATES[state].includes(STATE_OF[decision])
}

const pastWarning = ({ state, sessionDate }: Booking, now: number): string[] =>
  state === 'requested' && sessionDate < now ? ['The time that was asked for has passed.'] : []

/** When something was to go back and is still here. */
const refundWarning = (toGoBack: number): string[] =>
  toGoBack > 0
    ? [`${amountLabel(toGoBack)} still has to go back to the client. Write the refund down when it has.`]
    : []

/** Of a booking that was called off: what is still here, less a deposit and fees that are kept. Cents. */
function toGoBackOf({ state }: Booking, events: BookingEvent[], sums: PaymentSums): number {
  if (state !== 'declined' && state !== 'canceled') return 0
  const ended = events.findLast(({ kind }) => kind === 'canceled' || kind === 'declined')
  const isAllReturned = state === 'declined' || ended?.detail.isDepositReturned === 1
  return Math.max(0, isAllReturned ? sums.kept : sums.kept - sums.deposit - sums.fee)
}

function cancelWords(booking: Booking, sums: PaymentSums, now: number): DeskBooking['cancelTerms'] {
  const { kept, deposit } = sums
  const received = kept > 0 ? amountLabel(kept) : ''
  const goesBack =
    received === ''
      ? 'Nothing has been received, so nothing has to go back.'
      : `All that was received goes back to the client, who is told so: ${received}. Write the refund down when it has.`
  if (!mayKeepDeposit(booking, now)) return { goesBack, kept: '' }
  const days = booking.policy.depositBackDays
  const had = deposit > 0 ? '' : ' It has not been received.'
  return {
    goesBack,
    kept: `The deposit of ${amountLabel(booking.depositCents)} is kept, by the terms of this booking: it comes back until ${days === 1 ? 'a day' : `${days} days`} before.${had}`,
  }
}

function factsOf(booking: Booking, sums: PaymentSums, studioAddress: string): DeskBooking['facts'] {
  const { place, travelFeeCents, depositCents } = booking
  const travel = travelFeeCents > 0 ? `, ${priceLabel(travelFeeCents, '')} travel` : ''
  const { address } = placeOf(booking, { address: studioAddress })
  return [
    { label: 'Place', value: `${place.title}${travel}` },
    { label: 'Address', value: address },
    { label: 'People', value: String(booking.partySize) },
    { label: 'Price', value: priceLabel(booking.priceCents, booking.priceUnit) },
    { label: 'Deposit', value: depositCents === 0 ? '' : depositLabel(depositCents, sums) },
    ...booking.answers.map(({ question, answer }) => ({ label: question, value: answer })),
  ].filter(({ value }) => value !== '')
}

const depositLabel = (cents: number, { deposit }: PaymentSums): string => {
  if (deposit >= cents) return `${priceLabel(cents, '')}, received`
  return deposit === 0
    ? `${priceLabel(cents, '')}, not received`
    : `${priceLabel(cents, '')}, ${priceLabel(deposit, '')} received`
}

function shownPayments(
  booking: Booking,
  payments: BookingPayment[],
  sums: PaymentSums,
  { today, toGoBack }: { today: string; toGoBack: number },
): ShownPayments {
  const isDeposit = sums.depositOpen > 0
  const isRefund = booking.state === 'canceled' || booking.state === 'declined'
  const open = isRefund ? toGoBack : isDeposit ? sums.depositOpen : (sums.open ?? 0)
  return {
    entries: payments.map((payment) => ({
      id: payment.id,
      kind: PAYMENT_LABELS[payment.kind],
      amount: `${payment.kind === 'refund' ? '−' : ''}${amountLabel(payment.amountCents)}`,
      day: fullDate(payment.receivedOn),
      method: METHOD_LABELS[payment.method as PaymentMethod] ?? payment.method,
      by: payment.recordedBy,
      isVoided: payment.voidedAt !== null,
    })),
    summary: sumsLabel(sums),
    next: {
      kind: isRefund ? 'refund' : isDeposit ? 'deposit' : 'balance',
      amount: open > 0 ? (open / 100).toFixed(2) : '',
      receivedOn: today,
    },
  }
}

/** Newest first. */
const historyOf = (events: BookingEvent[], zone: string): DeskBooking['history'] =>
  events
    // Of what happened at one moment, what was written last comes first.
    .toReversed()
    .map((event) => ({
      id: event.id,
      at: event.at,
      when: momentLabel(event.at, zone),
      what: eventWords(event, (at) => dayAndTime(at, zone)),
      words: String(event.detail.words ?? ''),
    }))
    .sort((a, b) => b.at - a.at)
    .map(({ at: _, ...shown }) => shown)
