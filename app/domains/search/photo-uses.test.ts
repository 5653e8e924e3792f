import { expect, test } from 'vitest'
import { heldQuery } from '~/domains/galleries/store.server'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../test/support/database'
import {
  makeGallery,
  makeGalleryItem,
  makePhoto,
  makePlace,
  makePost,
  makeProduct,
  makeService,
} from '../../../test/support/factories'
import { slowSteps } from '../../../test/support/query-plan'
import { putTestSettings, testSettings } from '../../../test/support/settings'
import { describePhoto, listUnusedPhotos, usesOfPhoto } from './photo-uses.server'
import { clearRemovedPhotos } from './removed-photos.server'

const clock = fixedClock('2026-11-20T15:00:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }
const fields = { title: 'Rings', alt: '', focalX: '50', focalY: '50' }

const addPage = (db: Db, body: unknown) =>
  db
    .insertInto('pages')
    .values({
      slug: 'home',
      title: 'Home',
      description: '',
      body: JSON.stringify(body),
      version: 1,
      updated_at: 1,
    })
    .execute()

describeOnBothEngines('uses of a photo', (open, engine) => {
  test('is found in every domain', async () => {
    const { db } = await open()
    const photo = await makePhoto(db, { slug: 'rings' })
    const gallery = await makeGallery(db, { slug: 'weddings', cover_photo_id: photo.id })
    const story = await makeGallery(db, { slug: 'a-day', kind: 'portfolio', published_at: null })
    for (const { id } of [gallery, story]) await makeGalleryItem(db, { gallery_id: id, photo_id: photo.id })
    await makeService(db, { slug: 'wedding', photo_id: photo.id, thumbnail_photo_id: photo.id })
    await makePlace(db, { slug: 'studio', photo_id: photo.id })
    await makeProduct(db, { slug: 'print', photo_id: photo.id })
    await makePost(db, { slug: 'covered', cover_photo_id: photo.id, published_at: clock.now() + 1 })
    await makePost(db, { slug: 'told', body: 'Text.\n\n![Rings](photo:rings "wide")' })
    await makePost(db, { slug: 'other', body: '![Other](photo:rings-two)' })
    await addPage(db, { hero: { photo: 'rings' }, strip: ['rings'] })
    await putTestSettings(db, { ...testSettings, promo: { ...testSettings.promo, flyer: 'rings' } })
    const uses = await usesOfPhoto({ db, clock }, photo)
    const lines = uses.map(({ place, slug, role, visible }) => [place, slug, role, visible].join(' '))
    expect(lines.toSorted()).toEqual(
      [
        'gallery weddings Cover now',
        'story a-day Photo no',
        'gallery weddings Photo now',
        'service wedding Photo now',
        'service wedding Small photo now',
        'location studio Photo now',
        'page home Photo now',
        'promotion  Flyer now',
        'post covered Cover later',
        'post told In the text now',
        'product print Photo now',
      ].toSorted(),
    )
  })

  test('lists unused photos, page by page', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const gallery = await makeGallery(db)
    for (let n = 0; n < 150; n++) {
      const { id } = await makePhoto(db, { id: `id-${1000 + n}`, slug: `photo-${n}` })
      if (n % 2 === 0) await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: id })
    }
    await makePhoto(db, { slug: 'flyer' })
    await makePost(db, { body: '![x](photo:photo-1)' })
    const first = await listUnusedPhotos({ db, clock }, { search: '', before: null })
    expect(first.photos).toHaveLength(60)
    expect(first.photos[0]?.photo.slug).toBe('photo-149')
    const second = await listUnusedPhotos({ db, clock }, { search: '', before: first.next })
    const slugs = [...first.photos, ...second.photos].map(({ photo }) => photo.slug)
    expect(slugs).toEqual(Array.from({ length: 74 }, (_, n) => `photo-${149 - 2 * n}`))
    expect(second.next).toBeNull()
  })

  test('uses an index for galleries', async () => {
    const { db } = await open()
    expect(await slowSteps(db, engine, heldQuery(db, { first: 'a', last: 'b' }))).toEqual([])
  })

  test('requires alt text only on public pages', async () => {
    const { db } = await open()
    const seen = await makePhoto(db, { slug: 'seen' })
    const unseen = await makePhoto(db, { slug: 'unseen' })
    await makeProduct(db, { photo_id: seen.id })
    await makeProduct(db, { photo_id: unseen.id, published_at: null })
    const save = (slug: string) => describePhoto({ db, clock, author }, { slug, sent: fields, version: 1 })
    expect(await save('seen')).toMatchObject({ ok: false, reason: 'refused' })
    expect(await save('unseen')).toMatchObject({ ok: true })
    expect(await save('none')).toEqual({ ok: false, reason: 'missing' })
  })
})

const DAY = 86_400_000

describeOnBothEngines('clearing removed photos', (open) => {
  test('deletes removed gallery items after thirty days, and unused photos', async () => {
    const { db } = await open()
    const [one, other] = [
      await makeGallery(db, { kind: 'client' }),
      await makeGallery(db, { kind: 'client' }),
    ]
    const put = async (slug: string, removed_at: number | null, gallery_id = one.id) => {
      const photo =
        (await db.selectFrom('photos').select('id').where('slug', '=', slug).executeTakeFirst()) ??
        (await makePhoto(db, { slug }))
      await makeGalleryItem(db, { gallery_id, photo_id: photo.id, removed_at, file_name: slug })
      return photo.id
    }
    await put('gone', clock.now() - 30 * DAY - 1)
    await put('recent', clock.now() - 30 * DAY)
    await put('elsewhere', clock.now() - 40 * DAY)
    await put('elsewhere', null, other.id)
    await put('back-soon', clock.now() - 40 * DAY)
    await put('back-soon', clock.now() - DAY, other.id)
    const cover = await put('cover', clock.now() - 40 * DAY)
    await db.updateTable('galleries').set({ cover_photo_id: cover }).where('id', '=', other.id).execute()
    await put('here', null)

    await clearRemovedPhotos({ db, clock })
    await clearRemovedPhotos({ db, clock })
    const photos = await db.selectFrom('photos').select('slug').orderBy('slug').execute()
    expect(photos.map(({ slug }) => slug)).toEqual(['back-soon', 'cover', 'elsewhere', 'here', 'recent'])
    const items = await db
      .selectFrom('gallery_items')
      .select('file_name')
      .where('gallery_id', '=', one.id)
      .execute()
    expect(items.map(({ file_name }) => file_name).toSorted()).toEqual(['here', 'recent'])
    expect(await db.selectFrom('jobs').select('kind').execute()).toHaveLength(1)
  })
})
