import { beforeEach, expect, it } from 'vitest'
import type { GalleryPage, GalleryPhoto } from '../model'
import { frameAtHand, keepAtHand } from './use-grid'

const photo = (number: number) => ({ slug: `frame-${number}`, number }) as GalleryPhoto

/** Photographs 49 to 51 of 100, on the second page. */
const page: GalleryPage = {
  filters: [],
  current: 'weddings',
  total: 100,
  page: 2,
  pages: 3,
  photos: [photo(49), photo(50), photo(51)],
}

beforeEach(() => keepAtHand(page))

it('knows a frame between two others of its page', () => {
  expect(frameAtHand('frame-50', 'weddings')).toMatchObject({
    photo: { number: 50 },
    previous: { number: 49 },
    next: { number: 51 },
    total: 100,
    page: 2,
  })
})

it('leaves a frame whose neighbor is on another page to the server', () => {
  expect(frameAtHand('frame-49', 'weddings')).toBeUndefined()
  expect(frameAtHand('frame-51', 'weddings')).toBeUndefined()
})

it('knows the ends of a gallery', () => {
  keepAtHand({ ...page, total: 2, photos: [photo(1), photo(2)] })
  expect(frameAtHand('frame-1', 'weddings')?.previous).toBeNull()
  expect(frameAtHand('frame-2', 'weddings')?.next).toBeNull()
})

it('does not mix up filters', () => {
  expect(frameAtHand('frame-50', null)).toBeUndefined()
  expect(frameAtHand('frame-1', 'weddings')).toBeUndefined()
})
