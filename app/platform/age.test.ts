import { randomBytes } from 'node:crypto'
import { Decrypter, Encrypter } from 'age-encryption'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AgeKey, DamagedAge, decryptAge, encryptAge, encryptedBytes, newAgeKey } from './age.server'

const all = async (pieces: AsyncIterable<Uint8Array>) =>
  Buffer.concat(await Array.fromAsync(pieces, (p) => Buffer.from(p)))
const encrypt = (key: AgeKey, content: Uint8Array) => all(encryptAge(key, [content]))
const decrypt = (key: AgeKey, file: Uint8Array) => all(decryptAge(key, [file]))

test('is read by the age library, and reads what it wrote, at every boundary of a chunk', async () => {
  const key = await newAgeKey()
  const other = new Decrypter()
  other.addIdentity(key.identity)
  const writer = new Encrypter()
  writer.addRecipient(key.recipient)
  for (const size of [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000]) {
    const content = randomBytes(size)
    const file = await encrypt(key, content)
    expect(file.length).toBe(encryptedBytes(size))
    expect(Buffer.from(await other.decrypt(file)).equals(content)).toBe(true)
    expect((await decrypt(key, Buffer.from(await writer.encrypt(content)))).equals(content)).toBe(true)
  }
})

test('reads pieces of any length that share a buffer', async () => {
  const key = await newAgeKey()
  const content = randomBytes(200_000)
  const file = await encrypt(key, content)
  const shared = async function* (length: number) {
    const buffer = Buffer.alloc(length)
    for (let at = 0; at < file.length; at += length) yield buffer.subarray(0, file.copy(buffer, 0, at))
  }
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 60, max: file.length }), async (length) => {
      expect((await all(decryptAge(key, shared(length)))).equals(content)).toBe(true)
    }),
    { examples: [[168], [184], [file.length]], numRuns: 50 },
  )
})

test('opens with its passphrase only', async () => {
  const file = await encrypt({ passphrase: 'one that is long' }, Buffer.from('content'))
  expect((await decrypt({ passphrase: 'one that is long' }, file)).toString()).toBe('content')
  await expect(decrypt({ passphrase: 'another' }, file)).rejects.toThrow(DamagedAge)
  await expect(decrypt(await newAgeKey(), file)).rejects.toThrow(DamagedAge)
})

test('notices every flipped bit and every cut', async () => {
  const key = await newAgeKey()
  const file = await encrypt(key, randomBytes(140_000))
  const anyPlace = fc.integer({ min: 0, max: file.length - 1 })
  await fc.assert(
    fc.asyncProperty(anyPlace, fc.integer({ min: 0, max: 7 }), async (place, bit) => {
      const flipped = Buffer.from(file)
      flipped[place] = (flipped[place] ?? 0) ^ (1 << bit)
      await expect(decrypt(key, flipped)).rejects.toThrow(DamagedAge)
      await expect(decrypt(key, file.subarray(0, place))).rejects.toThrow(DamagedAge)
    }),
  )
})
