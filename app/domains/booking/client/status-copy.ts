import { remindersAhead } from '../emails/model'
import { whatIsNew } from '../policy'
import { isHeld } from '../requirements/model'
import type { Booking, BookingEvent, BookingState } from '../reservations/model'
import { dayAndTime } from '../start-labels'

export interface StatusCopy {
  /** `*word*` is shown in italics. */
  title: string
  /** What happens next. */
  lede: string
  /** The message that came with the status; empty: none. */
  words: string
  wordsFrom: 'client' | 'studio'
}

/** A booking's status, and what happens next. */
export function statusCopy(
  booking: Booking,
  story: { events: BookingEvent[]; now: number; sendsMail: boolean },
): StatusCopy {
  const deed = isHeld(booking) ? 'held' : EVENT_OF[booking.state]
  const last = story.events.findLast(({ kind }) => kind === deed)
  const wordsFrom = booking.state === 'canceled' && last?.by.kind === 'client' ? 'client' : 'studio'
  return { ...wordsOfState(booking, story, last), wordsFrom }
}

type Words = Omit<StatusCopy, 'wordsFrom'>

function wordsOfState(
  booking: Booking,
  { events, now, sendsMail }: { events: BookingEvent[]; now: number; sendsMail: boolean },
  last: BookingEvent | undefined,
): Words {
  const words = typeof last?.detail.words === 'string' ? last.detail.words : ''
  if (booking.acceptanceRequestedAt !== null && now < booking.sessionDate) return askedWords(booking, events)
  switch (booking.state) {
    case 'requested':
      if (booking.heldUntil !== null && now < booking.sessionDate)
        return {
          title: 'Almost *booked.*',
          lede: `We’re holding the time for you until ${dayAndTime(booking.heldUntil, booking.zone)}. Your session is confirmed once everything below is done.`,
          words,
        }
      return now < booking.sessionDate
        ? {
            title: 'We got your *request.*',
            lede: `We’re holding the time for you and will reply ${sendsMail ? 'by email ' : ''}within one business day. You haven’t been charged.`,
            words: '',
          }
        : {
            title: 'This date *has passed.*',
            lede: 'We’re sorry we didn’t answer in time. Please contact us and we’ll find a new date.',
            words: '',
          }
    case 'confirmed':
      return now < booking.sessionEnd
        ? {
            title: 'You’re *booked.*',
            lede: `Your time is confirmed.${sendsMail && remindersAhead(booking, now) > 0 ? ' We’ll email you a reminder before your session.' : ''}`,
            words,
          }
        : {
            title: 'Thanks *for coming!*',
            lede: `We’ll ${sendsMail ? 'email you' : 'tell you'} when your photos are ready.`,
            words: '',
          }
    case 'declined':
      return {
        title: 'We couldn’t take *this session.*',
        lede: 'You owe nothing. Would another date work?',
        words,
      }
    case 'canceled':
      return canceledWords(booking, last, words)
    case 'done':
      return {
        title: 'Thank you *for coming.*',
        lede: `We’ll ${sendsMail ? 'email you' : 'tell you'} when your photos are ready.`,
        words: '',
      }
    case 'no-show':
      return {
        title: 'We *missed you.*',
        lede: 'It looks like you couldn’t make it. If something came up, contact us and we’ll find another date.',
        words: '',
      }
  }
}

const EVENT_OF: Partial<Record<BookingState, BookingEvent['kind']>> = {
  confirmed: 'confirmed',
  declined: 'declined',
  canceled: 'canceled',
}

function askedWords(booking: Booking, events: BookingEvent[]): Words {
  const { zone, sessionDate } = booking
  const move = events.findLast(({ kind, by }) => kind === 'rescheduled' && by.kind === 'studio')
  const from = typeof move?.detail.from === 'number' ? ` from ${dayAndTime(move.detail.from, zone)}` : ''
  const what = typeof move?.detail.from === 'number' ? whatIsNew(booking, move.detail.from) : 'date'
  return {
    title: `Does the *new ${what}* work for you?`,
    lede: `We had to reschedule your session${from} to ${dayAndTime(sessionDate, zone)}. Confirm it, or choose another ${what} for free.`,
    words: typeof move?.detail.words === 'string' ? move.detail.words : '',
  }
}

function canceledWords(
  { zone, depositCents }: Booking,
  last: BookingEvent | undefined,
  words: string,
): Words {
  if (last?.by.kind === 'program')
    return {
      title: 'We released *this time.*',
      lede: `What the session requires didn’t arrive in time, so the hold ended on ${dayAndTime(last.at, zone)}. ${depositCents === 0 ? '' : 'Any deposit you paid will be refunded. '}Would another date work?`,
      words,
    }
  const who = last?.by.kind === 'client' ? 'You canceled' : 'We canceled'
  const when = last ? ` on ${dayAndTime(last.at, zone)}` : ''
  const deposit =
    depositCents === 0 || last === undefined
      ? ''
      : last.detail.isDepositReturned
        ? ' Any deposit you paid will be refunded.'
        : ' Per our policy, the deposit is nonrefundable.'
  return { title: 'This session is *canceled.*', lede: `${who}${when}.${deposit}`, words }
}
