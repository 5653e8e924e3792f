import fc from 'fast-check'
import { expect, it } from 'vitest'
import { categoriesOf, productListing, shelfSpans, shownPrice, variantKey } from './model'

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

const variant = (priceCents: number, size = `${priceCents}`) => ({ size, finish: '', priceCents, days: null })

it('has the lowest price of its variants, and only without variants its own', () => {
  const own = { priceCents: 5_000, priceFrom: true }
  expect(shownPrice({ ...own, variants: [] })).toEqual(own)
  expect(shownPrice({ ...own, variants: [variant(900), variant(700)] })).toEqual({
    ...{ priceCents: 700, priceFrom: true },
  })
  expect(shownPrice({ ...own, variants: [variant(700), variant(700, 'b')] })).toEqual({
    ...{ priceCents: 700, priceFrom: false },
  })
})

it('names a variant by its size and finish', () => {
  expect(variantKey({ size: '11 × 14 in', finish: 'Natural oak' })).toBe('11-14-in-natural-oak')
  expect(variantKey({ size: '大', finish: '' })).toBe('大')
  expect(variantKey({ size: '', finish: '' })).toBe('')
})

it('offers one price, several, or nothing in stock to search engines', () => {
  const product = {
    ...{ slug: 'frame', title: 'Frame', summary: 'Oak.', category: 'Frames', details: '', photo: null },
    ...{ priceCents: 700, priceFrom: true, soldOut: false },
  }
  const offers = (given: object) =>
    productListing({ ...product, ...given }, { siteUrl: 'https://a.example', path: '/p' }).offers
  expect(offers({ variants: [variant(900), variant(700)] })).toMatchObject({
    ...{ '@type': 'AggregateOffer', lowPrice: '7.00', highPrice: '9.00', offerCount: 2 },
    ...{ priceCurrency: 'USD', availability: 'https://schema.org/MadeToOrder' },
  })
  expect(offers({ variants: [variant(700)], priceFrom: false })).toMatchObject({ price: '7.00' })
  expect(offers({ soldOut: true })).toMatchObject({
    ...{ '@type': 'Offer', availability: 'https://schema.org/OutOfStock' },
  })
})
