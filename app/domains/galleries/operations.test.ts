import { expect, it } from 'vitest'
import type { Db } from '~/platform/db/database.server'
import { newId, sha256 } from '~/platform/ids.server'
import { countingQueries } from '../../../test/support/count-queries'
import { describeOnBothEngines } from '../../../test/support/database'
import { makeGallery, makeGalleryItem, makePhoto } from '../../../test/support/factories'
import { GALLERY_PAGE_SIZE, pageNumbers } from './model'
import {
  countPublicPhotos,
  listPublicPhotos,
  listStories,
  readGallery,
  readGalleryPhoto,
  readGalleryStrip,
  readStory,
} from './operations.server'

/** Creates a gallery with photos of the given slugs, in order. */
async function galleryOf(db: Db, slugs: string[], given: Parameters<typeof makeGallery>[1] = {}) {
  const gallery = await makeGallery(db, given)
  for (const [position, slug] of slugs.entries()) {
    const photo =
      (await db.selectFrom('photos').selectAll().where('slug', '=', slug).executeTakeFirst()) ??
      (await makePhoto(db, { slug }))
    await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: photo.id, position, caption: `On ${slug}` })
  }
  return gallery
}

const slugsOf = (photos: { slug: string }[]) => photos.map(({ slug }) => slug)

describeOnBothEngines('the gallery (R2)', (open) => {
  it('shows its first photos on pages that have nothing yet', async () => {
    const { db } = await open()
    expect(await readGalleryStrip({ db })).toEqual([])
    await galleryOf(db, ['hidden'], { published_at: null })
    await galleryOf(db, 'abcdefghij'.split(''))
    const strip = await readGalleryStrip({ db })
    expect(strip.map(({ slug }) => slug).join('')).toBe('abcdefgh')
  })

  it('shows a filter in the gallery’s order, numbered', async () => {
    const { db } = await open()
    const { slug } = await galleryOf(db, ['a', 'b', 'c'], { category: 'Wedding' })
    const page = await readGallery({ db }, { filter: slug, page: 1 })
    expect(page).toMatchObject({ current: slug, total: 3, page: 1, pages: 1 })
    expect(
      page?.photos.map(({ number, slug, category, caption }) => [number, slug, category, caption]),
    ).toEqual([
      [1, 'a', 'Wedding', 'On a'],
      [2, 'b', 'Wedding', 'On b'],
      [3, 'c', 'Wedding', 'On c'],
    ])
  })

  it('lets the galleries take turns when all are shown, and counts a photo once', async () => {
    const { db } = await open()
    await galleryOf(db, ['a1', 'a2', 'both', 'a4'], { position: 1 })
    await galleryOf(db, ['b1', 'both'], { position: 2 })
    await galleryOf(db, ['c1', 'c2'], { position: 3 })
    const page = await readGallery({ db }, { filter: null, page: 1 })
    expect(slugsOf(page?.photos ?? [])).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'both', 'a4'])
    expect(page?.photos.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(page?.total).toBe(7)
    expect(await countPublicPhotos({ db })).toBe(7)
    expect(page?.filters.map(({ count }) => count)).toEqual([4, 2, 2])
  })

  it('shows neither drafts, nor portfolio stories, nor photos that failed', async () => {
    const { db } = await open()
    const { slug } = await galleryOf(db, ['shown', 'failed'])
    await db.updateTable('photos').set({ state: 'failed' }).where('slug', '=', 'failed').execute()
    const draft = await galleryOf(db, ['hidden'], { published_at: null })
    await galleryOf(db, ['essay'], { kind: 'portfolio' })
    const page = await readGallery({ db }, { filter: null, page: 1 })
    expect(slugsOf(page?.photos ?? [])).toEqual(['shown'])
    expect(page?.filters).toMatchObject([{ slug, count: 1 }])
    expect(await readGallery({ db }, { filter: draft.slug, page: 1 })).toBeUndefined()
    for (const photo of ['hidden', 'essay', 'failed', 'nothing'])
      expect(await readGalleryPhoto({ db }, { photo, filter: null })).toBeUndefined()
    expect(await countPublicPhotos({ db })).toBe(1)
  })

  it('finds no page before the first, after the last, or between two', async () => {
    const { db } = await open()
    expect(await readGallery({ db }, { filter: null, page: 1 })).toMatchObject({
      total: 0,
      pages: 1,
      photos: [],
    })
    const { slug } = await galleryOf(db, ['a'])
    for (const page of [0, -1, 2, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])
      expect(await readGallery({ db }, { filter: slug, page })).toBeUndefined()
    expect(await readGallery({ db }, { filter: 'nothing', page: 1 })).toBeUndefined()
  })

  it('numbers a photo within its filter', async () => {
    const { db } = await open()
    const first = await galleryOf(db, ['a1', 'a2'], { position: 1 })
    await galleryOf(db, ['b1'], { position: 2 })
    const inAll = await readGalleryPhoto({ db }, { photo: 'b1', filter: null })
    expect(inAll).toMatchObject({ slug: 'b1', number: 2 })
    const last = await readGalleryPhoto({ db }, { photo: 'a2', filter: first.slug })
    expect(last).toMatchObject({ slug: 'a2', number: 2 })
    expect(await readGalleryPhoto({ db }, { photo: 'b1', filter: first.slug })).toBeUndefined()
  })

  it('reaches each of 2,000 photos exactly once over its pages, with the same few queries for each page', async () => {
    const { db, queries } = countingQueries((await open()).db)
    const { slug } = await manyPhotos(db, 2_000)
    await galleryOf(db, ['x1', 'x2'], { position: -1 })
    for (const [filter, total] of [
      [slug, 2_000],
      [null, 2_002],
    ] as const) {
      const seen: string[] = []
      const counts = new Set<number>()
      const pages = Math.ceil(total / GALLERY_PAGE_SIZE)
      for (let page = 1; page <= pages; page++) {
        const before = queries()
        const shown = await readGallery({ db }, { filter, page })
        // The first page of a filter also numbers its photos, which is kept for the others.
        if (page > 1) counts.add(queries() - before)
        else expect(queries() - before).toBeLessThanOrEqual(6)
        expect(shown).toMatchObject({ total, pages, page })
        expect(shown?.photos[0]?.number).toBe(seen.length + 1)
        expect(shown?.before?.number).toBe(page === 1 ? undefined : seen.length)
        expect(shown?.after?.number).toBe(page === pages ? undefined : seen.length + GALLERY_PAGE_SIZE + 1)
        seen.push(...slugsOf(shown?.photos ?? []))
      }
      expect(seen).toHaveLength(total)
      expect(new Set(seen).size).toBe(total)
      expect(counts).toEqual(new Set([4]))
      expect(await readGallery({ db }, { filter, page: pages + 1 })).toBeUndefined()
    }
    expect(await readGalleryPhoto({ db }, { photo: 'many-1000', filter: slug })).toMatchObject({
      number: 1001,
    })
    expect(await listPublicPhotos({ db })).toHaveLength(2_002)
  })
})

