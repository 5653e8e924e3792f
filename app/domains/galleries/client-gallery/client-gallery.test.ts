import fc from 'fast-check'
import { beforeEach, expect, it, test } from 'vitest'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines, type FreshDatabase } from '../../../../test/support/database'
import { makeGallery, makeGalleryItem, makePhoto, makeRendition } from '../../../../test/support/factories'
import { slowSteps } from '../../../../test/support/query-plan'
import { toGalleryHead } from '../access/operations.server'
import { titleSize } from './client-gallery-words'
import { CLIENT_GALLERY_PAGE_SIZE, numberSets, setRanges } from './model'
import {
  openClientGalleryPicture,
  readClientGalleryPage,
  readClientGalleryPhoto,
  readClientGalleryPicture,
} from './operations.server'
import { countsBySet, shownIn } from './store.server'

const NOW = Date.parse('2026-06-12T12:00:00Z')

describeOnBothEngines('a gallery as its clients see it', (open, engine) => {
  let fresh: FreshDatabase
  beforeEach(async () => {
    fresh = await open()
  })
  const storage = { open: async () => undefined } as never

  async function makeSet(galleryId: string, title: string, position: number) {
    const id = newId()
    await fresh.db.insertInto('gallery_sets').values({ id, gallery_id: galleryId, title, position }).execute()
    return id
  }

  async function addPhoto(galleryId: string, given: Parameters<typeof makeGalleryItem>[1] | object = {}) {
    const photo = await makePhoto(fresh.db, { published_at: null })
    for (const format of ['avif', 'jpg'] as const)
      await makeRendition(fresh.db, { photo_id: photo.id, format })
    return await makeGalleryItem(fresh.db, { gallery_id: galleryId, photo_id: photo.id, ...given })
  }

  test('lists its photos by set and in order, those without a set first, and none hidden or removed', async () => {
    const row = await makeGallery(fresh.db, { kind: 'client' })
    const [late, early] = [await makeSet(row.id, 'Late', 2), await makeSet(row.id, 'Early', 1)]
    const b = await addPhoto(row.id, { set_id: late, position: 1 })
    const a = await addPhoto(row.id, { set_id: early, position: 9 })
    const loose = await addPhoto(row.id, { position: 5 })
    const hidden = await addPhoto(row.id, { set_id: early, hidden_at: NOW })
    const removed = await addPhoto(row.id, { removed_at: NOW })
    const head = toGalleryHead(row)
    const page = await readClientGalleryPage(fresh, head, 1)
    expect(page?.photos.map(({ id, number }) => [id, number])).toEqual([
      [loose.id, 1],
      [a.id, 2],
      [b.id, 3],
    ])
    expect(page?.sets.map(({ title, count, first }) => [title, count, first])).toEqual([
      ['', 1, 1],
      ['Early', 1, 2],
      ['Late', 1, 3],
    ])
    expect(page?.photos[0]).toMatchObject({ media: `/download/${row.id}/media/${loose.id}`, widths: [480] })
    expect(await readClientGalleryPhoto(fresh, head, a.id)).toMatchObject({ id: a.id, number: 2 })
    expect([page?.before, page?.after]).toEqual([null, null])
    for (const item of [hidden, removed]) {
      expect(await readClientGalleryPhoto(fresh, head, item.id)).toBeUndefined()
      expect(await openClientGalleryPicture({ ...fresh, storage }, head, asked(item.id))).toBeUndefined()
    }
    expect(await openClientGalleryPicture({ ...fresh, storage }, head, asked(a.id))).toBeDefined()
  })

  const asked = (itemId: string, watermark: string | null = null) =>
    ({ itemId, watermark, width: 480, format: 'jpg' }) as const

  test('is counted and paged along its index', async () => {
    const { db } = fresh
    expect(await slowSteps(db, engine, countsBySet(db, 'g'))).toEqual([])
    for (const setId of ['s', null])
      expect(await slowSteps(db, engine, shownIn(db, 'g', { setId, offset: 10, limit: 48 }))).toEqual([])
  })

  test('doesn’t show photos of another gallery', async () => {
    const [one, other] = [
      await makeGallery(fresh.db, { kind: 'client' }),
      await makeGallery(fresh.db, { kind: 'client' }),
    ]
    const item = await addPhoto(other.id)
    const head = toGalleryHead(one)
    expect(await readClientGalleryPhoto(fresh, head, item.id)).toBeUndefined()
    expect(await openClientGalleryPicture({ ...fresh, storage }, head, asked(item.id))).toBeUndefined()
    expect(
      await readClientGalleryPicture({ ...fresh, storage }, `/download/${one.id}/media/${item.id}/480.jpg`),
    ).toBeUndefined()
  })

  test('is paged with every photo once, and neighbors across pages', async () => {
    const row = await makeGallery(fresh.db, { kind: 'client' })
    const set = await makeSet(row.id, 'Party', 1)
    for (let n = 0; n < CLIENT_GALLERY_PAGE_SIZE + 3; n++)
      await addPhoto(row.id, { position: n, set_id: n % 2 ? set : null })
    const head = toGalleryHead(row)
    const pages = [await readClientGalleryPage(fresh, head, 1), await readClientGalleryPage(fresh, head, 2)]
    const photos = pages.flatMap((page) => page?.photos ?? [])
    expect(photos.map(({ number }) => number)).toEqual(photos.map((_, at) => at + 1))
    expect(new Set(photos.map(({ id }) => id)).size).toBe(CLIENT_GALLERY_PAGE_SIZE + 3)
    expect(await readClientGalleryPage(fresh, head, 3)).toBeUndefined()
    expect(await readClientGalleryPage(fresh, head, 0)).toBeUndefined()
    const [last, first] = photos.slice(CLIENT_GALLERY_PAGE_SIZE - 1)
    expect(await readClientGalleryPhoto(fresh, head, last?.id ?? '')).toMatchObject({
      number: CLIENT_GALLERY_PAGE_SIZE,
    })
    expect(pages.map((page) => [page?.before?.id, page?.after?.id])).toEqual([
      [undefined, first?.id],
      [last?.id, undefined],
    ])
  })

  test('to be chosen from, shows the newest watermark alone, and never a clean picture', async () => {
    const row = await makeGallery(fresh.db, { kind: 'client', proofing: 1 })
    const [marked, bare] = [await addPhoto(row.id), await addPhoto(row.id)]
    const proof = { gallery_id: row.id, photo_id: marked.photo_id ?? '', width: 480, height: 320, bytes: 3 }
    for (const [watermark, at] of [
      ['old', NOW],
      ['new', NOW + 1],
    ] as const)
      for (const format of ['avif', 'jpg'] as const)
        await fresh.db
          .insertInto('proofs')
          .values({ ...proof, watermark, format, sha256: '0'.repeat(64), created_at: at })
          .execute()
    const head = toGalleryHead(row)
    const page = await readClientGalleryPage(fresh, head, 1)
    expect(page?.photos.map(({ media, widths }) => [media, widths])).toEqual([
      [`/download/${row.id}/media/${marked.id}/new`, [480]],
      [`/download/${row.id}/media/${bare.id}`, []],
    ])
    const picture = (itemId: string, watermark: string | null) =>
      openClientGalleryPicture({ ...fresh, storage }, head, asked(itemId, watermark))
    expect(await picture(marked.id, null)).toBeUndefined()
    expect(await picture(bare.id, null)).toBeUndefined()
    expect(await picture(bare.id, 'new')).toBeUndefined()
    expect(await picture(marked.id, 'new')).toBeDefined()
    const clean = { ...head, proofing: false }
    expect(
      await openClientGalleryPicture({ ...fresh, storage }, clean, asked(marked.id, 'new')),
    ).toBeUndefined()
  })
})

