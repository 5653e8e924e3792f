import type { CalendarEntry } from '../letters/ics'

interface Block {
  id: string
  startsAt: number
  endsAt: number
  title: string
  version: number
}

/** Blocked time for the photographer's calendar. */
export const blockEntry = (
  { id, startsAt, endsAt, title, version }: Block,
  { host, studio }: { host: string; studio: { name: string; email: string } },
): CalendarEntry => ({
  uid: `${id}@${host}`,
  sequence: version - 1,
  // Ids begin with the millisecond in which they were made (RFC 9562, 5.7).
  stamp: Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16),
  startsAt,
  endsAt,
  status: 'CONFIRMED',
  title: title === '' ? 'Blocked' : title,
  location: '',
  description: 'Blocked time. Clients can’t book it.',
  link: null,
  organizer: studio,
  attendees: [],
})
