import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deliveryKey, originalKey } from '~/domains/photos/stored-files'
import { checkKey } from '~/platform/storage/storage-key'
import { DAY_MS, mostAtOnce } from '../model'
import { deletedAfter, quarantineKey, readQuarantineKey } from './quarantine-key'

const photo = fc.record({
  sha256: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
  format: fc.constantFrom('jpeg', 'png', 'webp', 'avif', 'tiff'),
})
const instant = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2090, 0) })

describe('a file in quarantine', () => {
  test('says where it was, and stays for at least 30 days and less than 32', () => {
    fc.assert(
      fc.property(photo, instant, fc.constantFrom('original', 'web', 'print'), (of, now, what) => {
        const original = what === 'original' ? originalKey(of) : deliveryKey(of, what as 'web')
        const key = checkKey(quarantineKey(original, now))
        const read = readQuarantineKey(key)
        expect(read).toMatchObject({ original, photo: of.sha256, what })
        const days = (deletedAfter(read?.date ?? '') - now) / DAY_MS
        expect(days).toBeGreaterThan(30 - 1e-9)
        expect(days).toBeLessThan(32)
      }),
    )
  })

  test.each([
    'quarantine/notes.txt',
    'quarantine/2026-11-22/notes.txt',
    'quarantine/today/originals/aa/x.jpg',
    `originals/aa/${'a'.repeat(64)}.jpg`,
  ])('is not %s', (key) => {
    expect(readQuarantineKey(key)).toBeUndefined()
  })
})

test('a run takes 50 files, or 5 % of all if that is more', () => {
  expect([0, 26, 50, 1_000, 1_001, 2_000, 100_000].map(mostAtOnce)).toEqual([50, 50, 50, 50, 50, 100, 5_000])
})
