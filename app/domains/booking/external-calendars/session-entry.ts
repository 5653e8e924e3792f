import { greetableName, isMailAddress } from '~/platform/text'
import type { Booking } from '../reservations/model'
import { slotOf } from '../slots/model'
import { type Attendee, type CalendarEntry, calendarObject } from './ics'

interface Studio {
  name: string
  email: string
  phone: string
  /** In one line, without line breaks. */
  address: string
}

/** Where a session takes place: the location's title, and its address if it has one. */
export function placeOf(
  { place, address }: Pick<Booking, 'place' | 'address'>,
  studio: Pick<Studio, 'address'>,
): { title: string; address: string } {
  if (place.kind === 'client') return { title: place.title, address }
  // The address of a location in the studio is the studio's.
  const own = place.kind === 'studio' ? studio.address : ''
  return { title: place.title, address: place.address === '' ? own : place.address }
}

/**
 * A booking as an event for its client's calendar, without text that strangers may have entered (notes, and
 * names that don't look like names), since anyone can enter anyone's address.
 * @param manageLink URL of the booking's page, only for its client; null: left out
 */
export function clientEntry(
  booking: Booking,
  { studio, stamp, manageLink }: { studio: Studio; stamp: number; manageLink: string | null },
): CalendarEntry {
  return {
    ...commonOf(booking, studio, stamp),
    title: `${booking.sessionType.title} with ${studio.name}`,
    description: [
      `Booking number ${booking.reference}.`,
      [studio.name, studio.phone].filter(Boolean).join(', '),
      ...(manageLink === null ? [] : ['View, reschedule, or cancel it:']),
    ].join('\n'),
    link: manageLink,
    attendees: clientOf(booking, greetableName(booking.name) ?? ''),
  }
}

/** A booking as an event for the studio's calendar, with the client's details. */
export function studioEntry(
  booking: Booking,
  { studio, stamp }: { studio: Studio; stamp: number },
): CalendarEntry {
  return {
    ...commonOf(booking, studio, stamp),
    title: `${booking.sessionType.title}: ${booking.name}`,
    description: [
      `Booking number ${booking.reference}. ${booking.partySize === 1 ? '1 person' : `${booking.partySize} people`}.`,
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

/**
 * The client as an attendee who has accepted, except if the studio chose the time and it isn't accepted yet.
 */
const clientOf = ({ email, acceptanceRequestedAt }: Booking, name: string): Attendee[] =>
  isMailAddress(email)
    ? [{ name, email, answer: acceptanceRequestedAt === null ? 'ACCEPTED' : 'NEEDS-ACTION', isChair: false }]
    : []

/**
 * Links that add the event to Google's and Outlook's calendar, and an .ics file for others. They don't
 * contain the manage link.
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

// Outlook doesn't decode "+" as a space, so spaces become %20.
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

/** Blocked time as an event for the photographer's calendar. */
export const blockEntry = (
  { id, startsAt, endsAt, title, version }: Block,
  { host, studio }: { host: string; studio: { name: string; email: string } },
): CalendarEntry => ({
  uid: `${id}@${host}`,
  sequence: version - 1,
  // The first 48 bits of a UUIDv7 are its creation time in milliseconds (RFC 9562, 5.7).
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
