import { beforeEach, expect, it } from 'vitest'
import type { GalleryPage, GalleryPhoto } from '../model'
import { cacheGalleryPage, loadedPhoto } from './use-grid'

const photo = (number: number) => ({ slug: `photo-${number}`, number }) as GalleryPhoto

/** Photos 49 to 51 of 100, on the second page. */
const page: GalleryPage = {
  filters: [],
  current: 'weddings',
  total: 100,
  page: 2,
  pages: 3,
  photos: [photo(49), photo(50), photo(51)],
}

beforeEach(() => cacheGalleryPage(page))

it('finds a photo between two others of its page', () => {
  expect(loadedPhoto('photo-50', 'weddings')).toMatchObject({
    photo: { number: 50 },
    previous: { number: 49 },
    next: { number: 51 },
    total: 100,
    page: 2,
  })
})

it('leaves a photo with a neighbor on another page to the server', () => {
  expect(loadedPhoto('photo-49', 'weddings')).toBeUndefined()
  expect(loadedPhoto('photo-51', 'weddings')).toBeUndefined()
})

it('finds the first and last photo of a gallery', () => {
  cacheGalleryPage({ ...page, total: 2, photos: [photo(1), photo(2)] })
  expect(loadedPhoto('photo-1', 'weddings')?.previous).toBeNull()
  expect(loadedPhoto('photo-2', 'weddings')?.next).toBeNull()
})

it('does not mix up filters', () => {
  expect(loadedPhoto('photo-50', null)).toBeUndefined()
  expect(loadedPhoto('photo-1', 'weddings')).toBeUndefined()
})
