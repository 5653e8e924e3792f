import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseForm } from '~/platform/forms'
import { isCleanLine, isCleanText, isMailAddress } from '~/platform/text'
import { type ContactMessage, contactSchema, isTooQuick } from './model'

const ADDED = { eventDate: 'off', shootKind: 'off', place: 'off', heardFrom: 'off' } as const

const readContactMessage = (fields: ContactMessage) => parseForm(contactSchema(ADDED, fields), fields)

const good: ContactMessage = {
  name: 'Ann Lee',
  email: 'ann@studio.photography',
  phone: '(973) 555-0142',
  subject: 'Portraits',
  message: 'Hello.\nAre you free in May?',
}

const errorsOf = (change: Partial<ContactMessage>) => {
  const read = readContactMessage({ ...good, ...change })
  return read.ok ? {} : read.errors
}

test('accepts a whole form, trimmed, with line feeds only', () => {
  expect(
    readContactMessage({ ...good, name: '  Ann Lee ', message: 'Hello.\r\nAre you free in May?\r\n' }),
  ).toEqual({
    ok: true,
    value: { ...good, eventDate: '', shootKind: '', place: '', heardFrom: '' },
  })
})

test('requires name, email and message, but not phone and subject', () => {
  expect(errorsOf({ phone: '', subject: '' })).toEqual({})
  expect(errorsOf({ name: ' ', email: '', message: '\n' })).toEqual({
    name: 'Tell us your name.',
    email: 'Enter your email address.',
    message: 'Enter your message.',
  })
})

test('requires answers about the event only of those who ask for something new', () => {
  const asked = { ...ADDED, eventDate: 'required', heardFrom: 'required' } as const
  const read = (fields: ContactMessage) => parseForm(contactSchema(asked, fields), fields)
  expect(read(good)).toMatchObject({
    errors: { eventDate: 'Enter the date of the event.', heardFrom: 'Tell us how you found us.' },
  })
  expect(read({ ...good, subject: 'Please reopen my gallery', heardFrom: 'Mia' })).toMatchObject({
    value: { eventDate: '', heardFrom: 'Mia' },
  })
})

test.each<[keyof ContactMessage, string]>([
  ['name', 'a'.repeat(121)],
  ['name', 'Ann\r\nBcc: all@example.com'],
  ['name', 'Ann\0'],
  ['email', 'ann'],
  ['email', 'ann@example.com\nBcc: all@example.com'],
  ['email', `${'a'.repeat(250)}@example.com`],
  ['phone', '12345'],
  ['phone', '555 0142\nX'],
  ['subject', 'a'.repeat(151)],
  ['subject', 'Hello\nBcc: all@example.com'],
  ['subject', 'Hello\u202e'],
  ['message', 'a'.repeat(5_001)],
  ['message', 'Hello\x1b[2J'],
  ['message', 'Hello\u2067'],
])('%s %j is refused with a sentence', (field, value) => {
  const errors = errorsOf({ [field]: value })
  expect(Object.keys(errors)).toEqual([field])
  expect(errors[field]).toMatch(/^[A-Z].*\.$/s)
})

test('accepts the longest texts', () => {
  expect(errorsOf({ name: 'a'.repeat(120), subject: 's'.repeat(150), message: 'm'.repeat(5_000) })).toEqual(
    {},
  )
})

test('accepts only clean texts within their limits', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom(...Object.values(good)))
  const form = fc.record({
    name: text,
    email: fc.oneof(text, fc.emailAddress()),
    phone: text,
    subject: text,
    message: text,
  })
  fc.assert(
    fc.property(form, (fields) => {
      const read = readContactMessage(fields)
      if (!read.ok) return
      const { name, email, phone, subject, message } = read.value
      expect([name, phone, subject].every(isCleanLine) && isMailAddress(email) && isCleanText(message)).toBe(
        true,
      )
    }),
    { numRuns: 500 },
  )
})

test.each(['0', '1', '149'])('a form submitted after %s ms comes from a bot', (started) => {
  expect(isTooQuick(started)).toBe(true)
})

test.each(['150', '2000', '86400000', '', '-1', '1e1', ' 5', '0x1', 'NaN', '1'.repeat(12)])(
  '%j counts as a person',
  (started) => {
    expect(isTooQuick(started)).toBe(false)
  },
)
