import type { Booking, BookingState } from '../reservations/model'
import { startLabels } from '../start-labels'

/** A booking as one line of a person's record. */
export interface BookingEntry {
  id: string
  reference: string
  /** When it was asked for, milliseconds since 1970. */
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

/** A booking as one line of its client's account. */
export interface BookingLine {
  reference: string
  what: string
  when: string
  state: string
}

/** Those to come, the next one first, and then those that were, the last one first. */
export function bookingLines(
  bookings: readonly Booking[],
  now: number,
): { coming: BookingLine[]; past: BookingLine[] } {
  const isComing = ({ state, sessionEnd }: Booking) =>
    (state === 'requested' || state === 'confirmed') && sessionEnd > now
  const byDate = bookings.toSorted((a, b) => a.sessionDate - b.sessionDate)
  return {
    coming: byDate.filter(isComing).map(lineOf),
    past: byDate
      .filter((booking) => !isComing(booking))
      .reverse()
      .map(lineOf),
  }
}

const lineOf = (booking: Booking): BookingLine => ({
  reference: booking.reference,
  what: `${booking.sessionType.title} · ${booking.place.title}`,
  when: sessionLabel(booking),
  state: STATE_NAMES[booking.state],
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
