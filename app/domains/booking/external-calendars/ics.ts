import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import { asCleanLine } from '~/platform/text'

/** An event for a calendar. Instants are milliseconds since 1970. */
export interface CalendarEntry {
  uid: string
  /** Raised with each change. Calendars keep the version with the higher number (RFC 5546 2.1.5). */
  sequence: number
  /** When this version was written. Between equal sequences, the later one applies. */
  stamp: number
  startsAt: number
  endsAt: number
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
  title: string
  /** In one line, without line breaks. */
  location: string
  /** Lines are separated by line feeds. */
  description: string
  /** The owner's link to view and edit it. Secret, so only in calendars sent to the owner. */
  link: string | null
  organizer: { name: string; email: string }
  attendees: Attendee[]
}

export interface Attendee {
  /** Empty if unknown or not to be disclosed. */
  name: string
  email: string
  answer: 'ACCEPTED' | 'NEEDS-ACTION'
  /** Whether this is the organizer. */
  isChair: boolean
}

export type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH'

interface Options {
  /** The calendar's name in programs that subscribe to it. */
  name?: string
  /** How often such programs should refresh, in minutes. */
  refreshMinutes?: number
}

/**
 * An iCalendar object (RFC 5545, 5546): CRLF, folded at 75 octets, escaped. PUBLISH has no attendees. Times
 * are in UTC, which needs no time zone component and is the only way to name both instants of a repeated
 * hour: a local time always means the first (RFC 5545 3.3.5).
 */
export function calendarObject(
  method: CalendarMethod,
  entries: readonly CalendarEntry[],
  { name, refreshMinutes }: Options = {},
): string {
  const calendar = ical({
    prodId: { company: 'Studio', product: 'Bookings', language: 'EN' },
    method: ICalCalendarMethod[method],
    ...(name ? { name: asCleanLine(name) } : {}),
    ...(refreshMinutes ? { ttl: refreshMinutes * 60 } : {}),
  })
  for (const entry of entries) calendar.createEvent(eventOf(method, entry))
  const text = calendar.toString()
  return text.endsWith('\r\n') ? text : `${text}\r\n`
}

const eventOf = (method: CalendarMethod, entry: CalendarEntry): ICalEventData => ({
  id: entry.uid,
  sequence: entry.sequence,
  stamp: new Date(entry.stamp),
  start: new Date(entry.startsAt),
  end: new Date(entry.endsAt),
  status: ICalEventStatus[entry.status],
  summary: asCleanLine(entry.title),
  ...(entry.location === '' ? {} : { location: asCleanLine(entry.location) }),
  description: cleanLines(entry.link === null ? entry.description : `${entry.description}\n${entry.link}`),
  ...(entry.link === null ? {} : { url: entry.link }),
  organizer: {
    name: parameter(entry.organizer.name) || entry.organizer.email,
    ...calendarUser(entry.organizer.email),
  },
  attendees:
    method === 'PUBLISH'
      ? []
      : entry.attendees.map((attendee) => ({
          ...calendarUser(attendee.email),
          name: parameter(attendee.name) || null,
          role: attendee.isChair ? ICalAttendeeRole.CHAIR : ICalAttendeeRole.REQ,
          type: ICalAttendeeType.INDIVIDUAL,
          status:
            attendee.answer === 'ACCEPTED' ? ICalAttendeeStatus.ACCEPTED : ICalAttendeeStatus.NEEDSACTION,
          // Clients respond on the booking's page; replies from calendars aren't read.
          rsvp: false,
        })),
})

/** Replaces control characters within lines by spaces. */
const cleanLines = (text: string): string => text.split('\n').map(asCleanLine).join('\n').trim()

/** Parameter values can't contain quotation marks (RFC 5545 3.1), and few calendars support RFC 6868. */
const parameter = (text: string): string => asCleanLine(text).replaceAll('"', '”').replaceAll('^', '')

/**
 * An address as a mailto: URI (RFC 6068 2), with the plain address as a parameter if the URI has to escape
 * it.
 */
function calendarUser(email: string): { email: string; mailto?: string } {
  const mailto = email.replace(/[^A-Za-z0-9.!$'*+_~@-]/g, encodeURIComponent)
  return mailto === email ? { email } : { email, mailto }
}
