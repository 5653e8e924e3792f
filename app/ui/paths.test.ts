import { expect, it } from 'vitest'
import { paths } from './paths'

it('uses the gallery’s address for its unfiltered first page', () => {
  expect(paths.gallery()).toBe('/gallery')
  expect(paths.gallery({ filter: null, page: 1 })).toBe('/gallery')
  expect(paths.gallery({ filter: 'weddings', page: 2 })).toBe('/gallery?category=weddings&page=2')
})

it('encodes parameters', () => {
  expect(paths.galleryPhoto('a/b')).toBe('/gallery/photo/a%2Fb')
  expect(paths.contact({ product: 'Prints & frames' })).toBe('/contact?product=Prints+%26+frames')
})
