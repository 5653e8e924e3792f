import { greetableName, isMailAddress } from '~/platform/text'
import type { Booking } from '../reservations/model'
import { slotOf } from '../slots/model'
import { type Attendee, type CalendarEntry, calendarObject } from './ics'

interface Studio {
  name: string
  email: string
  phone: string
  /** In one line. */
  address: string
}

/** Where a session is, in two parts: what the place is called, and its address when it has one. */
export function placeOf(
  { place, address }: Pick<Booking, 'place' | 'address'>,
  studio: Pick<Studio, 'address'>,
): { title: string; address: string } {
  if (place.kind === 'client') return { title: place.title, address }
  // The studio's own room is where the studio is.
  const own = place.kind === 'studio' ? studio.address : ''
  return { title: place.title, address: place.address === '' ? own : place.address }
}

/**
 * A booking for its client's calendar. Without text that strangers may have typed (notes, and names that
 * don't look like one), since anyone can enter anyone's address.
 * @param manageLink URL of its page, only for its client; null: omitted
 */
export function clientEntry(
  booking: Booking,
  { studio, stamp, manageLink }: { studio: Studio; stamp: number; manageLink: string | null },
): CalendarEntry {
  return {
    ...commonOf(booking, studio, stamp),
    title: `${booking.sessionType.title} with ${studio.name}`,
    description: [
      `Reference ${booking.reference}.`,
      `${studio.name}, ${studio.phone}`,
      ...(manageLink === null ? [] : ['View, reschedule, or cancel it:']),
    ].join('\n'),
    link: manageLink,
    attendees: clientOf(booking, greetableName(booking.name) ?? ''),
  }
}

/** The same for the studio's calendar, with what the photographer needs to know. */
export function studioEntry(
  booking: Booking,
  { studio, stamp }: { studio: Studio; stamp: number },
): CalendarEntry {
  return {
    ...commonOf(booking, studio, stamp),
    title: `${booking.sessionType.title}: ${booking.name}`,
    description: [
      `Reference ${booking.reference}. ${booking.partySize === 1 ? '1 person' : `${booking.partySize} people`}.`,
      [booking.name, booking.phone, booking.email].filter((part) => part !== '').join(', '),
      ...booking.answers.map(({ question, answer }) => `${question} ${answer}`),
      booking.notes,
    ]
      .filter((line) => line !== '')
      .join('\n'),
    link: null,
    attendees: [
      { name: studio.name, email: studio.email, answer: 'ACCEPTED', isChair: true },
      ...clientOf(booking, booking.name),
    ],
  }
}

function commonOf(booking: Booking, studio: Studio, stamp: number) {
  const place = placeOf(booking, studio)
  return {
    uid: booking.uid,
    sequence: booking.sequence,
    stamp,
    startsAt: booking.sessionDate,
    endsAt: booking.sessionEnd,
    status: statusOf(booking),
    location: place.address === '' ? place.title : `${place.title}, ${place.address}`,
    organizer: { name: studio.name, email: studio.email },
  }
}

function statusOf({ state }: Booking): CalendarEntry['status'] {
  switch (state) {
    case 'requested':
      return 'TENTATIVE'
    case 'declined':
    case 'canceled':
      return 'CANCELLED'
    case 'confirmed':
    case 'done':
    case 'no-show':
      return 'CONFIRMED'
  }
}

/** The client has accepted the start, except one that the studio proposed. */
const clientOf = ({ email, acceptAskedAt }: Booking, name: string): Attendee[] =>
  isMailAddress(email)
    ? [{ name, email, answer: acceptAskedAt === null ? 'ACCEPTED' : 'NEEDS-ACTION', isChair: false }]
    : []

/**
 * Links that open Google's and Outlook's calendar with the event filled in, and an .ics file for others. They
 * don't contain the manage link.
 */
export function calendarLinks(entry: CalendarEntry): { google: string; outlook: string; file: string } {
  const { title, location, description, startsAt, endsAt } = entry
  return {
    google: address('https://calendar.google.com/calendar/render', {
      action: 'TEMPLATE',
      text: title,
      dates: `${basic(startsAt)}/${basic(endsAt)}`,
      details: description,
      location,
    }),
    outlook: address('https://outlook.live.com/calendar/0/deeplink/compose', {
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: title,
      startdt: slotOf(startsAt),
      enddt: slotOf(endsAt),
      body: description,
      location,
    }),
    file: calendarObject('PUBLISH', [entry]),
  }
}

/** "20261205T153000Z" */
const basic = (at: number): string => slotOf(at).replaceAll(/[-:]/g, '')

// A plus for a space is read as a plus by Outlook.
const address = (base: string, query: Record<string, string>): string =>
  `${base}?${Object.entries(query)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&')}`

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
