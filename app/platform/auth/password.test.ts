import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password.server'

it('is hashed with OWASP’s Argon2id parameters, differently each time', async () => {
  const [first, second] = await Promise.all([
    hashPassword('three quiet herons'),
    hashPassword('three quiet herons'),
  ])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(second).not.toBe(first)
})

it('matches only itself, in any Unicode composition', async () => {
  const hash = await hashPassword('Zoë’s café 🐦')
  expect(await verifyPassword('Zoë’s café 🐦', hash)).toBe(true)
  expect(await verifyPassword('Zoe\u0308’s cafe\u0301 🐦', hash)).toBe(true)
  for (const wrong of ['zoë’s café 🐦', 'Zoë’s café 🐦 ', 'Zoë’s café', ''])
    expect(await verifyPassword(wrong, hash)).toBe(false)
})

it('uses every character of a long one', async () => {
  const long = 'x'.repeat(256)
  const hash = await hashPassword(long)
  expect(await verifyPassword(long, hash)).toBe(true)
  expect(await verifyPassword(`${long.slice(0, -1)}y`, hash)).toBe(false)
})

it('is refused without a valid hash, after the same work', async () => {
  for (const stored of [undefined, '', '$argon2id$v=19$m=19456,t=2,p=1$AA$', '$2b$10$abc'])
    expect(await verifyPassword('', stored)).toBe(false)
  const hash = await hashPassword('three quiet herons')
  const time = async (stored: string | undefined) => {
    const start = performance.now()
    await verifyPassword('four louder herons', stored)
    return performance.now() - start
  }
  // The fastest of many, alternating: other load only adds time.
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < 15; n += 1) {
    known.push(await time(hash))
    unknown.push(await time(undefined))
  }
  const ratio = Math.min(...unknown) / Math.min(...known)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})
