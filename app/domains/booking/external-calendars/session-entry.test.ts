import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import type { CalendarEntry } from './ics'
import { calendarLinks } from './session-entry'

const entry: CalendarEntry = {
  uid: '1@studio.example.com',
  sequence: 0,
  stamp: 0,
  startsAt: Date.parse('2026-12-05T15:30:00Z'),
  endsAt: Date.parse('2026-12-05T16:15:00Z'),
  status: 'CONFIRMED',
  title: 'Portrait & more + tea',
  location: 'Park, gate 3',
  description: 'Reference DE-7K3Q9.',
  link: 'https://studio.example.com/booking/secret',
  organizer: { name: 'DE Photography', email: 'hello@example.com' },
  attendees: [],
}

test('the addresses open with the session filled in, and keep the booking’s link to themselves', () => {
  const { google, outlook, file } = calendarLinks(entry)
  expect(Object.fromEntries(new URL(google).searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Portrait & more + tea',
    dates: '20261205T153000Z/20261205T161500Z',
    details: 'Reference DE-7K3Q9.',
    location: 'Park, gate 3',
  })
  expect(Object.fromEntries(new URL(outlook).searchParams)).toMatchObject({
    subject: 'Portrait & more + tea',
    startdt: '2026-12-05T15:30:00Z',
    enddt: '2026-12-05T16:15:00Z',
  })
  expect(outlook).not.toContain('+')
  expect(google + outlook).not.toContain('secret')
  expect(new ICAL.Component(ICAL.parse(file)).getFirstPropertyValue('method')).toBe('PUBLISH')
})
