import { expect, it } from 'vitest'
import { categoriesOf, categorySlug } from './categories'

it('counts the products of each kind, in the order of the list', () => {
  const products = ['Albums', 'Prints', 'Albums', 'Gift certificates'].map((category) => ({ category }))
  expect(categoriesOf(products)).toEqual([
    { slug: 'albums', title: 'Albums', count: 2 },
    { slug: 'prints', title: 'Prints', count: 1 },
    { slug: 'gift-certificates', title: 'Gift certificates', count: 1 },
  ])
})

it('makes addresses of words with other letters', () => {
  expect(categorySlug(' Décor & more ')).toBe('decor-more')
})
