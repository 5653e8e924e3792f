import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { describeOnBothEngines } from '../../../../test/support/database'
import { makeGallery, makeGalleryItem, makePhoto, makeShare } from '../../../../test/support/factories'
import { putTestSettings } from '../../../../test/support/settings'
import { ownGalleries } from './operations.server'

describeOnBothEngines('a client’s gallery with a PIN, in their account', (openDb) => {
  test('shows a blur of its cover, and nothing that leads to a picture', async () => {
    const { db } = await openDb()
    await putTestSettings(db)
    const gallery = await makeGallery(db, { kind: 'client', pin: 'sealed' })
    const photo = await makePhoto(db, { published_at: null })
    await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: photo.id })
    await makeShare(db, { gallery_id: gallery.id, email: 'ann@example.com' })
    const own = () => ownGalleries({ db, clock: fixedClock('2026-11-20T15:00:00Z') }, 'ann@example.com')
    expect(await own()).toMatchObject([
      {
        ...{ isLocked: true, isUndeveloped: false, strip: [] },
        cover: { tone: photo.tone, media: '', slug: '', widths: [] },
      },
    ])
    await db.updateTable('galleries').set({ pin: null }).execute()
    expect(await own()).toMatchObject([
      { isLocked: false, cover: { id: expect.not.stringMatching('cover') } },
    ])
  })
})
