import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasByte, isWhole, reaches, type SentRanges, sentBytes, withSent } from './sent-ranges'

const range = fc.tuple(fc.nat(60), fc.nat(20)).map(([first, length]) => [first, first + length] as const)
const all = (ranges: readonly (readonly [number, number])[]) =>
  ranges.reduce<SentRanges>((sent, [first, last]) => withSent(sent, first, last), [])

test('sent bytes are counted once, in any order of ranges', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), (ranges) => {
      const sent = all(ranges)
      const bytes = new Set(
        ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => first + i)),
      )
      expect(sentBytes(sent)).toBe(bytes.size)
      for (let at = 0; at < 90; at++) expect(hasByte(sent, at)).toBe(bytes.has(at))
      sent.forEach(([first], i) => {
        if (i > 0) expect(first).toBeGreaterThan((sent[i - 1]?.[1] ?? 0) + 1)
      })
      expect(all(ranges.toReversed())).toEqual(sent)
    }),
  )
})

test('a file is whole when the last missing byte is sent, and not before', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 30 }), fc.integer({ min: 1, max: 80 }), (ranges, bytes) => {
      const within = ranges.filter(([, last]) => last < bytes)
      const sent = all(within)
      expect(isWhole(sent, bytes)).toBe(sentBytes(sent) === bytes)
    }),
  )
  expect(isWhole([], 0)).toBe(true)
})

test('a download is gone on with where it broke, or a little before', () => {
  const sent = all([[0, 99]])
  expect([0, 1, 90, 100, 101].map((start) => reaches(sent, start))).toEqual([false, true, true, true, false])
})

test('requesting every other byte doesn’t fill the database', () => {
  let sent: SentRanges = []
  for (let at = 0; at < 5_000; at += 2) sent = withSent(sent, at, at)
  expect(sent.length).toBeLessThanOrEqual(500)
  expect(isWhole(withSent(sent, 0, 5_000), 5_001)).toBe(true)
})
