import type { Booking } from '../../bookings/model'
import type { Saying } from '../sayings'
import { sessionDay, sessionTime } from '../session-time'
import type { Reminder } from './model'

export function reminderSaying(reminder: Reminder, booking: Booking): Saying {
  const common = {
    kind: `booking-${reminder}`,
    words: '',
    closing: [],
    repeatsNotes: false,
    asksToAccept: booking.acceptAskedAt === null ? null : ('date' as const),
  }
  const when = `${sessionDay(booking)}, ${sessionTime(booking)}.`
  switch (reminder) {
    case 'reminder-48':
      return {
        ...common,
        subject: 'Reminder',
        preview: when,
        title: 'Your session is near',
        opening: 'We are getting ready for you. If the start no longer suits, tell us as soon as you can.',
        isAhead: true,
      }
    case 'reminder-3':
      return {
        ...common,
        subject: 'See you soon',
        preview: when,
        title: 'See you soon',
        opening:
          booking.place.kind === 'client'
            ? 'Everything is packed, and we come to you. If something has changed, please call us.'
            : 'Everything is prepared. If you are held up on the way, please call us.',
        isAhead: true,
      }
    case 'thanks':
      return {
        ...common,
        asksToAccept: null,
        subject: 'Thank you',
        preview: 'It was good to have you with us.',
        title: 'Thank you',
        opening:
          'It was good to have you with us. If there is a question about what comes next, or something was left unsaid, reply to this message; a person reads it.',
        isAhead: false,
      }
  }
}
