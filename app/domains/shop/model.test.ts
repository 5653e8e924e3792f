import fc from 'fast-check'
import { expect, it } from 'vitest'
import { categoriesOf, shelfSpans } from './model'

it('counts products by category, in list order', () => {
  const products = ['Albums', 'Prints', 'Albums', 'Gift certificates'].map((category) => ({ category }))
  expect(categoriesOf(products)).toEqual([
    { slug: 'albums', title: 'Albums', count: 2 },
    { slug: 'prints', title: 'Prints', count: 1 },
    { slug: 'gift-certificates', title: 'Gift certificates', count: 1 },
  ])
})

it('has a place for every product, without gaps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 200 }), (count) => {
      const spans = shelfSpans(count)
      expect(spans).toHaveLength(count)
      expect(spans.reduce((sum, span) => sum + span, 0) % 12).toBe(0)
      expect(Math.min(...spans)).toBeGreaterThanOrEqual(3)
    }),
  )
})

it('has no equal columns in a row', () => {
  expect(shelfSpans(4)).toEqual([8, 4, 5, 7])
  expect(shelfSpans(7)).toEqual([8, 4, 5, 7, 5, 4, 3])
  expect(shelfSpans(1)).toEqual([8])
  expect(shelfSpans(0)).toEqual([])
})
