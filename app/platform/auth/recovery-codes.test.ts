import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asRecoveryCode, newRecoveryCodes } from './recovery-codes'

test('accepts a recovery code in any notation', () => {
  const spaces = fc.constantFrom('', ' ', '-', ' – ', '.')
  fc.assert(
    fc.property(fc.array(fc.tuple(spaces, fc.boolean()), { minLength: 11, maxLength: 11 }), (ways) => {
      const [code = ''] = newRecoveryCodes(randomInt)
      const written = [...code].map((letter, at) => {
        const [space, isLarge] = ways[at] ?? ['', false]
        return space + (isLarge ? letter.toUpperCase() : letter)
      })
      expect(asRecoveryCode(written.join(''))).toBe(code)
    }),
  )
})

test('contains no ambiguous letters, and is unique', () => {
  const codes = newRecoveryCodes(randomInt)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/)
})
