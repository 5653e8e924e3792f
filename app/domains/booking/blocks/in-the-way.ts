import { timeLabel } from '~/platform/time'
import type { Span } from '../availability/model'
import { spanLabel, timesLabel } from '../calendar-view/clock-labels'

export interface InTheWay extends Span {
  kind: 'booking' | 'hold' | 'block'
  /** Of a block. */
  title: string
  /** Of a booking: "Family", "Ann Lee". */
  booking: { title: string; name: string; sessionDate: number; sessionEnd: number } | null
  expiresAt: number | null
}

/** Who has the time that somebody wants, as a sentence. */
export function sentenceOf({ kind, title, booking, expiresAt, ...span }: InTheWay, zone: string): string {
  const when = (each: Span) => spanLabel(each, zone)
  if (kind === 'hold')
    return `A client is booking ${when(span)} right now. Their hold ends at ${timeLabel(expiresAt ?? span.endsAt, zone)}; try again then.`
  if (kind === 'block') return `Already blocked: ${title === '' ? 'Blocked' : title}, ${when(span)}.`
  if (!booking) return `Already booked: ${when(span)}.`
  const session = { startsAt: booking.sessionDate, endsAt: booking.sessionEnd }
  const around = span.startsAt < session.startsAt || span.endsAt > session.endsAt
  return `${booking.title} with ${booking.name} is then: ${when(session)}${around ? `, with its buffers ${timesLabel(span, zone)}` : ''}.`
}
