import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { moneyField, PRICE_MAX_CENTS } from './amounts'
import {
  checkbox,
  choice,
  date,
  emailAddress,
  line,
  optional,
  personName,
  phone,
  slug,
  text,
  time,
  whole,
} from './fields'
import { greetableName, isCleanLine, isCleanText } from './text'

const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.stringMatching(/^[$\d,.:T -]{0,12}$/),
  fc.constantFrom('yes', '', ' ', '\u200b', '2026-02-30', '24:00', '٣', '1e3', '0x10', '-0', 'a--b', 'web'),
)

/** Accepted values are clean, trimmed text within the limit, numbers within the range, or known choices. */
const RULES: [name: string, schema: z.ZodType<unknown, string>, isRight: (value: unknown) => boolean][] = [
  ['line', line({ max: 12 }), (value) => isCleanLine(String(value)) && fits(value, 12)],
  ['required line', line({ label: 'Title', max: 12 }), (value) => isCleanLine(String(value)) && value !== ''],
  ['text', text({ max: 12 }), (value) => isCleanText(String(value)) && fits(value, 12)],
  ['name', personName(), (value) => isCleanLine(String(value)) && value !== '' && fits(value, 120)],
  ['email', emailAddress(), (value) => isCleanLine(String(value)) && /^\S+@\S+$/.test(String(value))],
  ['phone', phone(), (value) => value === '' || (/(\d\D*){7,15}/.test(String(value)) && fits(value, 40))],
  ['whole number', whole({ min: 2, max: 40 }), (value) => isWhole(value, 2, 40)],
  ['amounts', moneyField({ error: () => 'Wrong.' }), (value) => isWhole(value, 0, PRICE_MAX_CENTS)],
  [
    'signed amounts',
    moneyField({ error: () => 'Wrong.', min: -PRICE_MAX_CENTS }),
    (value) => isWhole(value, -PRICE_MAX_CENTS, PRICE_MAX_CENTS),
  ],
  ['date', date({ from: '2000-01-01' }), (value) => isRealDate(String(value)) && String(value) >= '2000'],
  ['time', time('Wrong.'), (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(String(value))],
  [
    'slug',
    slug('fall-mini', 12),
    (value) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(String(value)) && fits(value, 12),
  ],
  ['choice', choice(['web', 'print']), (value) => value === 'web' || value === 'print'],
  ['checkbox', checkbox(), (value) => typeof value === 'boolean'],
  ['optional number', optional(whole({ min: 1, max: 9 })), (value) => value === null || isWhole(value, 1, 9)],
]

const fits = (value: unknown, most: number) => String(value).length <= most && String(value).trim() === value
const isWhole = (value: unknown, min: number, max: number) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max
const isRealDate = (value: string) => new Date(`${value}T00:00:00Z`).toISOString().startsWith(value)

test.each(RULES)('%s: accepts only valid values, and never throws', (_, schema, isRight) => {
  fc.assert(
    fc.property(anything, (typed) => {
      const read = schema.safeParse(typed)
      if (read.success) expect(isRight(read.data)).toBe(true)
      else expect(read.error.issues.map(({ message }) => message)).toEqual([expect.stringMatching(/\S\.$/)])
    }),
  )
})

const sentenceOf = (schema: z.ZodType<unknown, string>, typed: string) =>
  schema.safeParse(typed).error?.issues[0]?.message

test.each(['Ann Lee', 'Zoë O’Hara-Núñez', '李', 'a'.repeat(120), 'Dr. Martin Luther King Jr.'])(
  '%s is a name',
  (name) => {
    expect(personName().parse(name)).toBe(name)
  },
)

test.each([
  ['', 'Tell us your name.'],
  ['   ', 'Tell us your name.'],
  ['\u200b\u200b', 'Tell us your name.'],
  ['a'.repeat(121), 'Shorten your name to 120 characters.'],
  ['Ann\nLee', 'Enter your name as one line of plain text.'],
  ['Ann\r\nBcc: all@example.com', 'Enter your name as one line of plain text.'],
  ['Ann\u202eeeL', 'Enter your name as one line of plain text.'],
])('the name %j: %s', (name, sentence) => {
  expect(sentenceOf(personName(), name)).toBe(sentence)
})

test('addresses the studio about their name, email and phone', () => {
  expect(sentenceOf(personName('their'), '')).toBe('Enter their name.')
  expect(sentenceOf(emailAddress('their'), '')).toBe('Enter their email address.')
  expect(sentenceOf(emailAddress('their'), 'ann')).toBe('Enter a full email address, like name@example.com.')
  expect(sentenceOf(phone('their'), '1')).toMatch(/^Enter all the digits of their phone number/)
})

test.each([
  '',
  ' ',
  '(973) 555-0142',
  '+44 20 7946 0958',
  '5550142',
  '123456789012345',
  '973.555.0142 ext 12',
])('the phone number %j is accepted', (typed) => {
  expect(phone().parse(typed)).toBe(typed.trim())
})

test.each(['555014', '1234567890123456', 'call me', '555\n0142', `5550142${' '.repeat(40)}.`])(
  'the phone number %j is refused',
  (typed) => {
    expect(sentenceOf(phone(), typed)).toMatch(/all the digits/)
  },
)

test('errors name the field by its label', () => {
  const title = line({ label: 'Title', max: 1_200 })
  expect(sentenceOf(title, ' ')).toBe('“Title” is required.')
  expect(sentenceOf(title, 'a'.repeat(1_201))).toBe('Shorten “Title” to 1,200 characters.')
  expect(sentenceOf(text({ max: 3, what: 'it', counted: true }), 'abcd')).toBe(
    'Shorten it to 3 characters. It has 4.',
  )
  expect(sentenceOf(whole({ min: 1, max: 9, label: 'Limit' }), '10')).toBe(
    'Enter a whole number from 1 to 9 for “Limit.”',
  )
})

test.each(['Ann', 'Ann Lee', 'Zoë O’Hara-Núñez', '李小龍', 'Ann B. Lee'])(
  '%s is safe in a greeting',
  (name) => {
    expect(greetableName(name)).toBe(name)
  },
)

test.each([
  'http://evil.example',
  'buy.example now',
  'Win $500',
  'a@b.example',
  'www.evil.example',
  'x'.repeat(61),
])('%s isn’t', (name) => {
  expect(greetableName(name)).toBeUndefined()
})
