import { expect, test } from 'vitest'
import { photosById } from '~/domains/photos/operations.server'
import { makeGallery, makePhoto, makeRendition } from '../../../../test/support/factories'
import { arrived, describeReleases, sentRelease } from '../../../../test/support/releases'
import { addPhotosToGallery } from '../uploads/import.server'
import { changeRelease, listReleases, readEntry, recordRelease, withdrawRelease } from './operations.server'
import { mayPublish, setNoRecognizablePeople, sharedImage } from './publication.server'

describeReleases('publication', (releases) => {
  const { held, recorded, publish, isPublic, version } = releases

  test('blocks publication until there is a release, and says why', async () => {
    const { db, deps } = releases
    const gallery = await makeGallery(db, { kind: 'client', title: 'Lee wedding' })
    const photo = await held(gallery)
    expect(await publish(photo)).toMatchObject({
      ok: false,
      sentence: 'No model release on file for “Lee wedding.”',
    })
    expect(await isPublic(photo)).toBe(false)
    const recorded = await recordRelease(deps, gallery.id, { sent: sentRelease(), seen: 0 })
    expect(recorded).toMatchObject({ ok: true, takenOff: 0 })
    expect(await publish(photo)).toEqual({ ok: true })
    expect(await isPublic(photo)).toBe(true)
    const people = await db.selectFrom('people').select('name').execute()
    expect(people).toEqual([{ name: 'Ann Lee' }])
    expect(await db.selectFrom('audit').select(['action', 'subject']).execute()).toEqual([
      { action: 'release-recorded', subject: 'Ann Lee, “Lee wedding”' },
    ])
  })

  test('publishes all or nothing', async () => {
    const { db, deps } = releases
    const [mine, other] = [await makeGallery(db), await makeGallery(db)]
    await recordRelease(deps, mine.id, { sent: sentRelease(), seen: 0 })
    const [one, two] = [await held(mine), await held(other)]
    expect(await publish(one, two)).toMatchObject({ ok: false, refused: [{ photoId: two.id }] })
    expect(await isPublic(one)).toBe(false)
  })

  test('a link that is shared shows those alone who agreed to social media', async () => {
    const { db, deps } = releases
    const gallery = await makeGallery(db)
    const photo = await held(gallery, { width: 2400, height: 1600 })
    const alone = await makePhoto(db, { width: 2400, height: 1600 })
    for (const { id } of [photo, alone])
      for (const format of ['avif', 'jpg'] as const)
        await makeRendition(db, { photo_id: id, format, width: 1200, height: 800 })
    const at = await recorded(gallery)
    await publish(photo)
    const views = await photosById({ db }, [photo.id, alone.id])
    const image = (of: { id: string }) => sharedImage({ db }, views.get(of.id))
    expect(await image(photo)).toBeUndefined()
    expect(await image(alone)).toMatchObject({ width: 1200 })
    const before = await version()
    const change = { sent: sentRelease({ uses: ['portfolio', 'social'] }), version: 1, seen: 0 }
    expect(await changeRelease(deps, at, change)).toMatchObject({ ok: true })
    expect(await image(photo)).toMatchObject({ width: 1200 })
    expect(await version()).toBeGreaterThan(before)
  })

  test('a published photo is unpublished when added to a gallery with a refusal', async () => {
    const { db, deps } = releases
    const [story, wedding] = [
      await makeGallery(db, { kind: 'portfolio' }),
      await makeGallery(db, { kind: 'client', slug: 'wedding', title: 'Lee wedding' }),
    ]
    await recordRelease(deps, story.id, { sent: sentRelease({ name: 'Bo Lee', email: '' }), seen: 0 })
    const photos = [await held(story), await held(story, { no_recognizable_people: 1 })]
    await publish(...photos)
    await addPhotosToGallery(deps, { gallery: 'wedding', photos: photos.map(arrived), kind: 'client' })
    expect(await Promise.all(photos.map(isPublic))).toEqual([true, true])
    await recordRelease(deps, wedding.id, { sent: sentRelease({ uses: ['print'] }), seen: 1 })
    const later = [await held(story), await held(story, { no_recognizable_people: 1 })]
    await publish(...later)
    await addPhotosToGallery(deps, { gallery: 'wedding', photos: later.map(arrived), kind: 'client' })
    expect(await Promise.all(later.map(isPublic))).toEqual([false, true])
    const last = await db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect([last.author_name, last.action, last.subject]).toEqual([
      'The command line',
      'photos-unpublished',
      `“${later[0]?.title}”`,
    ])
    expect(last.changes).toContain('Ann Lee (not for portfolio)')
  })

  /** A published photo, and another gallery with a person who refuses publication. */
  const objected = async () => {
    const { db, deps } = releases
    const [shown, other] = [await makeGallery(db), await makeGallery(db, { kind: 'client', slug: 'lee' })]
    const photo = await held(shown)
    await recordRelease(deps, shown.id, { sent: sentRelease(), seen: 0 })
    await recordRelease(deps, other.id, { sent: sentRelease({ name: 'Bob', email: '', uses: [] }), seen: 0 })
    const bring = () => addPhotosToGallery(deps, { gallery: 'lee', photos: [arrived(photo)] })
    return { photo, bring }
  }

  test('photos added to a gallery with a refusal are unpublished', async () => {
    const { db, deps } = releases
    const { photo, bring } = await objected()
    expect(await publish(photo)).toEqual({ ok: true })
    await bring()
    expect(await isPublic(photo)).toBe(false)
    expect(await publish(photo)).toMatchObject({ sentence: 'No model release: Bob (not for portfolio).' })
    const entries = await db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'photos-unpublished')
      .execute()
    expect(entries).toMatchObject([{ author_name: 'The command line', subject: `“${photo.title}”` }])
    // No one refuses, so it stays.
    const rings = await makePhoto(db, { no_recognizable_people: 1 })
    await addPhotosToGallery(deps, { gallery: 'lee', photos: [arrived(rings)] })
    expect(await isPublic(rings)).toBe(true)
  })

  test('publishing and adding to a gallery with a refusal at once keeps a photo private', async () => {
    const { db } = releases
    for (let round = 0; round < 5; round++) {
      const { photo, bring } = await objected()
      await Promise.all([publish(photo), bring(), publish(photo)])
      expect(await isPublic(photo)).toBe(false)
      await db.deleteFrom('galleries').execute()
    }
  })

  test('marking a published photo as showing a person unpublishes it without a release', async () => {
    const { db, deps } = releases
    const gallery = await makeGallery(db)
    const photo = await held(gallery)
    const mark = (noRecognizablePeople: boolean, seen = 0) =>
      setNoRecognizablePeople(deps, { photoIds: [photo.id], noRecognizablePeople, seen })
    expect(await mark(true)).toEqual({ ok: true, changed: 1 })
    expect(await mark(true)).toEqual({ ok: true, changed: 0 })
    expect(await publish(photo)).toEqual({ ok: true })
    expect(await mark(false)).toMatchObject({ ok: false, refused: [{ photoId: photo.id }] })
    expect([await isPublic(photo), await mayPublish({ db }, { photoIds: [photo.id] })]).toEqual([true, []])
    expect(await mark(false, 1)).toEqual({ ok: true, changed: 1 })
    expect(await isPublic(photo)).toBe(false)
  })

  test('photos imported by command are public under a separate release, which can be withdrawn', async () => {
    const { db, deps } = releases
    const photo = await makePhoto(db, { published_at: null })
    await addPhotosToGallery(deps, { gallery: 'weddings', photos: [arrived(photo)] })
    expect(await isPublic(photo)).toBe(true)
    const { id } = await db.selectFrom('galleries').select('id').executeTakeFirstOrThrow()
    const [entry] = (await listReleases(deps, id, { before: null }))?.releases ?? []
    expect(entry?.basis).toBe('Imported on the command line; the owner is responsible for the releases')
    // Importing again with one more photo: still one release, for imported photos only.
    const second = await makePhoto(db, { published_at: null })
    await addPhotosToGallery(deps, { gallery: 'weddings', photos: [arrived(photo), arrived(second)] })
    const uploaded = await held({ id })
    expect(await publish(uploaded)).toMatchObject({ ok: false })
    const at = { galleryId: id, id: entry?.id ?? '' }
    expect(await readEntry(deps, at)).toMatchObject({ listed: 2 })
    expect(await changeRelease(deps, at, { sent: sentRelease(), version: 1, seen: 9 })).toMatchObject({
      ok: false,
    })
    const withdrawal = { withdrawnOn: '2026-06-12', version: 1, seen: 2 }
    expect(await withdrawRelease(deps, at, withdrawal)).toEqual({ ok: true, takenOff: 2 })
    expect(await isPublic(photo)).toBe(false)
  })

  test('simultaneous imports of the same photos don’t conflict', async () => {
    const { db, deps } = releases
    const photos = await Promise.all(Array.from({ length: 5 }, () => makePhoto(db, { published_at: null })))
    const bring = (gallery: string, order = photos) =>
      addPhotosToGallery(deps, { gallery, photos: order.map(arrived) })
    const backwards = photos.toReversed()
    const added = await Promise.all([
      ...[bring('weddings'), bring('portraits', backwards), bring('weddings', backwards)],
      ...[bring('portraits'), bring('weddings')],
    ])
    expect(added.reduce((sum, count) => sum + count)).toBe(10)
    for (const photo of photos) expect(await isPublic(photo)).toBe(true)
  })

  test('a command publishes nothing through a gallery that is no page yet', async () => {
    const { db, deps } = releases
    await makeGallery(db, { slug: 'weddings', published_at: null })
    const photo = await makePhoto(db, { published_at: null })
    await addPhotosToGallery(deps, { gallery: 'weddings', photos: [arrived(photo)] })
    expect(await isPublic(photo)).toBe(false)
  })
})
