import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  asCleanLine,
  isBusinessDate,
  isCalendarDate,
  isCleanLine,
  isCleanText,
  isMailAddress,
  withLineFeeds,
  withoutOuterSpaces,
} from './text'

const anything = fc.string({ unit: 'binary', maxLength: 60 })

test.each([
  ['NUL', '\0'],
  ['bell', '\x07'],
  ['escape', '\x1b'],
  ['DEL', '\x7f'],
  ['a C1 control', '\x9b'],
  ['right-to-left override', '\u202e'],
  ['first strong isolate', '\u2068'],
  ['half of a surrogate pair', '\ud800'],
])('%s isn’t allowed in any field', (_, character) => {
  expect(isCleanLine(`Ann${character}Lee`)).toBe(false)
  expect(isCleanText(`Ann${character}Lee`)).toBe(false)
})

test.each(['\n', '\t', '\u2028', '\u2029'])('%j is allowed in text, but not in a line', (character) => {
  expect(isCleanLine(`Ann${character}Lee`)).toBe(false)
  expect(isCleanText(`Ann${character}Lee`)).toBe(true)
})

test.each(['Ann Lee', 'Zoë O’Hara-Núñez', 'דנה לוי', '山田 花子', '👩‍👩‍👧', ''])('%s is clean', (name) => {
  expect(isCleanLine(name)).toBe(true)
  expect(isCleanText(name)).toBe(true)
})

test('anything can be cleaned into a line, and a clean line stays unchanged', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const line = asCleanLine(text)
      expect(isCleanLine(line)).toBe(true)
      expect(asCleanLine(line)).toBe(line)
    }),
  )
})

test('typed encoded words are defused in headers', () => {
  expect(asCleanLine('=?utf-8?b?DQpCY2M6IHhAeS56?= Lee')).not.toMatch(/=\?/)
})

test('all line ends become line feeds', () => {
  expect(withLineFeeds('a\r\nb\rc\nd')).toBe('a\nb\nc\nd')
})

test.each(['ann@example.com', 'a@b', "o'hara+photos@studio.photography", 'x@a-b.c1.museum'])(
  '%s is an address',
  (address) => {
    expect(isMailAddress(address)).toBe(true)
  },
)

test.each([
  'ann',
  '@example.com',
  'ann@',
  'ann@example.com\n',
  'ann@exa mple.com',
  'ann@-example.com',
  'ann@example..com',
  'ann,bob@example.com',
  '"ann"@example.com',
  'ann@example.com>',
  'änn@example.com',
  `${'a'.repeat(243)}@example.com`,
])('%j isn’t an email address', (address) => {
  expect(isMailAddress(address)).toBe(false)
})

test('an address is always a clean line', () => {
  fc.assert(
    fc.property(
      anything,
      fc.emailAddress(),
      (text, address) => isCleanLine(address) && (!isMailAddress(text) || isCleanLine(text)),
    ),
  )
})

test('trims spaces around a text, and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(' ', 'a', '\t', '\n'), maxLength: 12 }), (text) => {
      expect(withoutOuterSpaces(text)).toBe(text.replace(/^ +/, '').replace(/ +$/, ''))
    }),
  )
})

test('is fast for many spaces inside a text', () => {
  const text = `a${' '.repeat(65_000)}a`
  const before = process.threadCpuUsage()
  expect(withoutOuterSpaces(text)).toBe(text)
  expect(process.threadCpuUsage(before).user).toBeLessThan(200_000)
})

test('a calendar date is one that Temporal accepts unchanged', () => {
  const numbers = fc.tuple(
    fc.integer({ min: 0, max: 9999 }),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 0, max: 32 }),
  )
  fc.assert(
    fc.property(numbers, ([year, month, day]) => {
      const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
      expect(isCalendarDate(text)).toBe(exists({ year, month, day }))
      expect(isBusinessDate(text)).toBe(exists({ year, month, day }) && year >= 2000 && year <= 2100)
    }),
  )
  for (const text of ['', '2026-1-1', '2026-02-29', '2026-11-28T00:00', ' 2026-11-28', '٢٠٢٦-11-28'])
    expect(isCalendarDate(text)).toBe(false)
})

function exists(date: { year: number; month: number; day: number }): boolean {
  try {
    return Boolean(Temporal.PlainDate.from(date, { overflow: 'reject' }))
  } catch {
    return false
  }
}
