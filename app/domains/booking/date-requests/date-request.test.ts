import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCleanLine, isCleanText, isMailAddress } from '~/platform/text'
import type { Place, SessionType } from '../model'
import { newReference } from '../reference'
import { type DateRequestField, readDateRequest, requestableDates } from './date-request'

const place = (slug: string, isDefault = false): Place => ({
  slug,
  title: slug,
  summary: '',
  kind: 'studio',
  isDefault,
})
const type = (slug: string, places: Place[]): SessionType => ({
  slug,
  title: slug,
  summary: '',
  minutes: 60,
  finishedPhotographs: '12',
  readyIn: '10 days',
  priceCents: 28_500,
  priceUnit: '',
  depositCents: 7_500,
  serviceSlug: null,
  places,
})
const types = [
  type('portrait', [place('park'), place('studio', true)]),
  type('event', [place('yours'), place('park')]),
]
const range = { firstDate: '2026-11-21', lastDate: '2028-05-20' }
const good: Record<DateRequestField, string> = {
  service: 'portrait',
  location: 'park',
  date: '2026-11-28',
  dayPart: 'morning',
  name: 'Ann Lee',
  email: 'ann@example.com',
  phone: '(973) 555-0142',
  partySize: '2',
  notes: 'A dog comes too.\r\nSmall.',
}
const read = (change: Partial<typeof good>) => readDateRequest({ ...good, ...change }, types, range)

test('a whole form is taken', () => {
  expect(read({})).toMatchObject({
    ok: true,
    request: { date: '2026-11-28', dayPart: 'morning', partySize: 2, notes: 'A dog comes too.\nSmall.' },
  })
})

test('what is left out gets its default; service, date, name and email may not be', () => {
  expect(read({ location: '', dayPart: '', phone: '', partySize: '', notes: '' })).toMatchObject({
    ok: true,
    request: { place: { slug: 'studio' }, dayPart: 'any', partySize: 1, phone: '', notes: '' },
  })
  expect(read({ service: 'event', location: '' })).toMatchObject({
    ok: true,
    request: { place: { slug: 'yours' } },
  })
  expect(read({ service: '', date: '', name: '', email: '' })).toEqual({
    ok: false,
    errors: {
      service: 'Choose a session.',
      date: 'Choose a day.',
      name: 'Tell us your name.',
      email: 'Enter your email address.',
    },
  })
})

test.each<[DateRequestField, string]>([
  ['service', 'circus'],
  ['location', 'moon'],
  ['location', 'yours'],
  ['date', '2026-11-20'],
  ['date', '2028-05-21'],
  ['date', '2027-02-29'],
  ['date', '2026-13-01'],
  ['date', '28/11/2026'],
  ['date', '2026-11-28T10:00'],
  ['date', '+002026-11-28'],
  ['dayPart', 'night'],
  ['name', 'Ann\nLee'],
  ['email', 'ann'],
  ['phone', '12'],
  ['partySize', '0'],
  ['partySize', '51'],
  ['partySize', '-1'],
  ['partySize', '2.5'],
  ['partySize', 'two'],
  ['notes', 'n'.repeat(2_001)],
  ['notes', 'Hello\0'],
])('%s %j is refused with a sentence', (field, value) => {
  const outcome = read({ [field]: value })
  expect(outcome).toMatchObject({ ok: false })
  if (!outcome.ok) {
    expect(Object.keys(outcome.errors)).toEqual([field])
    expect(outcome.errors[field]).toMatch(/^[A-Z].*\.$/)
  }
})

test('the first and the last date are taken', () => {
  expect(read({ date: range.firstDate }).ok).toBe(true)
  expect(read({ date: range.lastDate }).ok).toBe(true)
})

test.each([
  ['2026-11-20', '2026-11-21', '2028-05-20'],
  ['2026-12-31', '2027-01-01', '2028-06-30'],
  ['2026-08-31', '2026-09-01', '2028-02-29'],
])('on %s dates from %s to %s may be asked for', (today, firstDate, lastDate) => {
  expect(requestableDates(today)).toEqual({ firstDate, lastDate })
})

test('whatever is sent, what is taken lies in the range and is clean', () => {
  const day = fc
    .integer({ min: 0, max: 900 })
    .map((days) => Temporal.PlainDate.from('2026-11-01').add({ days }).toString())
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string())
  const form = fc.record({
    service: fc.oneof(fc.constantFrom('portrait', 'event'), text),
    location: fc.oneof(fc.constantFrom('', 'park', 'studio', 'yours'), text),
    date: fc.oneof(day, text),
    dayPart: fc.oneof(fc.constantFrom('', 'any', 'morning'), text),
    name: fc.oneof(fc.constant('Ann'), text),
    email: fc.oneof(fc.constant('ann@example.com'), text),
    phone: fc.oneof(fc.constant(''), text),
    partySize: fc.oneof(fc.nat({ max: 60 }).map(String), text),
    notes: text,
  })
  fc.assert(
    fc.property(form, (fields) => {
      const outcome = readDateRequest(fields, types, range)
      if (!outcome.ok) return
      const { request } = outcome
      expect(request.type.places).toContain(request.place)
      expect(request.date >= range.firstDate && request.date <= range.lastDate).toBe(true)
      expect([request.name, request.phone].every(isCleanLine)).toBe(true)
      expect(isMailAddress(request.email) && isCleanText(request.notes)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('references can be read aloud', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
      const randomBelow = (limit: number) => numbers.next().value % limit
      expect(newReference('DE', randomBelow)).toMatch(/^DE-[34679ACDEFGHJKMNPQRTWXY]{5}$/)
    }),
  )
})
