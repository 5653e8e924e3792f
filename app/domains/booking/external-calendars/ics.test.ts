import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type CalendarEntry, calendarObject } from './ics'
import { calendarLinks } from './session-entry'

const entry: CalendarEntry = {
  uid: '0199aaaa-0000-7000-8000-000000000000@studio.example.com',
  sequence: 2,
  stamp: Date.parse('2026-11-20T15:00:00Z'),
  startsAt: Date.parse('2026-12-05T15:30:00Z'),
  endsAt: Date.parse('2026-12-05T16:15:00Z'),
  status: 'CONFIRMED',
  title: 'Portrait with DE Photography',
  location: 'In the studio, 41 Example Street, East Orange, NJ 07017',
  description: 'Booking number DE-7K3Q9.\nView, reschedule, or cancel it:',
  link: 'https://studio.example.com/booking/AZqw-_09',
  organizer: { name: 'DE Photography', email: 'hello@example.com' },
  attendees: [{ name: 'Ann Lee', email: 'ann@example.com', answer: 'ACCEPTED', isChair: false }],
}

/** Parses an iCalendar file, and checks the rules that apply to every object. */
function read(text: string) {
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(text.endsWith('\r\n')).toBe(true)
  for (const line of text.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).toBe(Buffer.from(line).toString())
  }
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent')
  return { calendar, events, event: events[0] as ICAL.Component }
}

const value = (component: ICAL.Component, name: string) => String(component.getFirstPropertyValue(name))

test('an object contains what calendars need to update an event', () => {
  const { calendar, event } = read(calendarObject('REQUEST', [entry]))
  expect(value(calendar, 'version')).toBe('2.0')
  expect(value(calendar, 'method')).toBe('REQUEST')
  expect(value(event, 'uid')).toBe(entry.uid)
  expect(event.getFirstPropertyValue('sequence')).toBe(2)
  expect(value(event, 'status')).toBe('CONFIRMED')
  expect(value(event, 'dtstamp')).toBe('2026-11-20T15:00:00Z')
  expect(value(event, 'dtstart')).toBe('2026-12-05T15:30:00Z')
  expect(value(event, 'dtend')).toBe('2026-12-05T16:15:00Z')
  expect(value(event, 'location')).toBe(entry.location)
  expect(value(event, 'description')).toBe(`${entry.description}\n${entry.link}`)
  expect(value(event, 'organizer').toLowerCase()).toBe('mailto:hello@example.com')
  const attendee = event.getFirstProperty('attendee')
  expect(String(attendee?.getFirstValue()).toLowerCase()).toBe('mailto:ann@example.com')
  expect([attendee?.getParameter('partstat'), attendee?.getParameter('rsvp')]).toEqual(['ACCEPTED', 'FALSE'])
})

test('a published calendar names its organizer and no attendees', () => {
  const { calendar, event } = read(
    calendarObject('PUBLISH', [entry], { name: 'Sessions', refreshMinutes: 30 }),
  )
  expect(value(calendar, 'method')).toBe('PUBLISH')
  expect(event.getAllProperties('attendee')).toEqual([])
  expect(event.getAllProperties('organizer')).toHaveLength(1)
})

test('the two hours that a clock shows twice stay two', () => {
  const hours = ['2027-11-07T05:30:00Z', '2027-11-07T06:30:00Z'].map((at) => {
    const startsAt = Date.parse(at)
    const { event } = read(calendarObject('REQUEST', [{ ...entry, startsAt, endsAt: startsAt + 1_800_000 }]))
    return value(event, 'dtstart')
  })
  expect(hours).toEqual(['2027-11-07T05:30:00Z', '2027-11-07T06:30:00Z'])
})

test('an address with signs that a URI spells otherwise is still that address', () => {
  const attendees = [
    { name: '', email: 'a%b?c@example.com', answer: 'NEEDS-ACTION' as const, isChair: false },
  ]
  const { event } = read(calendarObject('REQUEST', [{ ...entry, attendees }]))
  const attendee = event.getFirstProperty('attendee')
  expect(String(attendee?.getFirstValue())).toMatch(/^mailto:a%25b%3Fc@example\.com$/i)
  expect(attendee?.getParameter('email')).toBe('a%b?c@example.com')
})

const hostile = fc.oneof(
  fc.constantFrom(
    'a,b;c\\d:e',
    'BEGIN:VEVENT\r\nUID:other\r\nEND:VEVENT',
    'x\nATTENDEE:mailto:evil@example.com',
    '\u202egnp.exe\u2066',
    '👩‍👩‍👧‍👦'.repeat(90),
    '"quoted" ^n ^\' \\n',
    'é'.repeat(1000),
    '\ud800 lone',
    '\u0000\u0007\u0085\u2028end',
    '',
  ),
  fc.string({ unit: 'grapheme', maxLength: 1000 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
)

test('any text results in one event with the same properties', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, hostile, (title, description, location, name) => {
      const given = {
        ...entry,
        title,
        description,
        location,
        attendees: entry.attendees.map((a) => ({ ...a, name })),
      }
      const { events, event } = read(calendarObject('REQUEST', [given]))
      expect(events).toHaveLength(1)
      expect(value(event, 'uid')).toBe(entry.uid)
      expect(event.getAllProperties('attendee')).toHaveLength(1)
      expect(event.getAllProperties('summary')).toHaveLength(1)
      expect(value(event, 'description').endsWith(`${entry.link}`)).toBe(true)
      expect(JSON.stringify(event.toJSON())).not.toMatch(
        /[\u202a-\u202e\u2066-\u2069\u0085\u2028]|\\u0000|\\u0007/,
      )
    }),
  )
})

test('plain text round-trips', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w,;:\\"é👪]{1,200}$/u), (title) => {
      const { event } = read(calendarObject('REQUEST', [{ ...entry, title }]))
      expect(value(event, 'summary')).toBe(title)
    }),
  )
})

const sampleEntry: CalendarEntry = {
  uid: '1@studio.example.com',
  sequence: 0,
  stamp: 0,
  startsAt: Date.parse('2026-12-05T15:30:00Z'),
  endsAt: Date.parse('2026-12-05T16:15:00Z'),
  status: 'CONFIRMED',
  title: 'Portrait & more + tea',
  location: 'Park, gate 3',
  description: 'Booking number DE-7K3Q9.',
  link: 'https://studio.example.com/booking/secret',
  organizer: { name: 'DE Photography', email: 'hello@example.com' },
  attendees: [],
}

test('the addresses open with the session filled in, and keep the booking’s link to themselves', () => {
  const { google, outlook, file } = calendarLinks(sampleEntry)
  expect(Object.fromEntries(new URL(google).searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Portrait & more + tea',
    dates: '20261205T153000Z/20261205T161500Z',
    details: 'Booking number DE-7K3Q9.',
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