describeOnBothEngines('the portfolio (R12)', (open) => {
  it('lists published stories with the beginning of their strips', async () => {
    const { db } = await open()
    const long = Array.from({ length: 20 }, (_, n) => `long-${n}`)
    const second = await galleryOf(db, long, { kind: 'portfolio', position: 2 })
    const first = await galleryOf(db, ['one'], { kind: 'portfolio', position: 1 })
    await galleryOf(db, ['draft'], { kind: 'portfolio', published_at: null })
    await galleryOf(db, ['gallery'])
    const stories = await listStories({ db })
    expect(slugsOf(stories)).toEqual([first.slug, second.slug])
    expect(stories.map(({ count, photos }) => [count, photos.length])).toEqual([
      [1, 1],
      [20, 8],
    ])
    expect(stories[1]?.photos.map(({ photo }) => photo.slug)).toEqual(long.slice(0, 8))
  })

  it('reads a story as an essay of texts and photos', async () => {
    const { db } = await open()
    const { id, slug } = await makeGallery(db, { kind: 'portfolio', position: 1 })
    const other = await makeGallery(db, { kind: 'portfolio', position: 2, title: 'Another' })
    const [a, b] = [await makePhoto(db), await makePhoto(db)]
    await makeGalleryItem(db, { gallery_id: id, position: 1, body: 'It *rained*.' })
    await makeGalleryItem(db, { gallery_id: id, position: 2, photo_id: a.id })
    await makeGalleryItem(db, { gallery_id: id, position: 3, body: 'Then not.' })
    await makeGalleryItem(db, {
      gallery_id: id,
      position: 4,
      photo_id: b.id,
      featured: 1,
      caption: 'This one',
    })
    const essay = await readStory({ db }, slug)
    expect(essay?.parts).toMatchObject([
      { kind: 'text', article: { parts: [{ kind: 'html', html: '<p>It <em>rained</em>.</p>' }] } },
      { kind: 'photo', number: 1, item: { photo: { slug: a.slug }, featured: false } },
      { kind: 'text', article: { parts: [{ kind: 'html', html: '<p>Then not.</p>' }] } },
      { kind: 'photo', number: 2, item: { photo: { slug: b.slug }, featured: true, caption: 'This one' } },
    ])
    expect(essay).toMatchObject({ count: 2, nextStory: { slug: other.slug, title: 'Another' } })
    expect((await readStory({ db }, other.slug))?.nextStory).toMatchObject({ slug })
  })

  it('reads no draft and no gallery', async () => {
    const { db } = await open()
    const draft = await makeGallery(db, { kind: 'portfolio', published_at: null })
    const gallery = await makeGallery(db)
    for (const slug of [draft.slug, gallery.slug, 'nothing'])
      expect(await readStory({ db }, slug)).toBeUndefined()
  })
})

async function manyPhotos(db: Db, count: number) {
  const gallery = await makeGallery(db)
  const template = await makePhoto(db, { slug: 'many' })
  const photos = Array.from({ length: count }, (_, n) => ({
    ...template,
    id: newId(),
    slug: `many-${n}`,
    sha256: sha256(`many original ${n}`),
    media_hash: sha256(`many media ${n}`).slice(0, 24),
  }))
  for (let start = 0; start < count; start += 500) {
    const some = photos.slice(start, start + 500)
    await db.insertInto('photos').values(some).execute()
    await db
      .insertInto('gallery_items')
      .values(
        some.map((photo, index) => ({
          ...{ id: newId(), gallery_id: gallery.id, position: start + index, photo_id: photo.id },
          ...{ caption: '', body: '', featured: 0 },
        })),
      )
      .execute()
  }
  return gallery
}

it('links the ends and the neighbors of a page', () => {
  expect(pageNumbers(1, 42)).toEqual([1, 2, 42])
  expect(pageNumbers(20, 42)).toEqual([1, 19, 20, 21, 42])
  expect(pageNumbers(42, 42)).toEqual([1, 41, 42])
})

it('links every page of a few', () => {
  expect(pageNumbers(3, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(pageNumbers(1, 1)).toEqual([1])
})
