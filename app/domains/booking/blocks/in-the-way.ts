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
    return `A visitor holds a start then (${when(span)}) until ${timeLabel(expiresAt ?? span.endsAt, zone)}. Try again after that.`
  if (kind === 'block') return `It is blocked already: ${title === '' ? 'Blocked' : title}, ${when(span)}.`
  if (!booking) return `Somebody has ${when(span)}.`
  const session = { startsAt: booking.sessionDate, endsAt: booking.sessionEnd }
  const around = span.startsAt < session.startsAt || span.endsAt > session.endsAt
  return `${booking.title} with ${booking.name} is then: ${when(session)}${around ? `, with its buffers ${timesLabel(span, zone)}` : ''}.`
}
