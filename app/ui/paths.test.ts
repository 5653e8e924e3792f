import { expect, it } from 'vitest'
import { paths } from './paths'

it('writes the first page of everything as the gallery itself', () => {
  expect(paths.gallery()).toBe('/gallery')
  expect(paths.gallery({ filter: null, page: 1 })).toBe('/gallery')
  expect(paths.gallery({ filter: 'weddings', page: 2 })).toBe('/gallery?category=weddings&page=2')
})

it('escapes what stands in an address', () => {
  expect(paths.galleryPhoto('a/b')).toBe('/gallery/photo/a%2Fb')
  expect(paths.contact({ subject: 'Prints & frames' })).toBe('/contact?subject=Prints+%26+frames')
})
