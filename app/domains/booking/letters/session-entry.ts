import { greetableName } from '~/platform/person-fields'
import { isMailAddress } from '~/platform/text'
import type { Booking } from '../reservations/model'
import type { Attendee, CalendarEntry } from './ics'

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
 * A booking for its client's calendar. What strangers may have typed, the name as far as it is none and the notes,
 * is not in it: anybody can enter anybody's address.
 * @param manageLink the whole address of its page, which only its client gets; null leaves it out
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

/** Who booked has agreed to the start, except to one that the studio chose and has asked about. */
const clientOf = ({ email, acceptAskedAt }: Booking, name: string): Attendee[] =>
  isMailAddress(email)
    ? [{ name, email, answer: acceptAskedAt === null ? 'ACCEPTED' : 'NEEDS-ACTION', isChair: false }]
    : []
