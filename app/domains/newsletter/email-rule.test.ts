import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isCleanLine, isMailAddress } from '~/platform/text'
import { isNewsletterEmail, maskedEmail, TLD_MAX, TLD_MIN } from './email-rule'

const letters = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'abcxyzABCXYZ'), minLength: min, maxLength: max })
const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/)
const local = fc.stringMatching(/^[a-z0-9_+'-]{1,20}(\.[a-z0-9_+'-]{1,20})?$/)

test('R33 accepts an address with a top-level domain of 2 to 6 letters', () => {
  fc.assert(
    fc.property(
      local,
      fc.array(label, { minLength: 1, maxLength: 3 }),
      letters(TLD_MIN, TLD_MAX),
      (who, where, tld) => isNewsletterEmail(`${who}@${where.join('.')}.${tld}`),
    ),
  )
})

test('R33 refuses 1 letter, 7 or more, or other characters', () => {
  const odd = fc.oneof(letters(1, 1), letters(7, 20), fc.stringMatching(/^[a-z]{1,3}[0-9-][a-z]{0,2}$/))
  fc.assert(fc.property(local, label, odd, (who, where, tld) => !isNewsletterEmail(`${who}@${where}.${tld}`)))
})

test('accepts only addresses without line breaks, whatever the input', () => {
  const address = fc.tuple(local, label, letters(2, 6)).map(([who, where, tld]) => `${who}@${where}.${tld}`)
  fc.assert(
    fc.property(address, fc.string({ unit: 'binary', maxLength: 2 }), fc.nat(), (good, odd, at) => {
      const place = at % (good.length + 1)
      const text = good.slice(0, place) + odd + good.slice(place)
      expect(!isNewsletterEmail(text) || (isMailAddress(text) && isCleanLine(text))).toBe(true)
    }),
  )
})

test.each([
  'ann@example.com',
  'Ann.Lee+photos@mail.example.co.uk',
  "o'hara@example.museum",
  `${'a'.repeat(64)}@example.com`,
])('R33 %s is accepted', (email) => {
  expect(isNewsletterEmail(email)).toBe(true)
})

test.each([
  '',
  'ann',
  'ann@',
  '@example.com',
  'ann@example',
  'ann@example.c',
  'ann@example.gallery',
  'ann@studio.photography',
  'ann@example.c0m',
  'ann@example.com.',
  'ann@.example.com',
  'ann@example..com',
  'ann@-example.com',
  '.ann@example.com',
  'ann.@example.com',
  'an..n@example.com',
  'ann lee@example.com',
  'ann@@example.com',
  'ann@example.com\n',
  'ann@example.com\r\nBcc: all@example.com',
  'änn@example.com',
  'ann@exämple.com',
  'ann@example.сом',
  '"ann"@example.com',
  'ann@[192.0.2.1]',
  `${'a'.repeat(65)}@example.com`,
  `ann@${'a.'.repeat(124)}com`,
])('R33 %j is refused', (email) => {
  expect(isNewsletterEmail(email)).toBe(false)
})

describe('a masked address', () => {
  it.each([
    ['renee@example.com', 'r•••@example.com'],
    ['a@example.com', 'a•••@example.com'],
    ['"odd@local"@example.com', '"•••@example.com'],
    ['🦊fox@example.com', '🦊•••@example.com'],
  ])('%s becomes %s', (email, masked) => expect(maskedEmail(email)).toBe(masked))
})
