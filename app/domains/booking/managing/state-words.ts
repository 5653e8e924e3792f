import type { Booking, BookingEvent, BookingState } from '../bookings/model'
import { whatIsNew } from '../policy'
import { dayAndTime } from '../start-labels'

export interface StateWords {
  /** `*word*` is set in italics. */
  title: string
  /** What happens next. */
  lede: string
  /** What was written with it; empty: nothing. */
  words: string
  wordsFrom: 'client' | 'studio'
}

/** Where a booking stands, and what happens next. */
export function stateWords(booking: Booking, told: { events: BookingEvent[]; now: number }): StateWords {
  const last = told.events.findLast(({ kind }) => kind === EVENT_OF[booking.state])
  const wordsFrom = booking.state === 'canceled' && last?.by.kind === 'client' ? 'client' : 'studio'
  return { ...wordsOfState(booking, told, last), wordsFrom }
}

type Words = Omit<StateWords, 'wordsFrom'>

function wordsOfState(
  booking: Booking,
  { events, now }: { events: BookingEvent[]; now: number },
  last: BookingEvent | undefined,
): Words {
  const words = typeof last?.detail.words === 'string' ? last.detail.words : ''
  if (booking.acceptAskedAt !== null && now < booking.sessionDate) return askedWords(booking, events)
  switch (booking.state) {
    case 'requested':
      return now < booking.sessionDate
        ? {
            title: 'We have your *request.*',
            lede: 'The time is kept for you. We answer by email within one working day; nothing is charged until we do.',
            words: '',
          }
        : {
            title: 'This time *has passed.*',
            lede: 'Your request was not answered before it. We are sorry; please write to us.',
            words: '',
          }
    case 'confirmed':
      return now < booking.sessionEnd
        ? {
            title: 'It is *booked.*',
            lede: 'The time is yours. We remind you by email before the day.',
            words,
          }
        : {
            title: 'That was *your session.*',
            lede: 'Thank you for coming. We write to you when your pictures are ready.',
            words: '',
          }
    case 'declined':
      return {
        title: 'Not *this time.*',
        lede: 'We could not take this session. Nothing is owed; perhaps another date works.',
        words,
      }
    case 'canceled':
      return canceledWords(booking, last, words)
    case 'done':
      return {
        title: 'Done. *Thank you.*',
        lede: 'Your session has been. We write to you when your pictures are ready.',
        words: '',
      }
    case 'no-show':
      return {
        title: 'We *missed you.*',
        lede: 'Nobody came to this session. If something came up, write to us and we look for another date.',
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
  const move = events.findLast(({ kind, by }) => kind === 'moved' && by.kind === 'studio')
  const from = typeof move?.detail.from === 'number' ? ` from ${dayAndTime(move.detail.from, zone)}` : ''
  const what = typeof move?.detail.from === 'number' ? whatIsNew(booking, move.detail.from) : 'date'
  return {
    title: `Does the *new ${what}* suit?`,
    lede: `We had to move your session${from} to ${dayAndTime(sessionDate, zone)}. Accept it, or choose another ${what} for free.`,
    words: typeof move?.detail.words === 'string' ? move.detail.words : '',
  }
}

function canceledWords(
  { zone, depositCents }: Booking,
  last: BookingEvent | undefined,
  words: string,
): Words {
  const who = last?.by.kind === 'client' ? 'You canceled it' : 'We canceled it'
  const when = last ? ` on ${dayAndTime(last.at, zone)}` : ''
  const deposit =
    depositCents === 0 || last === undefined
      ? ''
      : last.detail.isDepositReturned
        ? ' Nothing of a deposit is kept.'
        : ' The deposit is kept, as agreed.'
  return { title: 'This session is *canceled.*', lede: `${who}${when}.${deposit}`, words }
}
