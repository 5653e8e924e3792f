import { money } from '~/platform/money'
import type { Booking } from '../reservations/model'
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
    case 'confirmed':
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
        preview: `${name} changed: ${occasion.changed.map(([label]) => label).join(', ')}.`,
        rows: occasion.changed.map(([label, value]) => [label, value === '' ? 'Left blank' : value] as const),
        words: '',
      }
  }
}
