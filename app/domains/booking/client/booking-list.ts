import { money } from '~/platform/money'
import { type Balance, onTopWords } from '../payments/balance'
import type { Booking, BookingState } from '../reservations/model'
import { startLabels } from '../start-labels'

/** A booking as one line of a person's record. */
export interface BookingEntry {
  id: string
  reference: string
  /** When it was requested, in milliseconds since 1970. */
  at: number
  sessionDate: number
  state: BookingState
  /** "Portrait, DE-7K3Q9" */
  title: string
  /** "Confirmed · Saturday, December 5, 2026, 10:30 AM to 11:15 AM, Eastern Time · In the studio" */
  excerpt: string
}

export const STATE_NAMES: Record<BookingState, string> = {
  requested: 'Pending',
  confirmed: 'Confirmed',
  declined: 'Declined',
  canceled: 'Canceled',
  done: 'Completed',
  'no-show': 'Missed',
}

export const entryOf = (booking: Booking): BookingEntry => ({
  id: booking.id,
  reference: booking.reference,
  at: booking.createdAt,
  sessionDate: booking.sessionDate,
  state: booking.state,
  title: `${booking.sessionType.title}, ${booking.reference}`,
  excerpt: [STATE_NAMES[booking.state], sessionLabel(booking), booking.place.title].join(' · '),
})

/** A booking in the list of its client's account. */
export interface BookingLine {
  reference: string
  what: string
  when: string
  state: string
  /** "$285 due, including $50 in fees"; empty: nothing was paid or is due. */
  balance: string
}

/** Upcoming bookings, soonest first, then past ones, latest first. */
export function bookingLines(
  bookings: readonly { booking: Booking; balance: Balance }[],
  now: number,
): { coming: BookingLine[]; past: BookingLine[] } {
  const isComing = ({ booking: { state, sessionEnd } }: { booking: Booking }) =>
    (state === 'requested' || state === 'confirmed') && sessionEnd > now
  const byDate = bookings.toSorted((a, b) => a.booking.sessionDate - b.booking.sessionDate)
  return {
    coming: byDate.filter(isComing).map(lineOf),
    past: byDate
      .filter((line) => !isComing(line))
      .reverse()
      .map(lineOf),
  }
}

const lineOf = ({ booking, balance }: { booking: Booking; balance: Balance }): BookingLine => ({
  reference: booking.reference,
  what: `${booking.sessionType.title} · ${booking.place.title}`,
  when: sessionLabel(booking),
  state: STATE_NAMES[booking.state],
  balance: dueLabel(booking.state, balance),
})

interface Session {
  sessionDate: number
  sessionEnd: number
  zone: string
}

/** "Saturday, December 5, 2026, 10:30 – 11:15 AM Eastern Time" */
export function sessionLabel({ sessionDate, sessionEnd, zone }: Session): string {
  const { fullDay, rangeInWords } = startLabels({ startsAt: sessionDate, endsAt: sessionEnd }, zone)
  return `${fullDay}, ${rangeInWords}`
}

function dueLabel(state: BookingState, balance: Balance): string {
  const [{ open, feesOpen, over, received }, onTop] = [balance, onTopWords(balance)]
  if (over > 0) return `${money(over)} overpaid`
  if (open === null) return onTop === '' ? '' : `${onTop} due`
  if (open === 0) return received > 0 ? 'Paid in full' : ''
  if (state === 'requested') return `${money(open)}, due once confirmed`
  return `${money(open)} due${feesOpen > 0 && feesOpen < open ? `, including ${onTop}` : ''}`
}