const sizes = fc.array(fc.nat(40), { maxLength: 8 })

test('pages of sets give every photo once, in order', () => {
  fc.assert(
    fc.property(fc.nat(40), sizes, fc.integer({ min: 1, max: 30 }), (loose, counts, size) => {
      const ids = counts.map((_, at) => `set-${at}`)
      const known = new Map<string | null, number>([
        [null, loose],
        ...ids.map((id, at): [string, number] => [id, counts[at] ?? 0]),
      ])
      const sets = numberSets(
        ids.map((id) => ({ id, title: id })),
        known,
      )
      const all = [null, ...ids].flatMap((id) =>
        Array.from({ length: known.get(id) ?? 0 }, (_, at) => `${id} ${at}`),
      )
      const seen: string[] = []
      for (let first = 1; first <= all.length; first += size)
        for (const { setId, offset, limit } of setRanges(sets, { first, last: first + size - 1 }))
          for (let at = 0; at < limit; at++) seen.push(`${setId} ${offset + at}`)
      expect(seen).toEqual(all)
    }),
  )
})

it('sets a title as large as its longest word and its length allow', () => {
  expect(titleSize('Noor & Elias')).toBe('d1')
  expect(titleSize('Autumn, to choose from')).toBe('d1')
  expect(titleSize('Zuri’s unforgettable day')).toBe('d2')
  expect(titleSize('The wedding of Wilhelmina Featherstonehaugh')).toBe('d2')
  expect(titleSize('Donaudampfschifffahrtsgesellschaft')).toBe('t1')
  expect(titleSize('a '.repeat(40))).toBe('t1')
})
