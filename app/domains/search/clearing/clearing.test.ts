import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeGallery, makeGalleryItem, makePhoto } from '../../../../test/support/factories'
import { clearRemovedPhotos } from './operations.server'

const DAY = 86_400_000
const clock = fixedClock('2026-11-20T15:00:00Z')

describeOnBothEngines('clearing away what was removed', (open) => {
  test('ends frames after thirty days, and photographs that nothing else uses', async () => {
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
