import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asRecoveryCode, newRecoveryCodes } from './recovery-codes'

test('a recovery code is read however its letters were written down', () => {
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

test('no code has letters that look alike, and no two are the same', () => {
  const codes = newRecoveryCodes(randomInt)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/)
})
