import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emailError, greetableName, nameError, phoneError } from './person-fields'
import { isCleanLine } from './text'

const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.string())

test('what is taken as a name, an address or a telephone number is a clean line within its limits', () => {
  fc.assert(
    fc.property(anything, (text) => {
      if (nameError(text) === undefined) expect(isCleanLine(text) && text.length <= 120).toBe(true)
      if (emailError(text) === undefined) expect(isCleanLine(text) && text.length <= 254).toBe(true)
      if (phoneError(text) === undefined && text.trim() !== '' && /\d/.test(text))
        expect(isCleanLine(text) && text.length <= 40).toBe(true)
    }),
  )
})

test.each(['Ann Lee', 'Zoë O’Hara-Núñez', '李', 'a'.repeat(120), 'Dr. Martin Luther King Jr.'])(
  '%s is a name',
  (name) => {
    expect(nameError(name)).toBeUndefined()
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
  expect(nameError(name)).toBe(sentence)
})

test.each([
  '',
  ' ',
  '(973) 555-0142',
  '+44 20 7946 0958',
  '5550142',
  '123456789012345',
  '973.555.0142 ext 12',
])('the telephone number %j is taken', (phone) => {
  expect(phoneError(phone)).toBeUndefined()
})

test.each(['555014', '1234567890123456', 'call me', '555\n0142', `5550142${' '.repeat(40)}.`])(
  'the telephone number %j is refused',
  (phone) => {
    expect(phoneError(phone)).toMatch(/all the digits/)
  },
)

test.each(['Ann', 'Ann Lee', 'Zoë O’Hara-Núñez', '李小龍', 'Ann B. Lee'])('%s can be greeted', (name) => {
  expect(greetableName(name)).toBe(name)
})

test.each([
  'http://evil.example',
  'buy.example now',
  'Win $500',
  'a@b.example',
  'www.evil.example',
  'x'.repeat(61),
])('%s cannot', (name) => {
  expect(greetableName(name)).toBeUndefined()
})
