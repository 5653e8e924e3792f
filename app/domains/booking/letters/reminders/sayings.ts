import type { Booking } from '../../reservations/model'
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
        title: 'Your session is coming up',
        opening: 'Your session is coming up. If this time no longer works, let us know as soon as you can.',
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
            ? 'We’re packed and coming to you. If something has changed, please call us.'
            : 'Everything is ready. If you’re running late, please call us.',
        isAhead: true,
      }
    case 'thanks':
      return {
        ...common,
        asksToAccept: null,
        subject: 'Thank you',
        preview: 'Thanks for coming!',
        title: 'Thank you',
        opening:
          'Thanks for coming! Questions about what’s next? Just reply. A real person reads every email.',
        isAhead: false,
      }
  }
}
