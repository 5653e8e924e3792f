import { dollars } from '~/ui/money'
import type { BookingEvent } from '../reservations/model'
import { dayAndTime } from '../start-labels'

/** What happened to a booking in a line each, newest first. What the studio notes for itself is not among it. */
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
      return by.kind === 'client' ? 'You booked this session.' : 'We confirmed it.'
    case 'declined':
      return 'We couldn’t take it.'
    case 'moved':
      return `${who} rescheduled it${fromTo(detail, zone)}${feeOf(detail)}.`
    case 'canceled':
      return `${who} canceled it.`
    case 'accepted':
      return 'You confirmed the new time.'
    case 'answered':
      return `${who} changed: ${detail.changed ?? 'details'}.`
    case 'payment-recorded':
      return 'We recorded a payment.'
    case 'fee-added':
      return `We added a fee of ${dollars(Number(detail.amountCents))}: ${detail.fee}.`
    case 'fee-waived':
      return `We waived a fee of ${dollars(Number(detail.amountCents))}.`
    case 'link-renewed':
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

const feeOf = ({ feeCents }: BookingEvent['detail']): string =>
  Number(feeCents ?? 0) > 0 ? `, for a fee of ${dollars(Number(feeCents))}` : ''

const fromTo = ({ from, to }: BookingEvent['detail'], zone: string): string =>
  typeof from === 'number' && typeof to === 'number'
    ? ` from ${dayAndTime(from, zone)} to ${dayAndTime(to, zone)}`
    : ''
