import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import { asCleanLine } from '~/platform/text'

/** A session as a calendar keeps it. Instants are milliseconds since 1970. */
export interface CalendarEntry {
  uid: string
  /** Raised with each change: of two versions of one entry, calendars keep the higher (RFC 5546 2.1.5). */
  sequence: number
  /** When this version was written: between equal sequences, the later one counts. */
  stamp: number
  startsAt: number
  endsAt: number
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
  title: string
  /** In one line. */
  location: string
  /** Lines end with a line feed. */
  description: string
  /** The owner's link to view and edit it. Secret, so only in calendars sent to the owner. */
  link: string | null
  organizer: { name: string; email: string }
  attendees: Attendee[]
}

export interface Attendee {
  /** Empty when it is not known, or not to be repeated. */
  name: string
  email: string
  answer: 'ACCEPTED' | 'NEEDS-ACTION'
  /** The organizer's own place in it. */
  isChair: boolean
}

export type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH'

interface Options {
  /** What a program that subscribes to it calls the calendar. */
  name?: string
  /** How often such a program should look, in minutes. */
  refreshMinutes?: number
}

/**
 * An iCalendar object (RFC 5545) by which calendars follow (RFC 5546): CRLF, folded at 75 octets, escaped. PUBLISH names no
 * attendees. Times are UTC, which needs no time zone component and is the only form that can name both of the hours
 * that a clock shows twice: a local time always means the first (RFC 5545 3.3.5).
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
          // Clients respond on the booking's page, since no one reads calendar replies.
          rsvp: false,
        })),
})

/** What is not clean in a line becomes a space; lines stay. */
const cleanLines = (text: string): string => text.split('\n').map(asCleanLine).join('\n').trim()

/** A parameter's value has no room for quotation marks (RFC 5545 3.1), and few calendars know RFC 6868. */
const parameter = (text: string): string => asCleanLine(text).replaceAll('"', '”').replaceAll('^', '')

/** An address as a mailto: URI (RFC 6068 2), and as it is where the URI has to spell it otherwise. */
function calendarUser(email: string): { email: string; mailto?: string } {
  const mailto = email.replace(/[^A-Za-z0-9.!$'*+_~@-]/g, encodeURIComponent)
  return mailto === email ? { email } : { email, mailto }
}
