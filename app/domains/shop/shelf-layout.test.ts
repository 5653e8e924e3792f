import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shelfSpans } from './shelf-layout'

it('gives every product a place, and fills every row', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 200 }), (count) => {
      const spans = shelfSpans(count)
      expect(spans).toHaveLength(count)
      expect(spans.reduce((sum, span) => sum + span, 0) % 12).toBe(0)
      expect(Math.min(...spans)).toBeGreaterThanOrEqual(3)
    }),
  )
})

it('never makes two equal columns of a row', () => {
  expect(shelfSpans(4)).toEqual([8, 4, 5, 7])
  expect(shelfSpans(7)).toEqual([8, 4, 5, 7, 5, 4, 3])
  expect(shelfSpans(1)).toEqual([8])
  expect(shelfSpans(0)).toEqual([])
})
