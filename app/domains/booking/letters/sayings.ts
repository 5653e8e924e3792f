import { dollars } from '~/ui/money'
import type { Booking } from '../bookings/model'
import type { Balance } from '../fees/balance'
import { payWords } from '../fees/pay-words'
import { whatIsNew } from '../policy'
import type { Occasion } from './model'

/** What one letter to a client says around the facts. */
export interface Saying {
  /** Of the message, such as `booking-confirmed`. */
  kind: string
  /** Begins the subject, before session and day. */
  subject: string
  /** What a list of messages shows beside the subject. */
  preview: string
  title: string
  opening: string
  /** What the studio wrote; '' for nothing. */
  words: string
  /** After the facts. */
  closing: string[]
  /** The client has to choose, since this is new; null: nothing is asked. */
  asksToAccept: 'date' | 'time' | null
  /** What the client wrote with the booking comes back to them. */
  repeatsNotes: boolean
  /** The session is to come, so what moving and canceling cost is of use. */
  isAhead: boolean
}

interface Told {
  booking: Booking
  balance: Balance
  /** Milliseconds since 1970. */
  now: number
}

/** @param isOwnDoing the client booked it without anybody having to say yes */
export function sayingOf(occasion: Occasion, { booking, balance, now }: Told, isOwnDoing: boolean): Saying {
  switch (occasion.kind) {
    case 'requested':
      return {
        ...AHEAD,
        kind: 'booking-requested',
        repeatsNotes: true,
        subject: 'Your request',
        preview: 'The start is kept for you until we have answered. Nothing is charged now.',
        title: 'We have your request',
        opening:
          'Thank you. The start is kept for you until we have answered, which takes one working day at most. Nothing has been charged.',
      }
    case 'confirmed':
      return {
        ...AHEAD,
        kind: 'booking-confirmed',
        repeatsNotes: isOwnDoing,
        subject: isOwnDoing ? 'Booked' : 'Confirmed',
        preview: 'The start is yours.',
        title: isOwnDoing ? 'Your session is booked' : 'Your session is confirmed',
        opening: isOwnDoing
          ? 'Thank you. The start is yours at once; nobody has to confirm it.'
          : 'We look forward to seeing you. The start is yours.',
        words: occasion.words,
        closing:
          balance.depositOpen === 0
            ? []
            : [`The deposit of ${dollars(balance.depositOpen)} is due now. Reply to this email to pay it.`],
      }
    case 'declined':
      return {
        ...OVER,
        kind: 'booking-declined',
        subject: 'We have to say no',
        preview: 'We are sorry: we can’t take this session.',
        title: 'We can’t take this session',
        opening: 'We are sorry: this start does not work for us, and it is no longer kept for you.',
        words: occasion.words,
        closing: [...moneyBack(booking, balance), 'Another start may suit both of us.'],
      }
    case 'moved':
      return movedSaying(occasion, booking, now)
    case 'canceled':
      return canceledSaying(occasion, booking, balance)
  }
}

const AHEAD = { words: '', closing: [], asksToAccept: null, repeatsNotes: false, isAhead: true }
const OVER = { ...AHEAD, isAhead: false }

function movedSaying(
  { by, feeCents, words, fromDate, ...occasion }: Extract<Occasion, { kind: 'moved' }>,
  booking: Booking,
  now: number,
): Saying {
  const asksToAccept = occasion.asksToAccept ? whatIsNew(booking, fromDate) : null
  const what = booking.state === 'requested' ? 'request' : 'session'
  const common = { ...AHEAD, kind: 'booking-moved', subject: 'Moved', asksToAccept }
  if (by === 'client')
    return {
      ...common,
      preview: 'You moved it. The new start is yours.',
      title: `Your ${what} has moved`,
      opening:
        booking.state === 'requested'
          ? 'You moved it. The new start is kept for you until we have answered.'
          : 'You moved it. The new start is yours.',
      closing: [
        feeCents === 0
          ? 'This move costs nothing.'
          : `By the terms you agreed to, this reschedule costs ${dollars(feeCents)}, on top of the price. ${payWords(booking, { now, email: 'this email' })}`,
      ],
    }
  return {
    ...common,
    words,
    subject: asksToAccept ? `Does the new ${asksToAccept} suit?` : 'Moved',
    preview: asksToAccept ? 'We had to move it. Please tell us whether that suits.' : 'We moved it.',
    title: asksToAccept ? `Does the new ${asksToAccept} suit?` : `We moved your ${what}`,
    opening: asksToAccept
      ? `We had to move your ${what}. The new start is kept for you: please accept it, or choose another.`
      : `We moved your ${what}. This costs you nothing.`,
  }
}

function canceledSaying(
  { by, isDepositReturned, words }: Extract<Occasion, { kind: 'canceled' }>,
  booking: Booking,
  balance: Balance,
): Saying {
  return {
    ...OVER,
    kind: 'booking-canceled',
    subject: 'Canceled',
    // Nobody has to read their own.
    words: by === 'studio' ? words : '',
    preview: by === 'client' ? 'You canceled it.' : 'We have canceled it.',
    title:
      by === 'studio' && isDepositReturned ? 'We had to cancel your session' : 'Your session is canceled',
    opening: canceledOpening(by, isDepositReturned),
    closing: [
      ...(isDepositReturned ? moneyBack(booking, balance) : keptDeposit(booking, balance)),
      ...(balance.open ? [`To pay the ${dollars(balance.open)} that’s left, reply to this email.`] : []),
    ],
  }
}

/** Where the deposit is kept, it was not the studio that could not keep the date. */
function canceledOpening(by: 'client' | 'studio', isDepositReturned: boolean): string {
  if (by === 'client') return 'You canceled it. Nobody expects you, and the start is free for others.'
  return isDepositReturned
    ? 'We are sorry: we can’t keep this date.'
    : 'We have canceled it for you. Nobody expects you, and the start is free for others.'
}

const keptDeposit = ({ depositCents }: Booking, { deposit, over }: Balance): string[] => [
  deposit >= depositCents
    ? `By the terms you agreed to, we keep the deposit of ${dollars(depositCents)}.`
    : `By the terms you agreed to, the deposit of ${dollars(depositCents)} stays due.`,
  ...(over > 0 ? [`We’ll send you back ${dollars(over)}.`] : []),
]

/** A payment may be on its way that the studio hasn't recorded yet. */
function moneyBack({ depositCents }: Booking, { over }: Balance): string[] {
  if (over > 0) return [`We’ll send you back ${dollars(over)}.`]
  return depositCents === 0
    ? []
    : [`The deposit of ${dollars(depositCents)} is no longer due. If you’ve paid it, we’ll send it back.`]
}
