import { money } from '~/platform/money'
import { changedSentence, REQUIREMENT_LABELS } from '../requirements/model'
import type { Booking } from '../reservations/model'
import { missingWords } from './email-copy'
import type { Answer, Occasion } from './model'
import type { Row } from './session-details'
import { momentText } from './session-details'

/** The texts of an email to the studio, besides the booking's facts. */
export interface Notice {
  kind: string
  title: string
  preview: string
  /** Rows shown before the booking's facts. */
  rows: readonly Row[]
  /** The client's message. */
  words: string
}

/** The studio's notification about a client's action; undefined: the studio did it itself. */
export function noticeOf(
  occasion: Occasion | Answer,
  booking: Booking,
  isOwnDoing: boolean,
): Notice | undefined {
  const { name, zone } = booking
  switch (occasion.kind) {
    case 'requested':
      return {
        kind: 'booking-requested-for-studio',
        title: 'New booking request',
        preview: `${name} requested a session. The time is on hold until you reply.`,
        rows: [],
        words: '',
      }
    case 'held':
      return isOwnDoing && occasion.why === 'new'
        ? {
            kind: 'booking-held-for-studio',
            title: 'New booking on hold',
            preview: `${name} booked a session. ${occasion.open.includes('proposal') ? 'Send them a proposal. The session is confirmed once they sign it. Still open' : 'It’s confirmed once everything is there, so you don’t need to reply'}: ${listOf(occasion.open.map((each) => REQUIREMENT_LABELS[each].toLowerCase()))}. The time is held until ${momentText(booking.heldUntil ?? booking.sessionDate, zone)}.`,
            rows: [],
            words: '',
          }
        : undefined
    case 'hold-ended':
      return {
        kind: 'booking-hold-ended-for-studio',
        title: 'A hold ended',
        preview: `${name}’s session wasn’t confirmed: ${missingWords(occasion.open)}. The time is open again.`,
        rows: [
          ...(occasion.onlineCents > 0 ? [['Refunded by Stripe', money(occasion.onlineCents)] as const] : []),
          ...(occasion.otherCents > 0 ? [['For you to refund', money(occasion.otherCents)] as const] : []),
        ],
        words: '',
      }
    case 'confirmed':
      if (occasion.completes && isOwnDoing)
        return {
          kind: 'booking-confirmed-for-studio',
          title: 'Confirmed',
          preview: `Everything that ${name}’s session requires is there. It’s confirmed.`,
          rows: [],
          words: '',
        }
      return isOwnDoing
        ? {
            kind: 'booking-confirmed-for-studio',
            title: 'New booking',
            preview: `${name} booked a session. It’s confirmed, so you don’t need to reply.`,
            rows: [],
            words: '',
          }
        : undefined
    case 'declined':
      return undefined
    case 'rescheduled':
      return occasion.by === 'client'
        ? {
            kind: 'booking-rescheduled-for-studio',
            title: 'Rescheduled by the client',
            preview: `${name} rescheduled a session.`,
            rows: [
              ['Before', momentText(occasion.fromDate, zone)],
              ['Fee', occasion.feeCents === 0 ? 'None' : money(occasion.feeCents)],
            ],
            words: occasion.words,
          }
        : undefined
    case 'canceled':
      return occasion.by === 'client'
        ? {
            kind: 'booking-canceled-for-studio',
            title: 'Canceled by the client',
            preview: `${name} canceled a session. The time is open again.`,
            rows:
              booking.depositCents === 0
                ? []
                : [['Deposit', occasion.isDepositReturned ? 'Refundable' : 'Nonrefundable']],
            words: occasion.words,
          }
        : undefined
    case 'accepted':
      return {
        kind: 'booking-accepted-for-studio',
        title: 'New time confirmed',
        preview: `${name} confirmed the new time.`,
        rows: [],
        words: '',
      }
    case 'answered':
      return {
        kind: 'booking-answered-for-studio',
        title: 'Details changed',
        preview: changedSentence(name, occasion.changed.map(([label]) => label).join(', ')),
        rows: occasion.changed.map(([label, value]) => [label, value === '' ? 'Left blank' : value] as const),
        words: '',
      }
  }
}

const listOf = (words: string[]): string => new Intl.ListFormat('en-US').format(words)
