import { expect, test } from 'vitest'
import { clearRemovedPhotos } from '~/domains/search/removed-photos.server'
import { makeGallery, makeGalleryItem, makeService } from '../../../../test/support/factories'
import { arrived, describeReleases, sentRelease } from '../../../../test/support/releases'
import { dependentsOfGallery, removeGallery } from '../editor/settings.server'
import { addPhotosToGallery } from '../uploads/import.server'
import { changeRelease, listReleases, readEntry, recordRelease, withdrawRelease } from './operations.server'
import { withdrawnReleasesOf } from './withdrawals.server'

describeReleases('a withdrawal', (releases) => {
  const { held, recorded, publish, isPublic, version } = releases

  test('a withdrawal unpublishes at once what no other release covers, after confirmation', async () => {
    const { db, deps } = releases
    const [client, story] = [
      await makeGallery(db, { kind: 'client' }),
      await makeGallery(db, { kind: 'portfolio' }),
    ]
    const [photo, rings] = [await held(client), await held(client, { no_recognizable_people: 1 })]
    await makeGalleryItem(db, { gallery_id: story.id, photo_id: photo.id })
    const at = await recorded(client)
    await publish(photo, rings)
    expect((await readEntry(deps, at))?.takenOff.map(({ photoId }) => photoId)).toEqual([photo.id])
    const withdraw = (seen: number, withdrawnOn = '2026-06-12') =>
      withdrawRelease(deps, at, { withdrawnOn, version: 1, seen })
    expect(await withdraw(0)).toMatchObject({
      ok: false,
      reason: 'takes-off',
      takenOff: [{ title: photo.title }],
    })
    expect(await isPublic(photo)).toBe(true)
    expect(await withdraw(1, '2026-06-10')).toMatchObject({ ok: false, reason: 'refused' })
    const before = await version()
    expect(await withdraw(1)).toEqual({ ok: true, takenOff: 1 })
    expect(await version()).toBeGreaterThan(before)
    expect([await isPublic(photo), await isPublic(rings)]).toEqual([false, true])
    expect(await withdraw(1)).toEqual({ ok: false, reason: 'changed-since' })
    expect(await publish(photo)).toMatchObject({
      ok: false,
      sentence: 'No model release: Ann Lee (withdrawn).',
    })
    expect((await listReleases(deps, client.id, { before: null }))?.releases).toMatchObject([
      { given: 'June 11, 2026', withdrawn: 'June 12, 2026', recordedBy: 'Dana' },
    ])
    // She signs again.
    expect(await recordRelease(deps, client.id, { sent: sentRelease(), seen: 0 })).toMatchObject({ ok: true })
    expect(await publish(photo)).toEqual({ ok: true })
  })

  test('deleting a gallery unpublishes what only its releases allowed', async () => {
    const { db, deps } = releases
    const [wedding, story, other] = [
      await makeGallery(db, { kind: 'client', title: 'Lee wedding' }),
      await makeGallery(db, { kind: 'portfolio' }),
      await makeGallery(db, { kind: 'portfolio' }),
    ]
    await recordRelease(deps, wedding.id, { sent: sentRelease(), seen: 0 })
    await recordRelease(deps, other.id, { sent: sentRelease({ name: 'Bo Lee', email: '' }), seen: 0 })
    const [alone, both, paged, unused] = [
      await held(wedding),
      await held(wedding),
      await held(wedding),
      await held(wedding),
    ]
    await makeService(db, { photo_id: paged.id })
    await makeGalleryItem(db, { gallery_id: story.id, photo_id: alone.id })
    await makeGalleryItem(db, { gallery_id: other.id, photo_id: both.id })
    await publish(alone, both, paged, unused)

    // Permanently removed from the gallery where she agreed, but shown elsewhere: she can still withdraw.
    await db
      .updateTable('gallery_items')
      .set({ removed_at: 1 })
      .where('gallery_id', '=', wedding.id)
      .execute()
    await clearRemovedPhotos(deps)
    const kept = await db
      .selectFrom('gallery_items')
      .select('photo_id')
      .where('gallery_id', '=', wedding.id)
      .execute()
    expect(kept.map(({ photo_id }) => photo_id).sort()).toEqual([alone.id, both.id, paged.id].sort())

    const asked = { id: wedding.id, version: 1, confirmed: 'Lee wedding' }
    expect(await removeGallery(deps, asked)).toEqual({ ok: true })
    expect([await isPublic(alone), await isPublic(both), await isPublic(paged)]).toEqual([false, true, false])
  })

  test('a withdrawal stays when the gallery is deleted, until there is a new release', async () => {
    const { db, deps } = releases
    const wedding = await makeGallery(db, { kind: 'client', title: 'Lee wedding' })
    const story = await makeGallery(db, { kind: 'portfolio' })
    const [photo, other] = [await held(wedding), await held(story)]
    await makeGalleryItem(db, { gallery_id: story.id, photo_id: photo.id })
    const at = await recorded(wedding)
    await withdrawRelease(deps, at, { withdrawnOn: '2026-06-12', version: 1, seen: 0 })
    await recordRelease(deps, story.id, {
      sent: sentRelease({ name: 'Bob', email: 'bob@example.com' }),
      seen: 0,
    })
    expect(await publish(photo)).toMatchObject({ sentence: 'No model release: Ann Lee (withdrawn).' })

    expect(await dependentsOfGallery({ db }, wedding.id)).toMatchObject({ releases: 1, withdrawals: 1 })
    const asked = { id: wedding.id, version: 1, confirmed: 'Lee wedding' }
    expect(await removeGallery(deps, asked)).toEqual({ ok: true })
    const audit = await db
      .selectFrom('audit')
      .select('changes')
      .where('action', '=', 'gallery-removed')
      .execute()
    expect(JSON.stringify(audit)).toContain('Stays withdrawn')
    expect(await publish(photo)).toMatchObject({
      sentence: expect.stringContaining('Ann Lee (withdrawn in “Lee wedding”, which is deleted).'),
    })
    expect(await publish(other)).toEqual({ ok: true })
    // The same file is the same photo of her, even after it was deleted and added again.
    await db.deleteFrom('gallery_items').where('photo_id', '=', photo.id).execute()
    await db.deleteFrom('photos').where('id', '=', photo.id).execute()
    const again = await held(story, { sha256: photo.sha256 })
    expect(await publish(again)).toMatchObject({ ok: false, reason: 'release-missing' })
    expect(await withdrawnReleasesOf({ db }, 'ann@example.com')).toEqual([
      {
        ...{ name: 'Ann Lee', email: 'ann@example.com', gallery: 'Lee wedding' },
        ...{ withdrawnAt: expect.any(Number), photos: 1 },
      },
    ])

    const earlier = sentRelease({ givenOn: '2026-06-10' })
    const agreed = await recordRelease(deps, story.id, { sent: earlier, seen: 0 })
    if (!agreed.ok) throw new Error(agreed.reason)
    expect(await publish(again)).toMatchObject({ ok: false })
    const change = { sent: sentRelease({ givenOn: '2026-06-12' }), version: 1, seen: 0 }
    await changeRelease(deps, { galleryId: story.id, id: agreed.id }, change)
    expect(await publish(again)).toEqual({ ok: true })
  })

  test('a withdrawal stays when a photo permanently leaves the gallery', async () => {
    const { db, deps } = releases
    const [wedding, story] = [await makeGallery(db, { kind: 'client' }), await makeGallery(db)]
    const photo = await held(wedding)
    const at = await recorded(wedding)
    await withdrawRelease(deps, at, { withdrawnOn: '2026-06-12', version: 1, seen: 0 })
    await db.updateTable('gallery_items').set({ removed_at: 1 }).execute()
    await clearRemovedPhotos(deps)
    expect(await db.selectFrom('photos').select('id').execute()).toEqual([])
    const again = await held(story, { sha256: photo.sha256 })
    await recordRelease(deps, story.id, { sent: sentRelease({ name: 'Bob', email: '' }), seen: 0 })
    expect(await publish(again)).toMatchObject({ ok: false, reason: 'release-missing' })
  })

  test('a withdrawal wins over a simultaneous publication', async () => {
    const { db, deps } = releases
    const gallery = await makeGallery(db)
    const photos = await Promise.all([1, 2, 3].map(() => held(gallery)))
    const at = await recorded(gallery)
    const withdrawal = { withdrawnOn: '2026-06-12', version: 1, seen: photos.length }
    await Promise.all([publish(...photos), withdrawRelease(deps, at, withdrawal), publish(...photos)])
    for (const photo of photos) expect(await isPublic(photo)).toBe(false)
  })

  test('a command doesn’t publish what a person has withdrawn', async () => {
    const { db, deps } = releases
    const client = await makeGallery(db, { kind: 'client' })
    const photo = await held(client)
    const at = await recorded(client)
    await withdrawRelease(deps, at, { withdrawnOn: '2026-06-12', version: 1, seen: 0 })
    await addPhotosToGallery(deps, { gallery: 'weddings', photos: [arrived(photo)] })
    expect(await isPublic(photo)).toBe(false)
  })
})
