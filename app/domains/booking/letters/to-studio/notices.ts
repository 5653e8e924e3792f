import { dollars } from '~/ui/money'
import type { Booking } from '../../bookings/model'
import type { Answer, Occasion } from '../model'
import type { Row } from '../session-rows'
import { momentWords } from '../session-time'

/** What one letter to the studio says around the facts. */
export interface Notice {
  kind: string
  title: string
  preview: string
  /** Before the facts of the booking. */
  rows: readonly Row[]
  /** What the client wrote with it. */
  words: string
}

/** What the studio is told when a client does something; undefined: nothing, since it was the studio's own doing. */
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
        title: 'A request',
        preview: `${name} asks for a session. The start is kept until you have answered.`,
        rows: [],
        words: '',
      }
    case 'confirmed':
      return isOwnDoing
        ? {
            kind: 'booking-confirmed-for-studio',
            title: 'A booking',
            preview: `${name} has booked a session. It is confirmed at once; nothing has to be answered.`,
            rows: [],
            words: '',
          }
        : undefined
    case 'declined':
      return undefined
    case 'moved':
      return occasion.by === 'client'
        ? {
            kind: 'booking-moved-for-studio',
            title: 'Moved by the client',
            preview: `${name} has moved a session.`,
            rows: [
              ['Before', momentWords(occasion.fromDate, zone)],
              ['Fee', occasion.feeCents === 0 ? 'None' : dollars(occasion.feeCents)],
            ],
            words: occasion.words,
          }
        : undefined
    case 'canceled':
      return occasion.by === 'client'
        ? {
            kind: 'booking-canceled-for-studio',
            title: 'Canceled by the client',
            preview: `${name} has canceled a session. Its time is free again.`,
            rows:
              booking.depositCents === 0
                ? []
                : [
                    [
                      'By the terms',
                      occasion.isDepositReturned ? 'the deposit goes back' : 'the deposit is kept',
                    ],
                  ],
            words: occasion.words,
          }
        : undefined
    case 'accepted':
      return {
        kind: 'booking-accepted-for-studio',
        title: 'The new time suits',
        preview: `${name} says yes to the new time.`,
        rows: [],
        words: '',
      }
    case 'answered':
      return {
        kind: 'booking-answered-for-studio',
        title: 'Changed details',
        preview: `${name} has changed: ${occasion.changed.map(([label]) => label).join(', ')}.`,
        rows: occasion.changed.map(([label, value]) => [label, value === '' ? 'Left empty' : value] as const),
        words: '',
      }
  }
}
