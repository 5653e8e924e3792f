import { slotOf } from '../slot'
import { type CalendarEntry, calendarObject } from './ics'

/**
 * How somebody takes a session into a calendar of theirs: addresses that open Google's and Outlook's with everything
 * filled in, and the text of a file for every other. The addresses tell neither of them the booking's own link.
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
