import { beforeEach, expect, test } from 'vitest'
import { photosById } from '~/domains/photos/operations.server'
import { clearRemovedPhotos } from '~/domains/search/removed-photos.server'
import { fixedClock } from '~/platform/clock'
import { transact } from '~/platform/db/database.server'
import { describeOnBothEngines, type FreshDatabase } from '../../../../test/support/database'
import {
  makeGallery,
  makeGalleryItem,
  makePhoto,
  makeRendition,
  makeService,
} from '../../../../test/support/factories'
import { slowSteps } from '../../../../test/support/query-plan'
import { putTestSettings } from '../../../../test/support/settings'
import { dependentsOfGallery, removeGallery } from '../editor/settings.server'
import { addPhotosToGallery } from '../uploads/import.server'
import {
  changeRelease,
  listReleases,
  readEntry,
  recordRelease,
  withdrawnReleasesOf,
  withdrawRelease,
} from './operations.server'
import { mayPublish, publishWithReleases, setNoRecognizablePeople, sharedImage } from './publication.server'
import { releasesQuery } from './store.server'

const NOW = '2026-06-12T16:00:00Z'
const sent = (given: Partial<Parameters<typeof recordRelease>[2]['sent']> = {}) => ({
  ...{ name: 'Ann Lee', email: 'ann@example.com', bornOn: '', guardian: '', uses: ['portfolio'] },
  ...{ givenOn: '2026-06-11', basis: 'Signed on paper' },
  ...given,
})

const arrived = ({ id }: { id: string }) => ({ photoId: id, folder: '', fileName: 'rose.jpg' })

describeOnBothEngines('the list of releases', (open, engine) => {
  let db: FreshDatabase['db']
  let deps: Parameters<typeof recordRelease>[0]
  beforeEach(async () => {
    db = (await open()).db
    await putTestSettings(db)
    deps = { db, clock: fixedClock(NOW), author: { uid: 'u', name: 'Dana' } }
  })

  const held = async (gallery: { id: string }, given: Parameters<typeof makePhoto>[1] = {}) => {
    const photo = await makePhoto(db, { published_at: null, ...given })
    await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: photo.id })
    return photo
  }
  const publish = (...photos: { id: string }[]) =>
    transact(db, (tx) => publishWithReleases({ ...deps, db: tx }, { photoIds: photos.map(({ id }) => id) }))
  const isPublic = async (photo: { id: string }) => (await photosById({ db }, [photo.id])).has(photo.id)
  const version = async () =>
    (await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()).version

  test('blocks publication until there is a release, and says why', async () => {
    const gallery = await makeGallery(db, { kind: 'client', title: 'Lee wedding' })
    const photo = await held(gallery)
    expect(await publish(photo)).toMatchObject({
      ok: false,
      sentence: 'No model release on file for “Lee wedding.”',
    })
    expect(await isPublic(photo)).toBe(false)
    const recorded = await recordRelease(deps, gallery.id, { sent: sent(), seen: 0 })
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
    const [mine, other] = [await makeGallery(db), await makeGallery(db)]
    await recordRelease(deps, mine.id, { sent: sent(), seen: 0 })
    const [one, two] = [await held(mine), await held(other)]
    expect(await publish(one, two)).toMatchObject({ ok: false, refused: [{ photoId: two.id }] })
    expect(await isPublic(one)).toBe(false)
  })

  test('a withdrawal unpublishes at once what no other release covers, after confirmation', async () => {
    const [client, story] = [
      await makeGallery(db, { kind: 'client' }),
      await makeGallery(db, { kind: 'portfolio' }),
    ]
    const [photo, rings] = [await held(client), await held(client, { no_recognizable_people: 1 })]
    await makeGalleryItem(db, { gallery_id: story.id, photo_id: photo.id })
    const made = await recordRelease(deps, client.id, { sent: sent(), seen: 0 })
    if (!made.ok) throw new Error(made.reason)
    await publish(photo, rings)
    const at = { galleryId: client.id, id: made.id }
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
    // She agrees again.
    expect(await recordRelease(deps, client.id, { sent: sent(), seen: 0 })).toMatchObject({ ok: true })
    expect(await publish(photo)).toEqual({ ok: true })
  })

  test('a published photo is unpublished when added to a gallery with a refusal', async () => {
    const [story, wedding] = [
      await makeGallery(db, { kind: 'portfolio' }),
      await makeGallery(db, { kind: 'client', slug: 'wedding', title: 'Lee wedding' }),
    ]
    await recordRelease(deps, story.id, { sent: sent({ name: 'Bo Lee', email: '' }), seen: 0 })
    const photos = [await held(story), await held(story, { no_recognizable_people: 1 })]
    await publish(...photos)
    await addPhotosToGallery(deps, { gallery: 'wedding', photos: photos.map(arrived), kind: 'client' })
    expect(await Promise.all(photos.map(isPublic))).toEqual([true, true])
    await recordRelease(deps, wedding.id, { sent: sent({ uses: ['print'] }), seen: 1 })
    const later = [await held(story), await held(story, { no_recognizable_people: 1 })]
    await publish(...later)
    await addPhotosToGallery(deps, { gallery: 'wedding', photos: later.map(arrived), kind: 'client' })
    expect(await Promise.all(later.map(isPublic))).toEqual([false, true])
    const last = await db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect([last.author_name, last.action, last.subject]).toEqual([
      'The command line',
      'photos-withdrawn',
      `“${later[0]?.title}”`,
    ])
    expect(last.changes).toContain('Ann Lee (not for portfolio)')
  })

  test('deleting a gallery unpublishes what only its releases allowed', async () => {
    const [wedding, story, other] = [
      await makeGallery(db, { kind: 'client', title: 'Lee wedding' }),
      await makeGallery(db, { kind: 'portfolio' }),
      await makeGallery(db, { kind: 'portfolio' }),
    ]
    await recordRelease(deps, wedding.id, { sent: sent(), seen: 0 })
    await recordRelease(deps, other.id, { sent: sent({ name: 'Bo Lee', email: '' }), seen: 0 })
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

    // Removed for good from the gallery where she agreed, and yet shown elsewhere: she can still withdraw.
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
    const wedding = await makeGallery(db, { kind: 'client', title: 'Lee wedding' })
    const story = await makeGallery(db, { kind: 'portfolio' })
    const [photo, other] = [await held(wedding), await held(story)]
    await makeGalleryItem(db, { gallery_id: story.id, photo_id: photo.id })
    const made = await recordRelease(deps, wedding.id, { sent: sent(), seen: 0 })
    if (!made.ok) throw new Error(made.reason)
    const at = { galleryId: wedding.id, id: made.id }
    await withdrawRelease(deps, at, { withdrawnOn: '2026-06-12', version: 1, seen: 0 })
    await recordRelease(deps, story.id, { sent: sent({ name: 'Bob', email: 'bob@example.com' }), seen: 0 })
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
    // The same file is the same picture of her, even if it was gone in between.
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

    const earlier = sent({ givenOn: '2026-06-10' })
    const agreed = await recordRelease(deps, story.id, { sent: earlier, seen: 0 })
    if (!agreed.ok) throw new Error(agreed.reason)
    expect(await publish(again)).toMatchObject({ ok: false })
    const change = { sent: sent({ givenOn: '2026-06-12' }), version: 1, seen: 0 }
    await changeRelease(deps, { galleryId: story.id, id: agreed.id }, change)
    expect(await publish(again)).toEqual({ ok: true })
  })

  test('a withdrawal stays when a photo permanently leaves the gallery', async () => {
    const [wedding, story] = [await makeGallery(db, { kind: 'client' }), await makeGallery(db)]
    const photo = await held(wedding)
    const made = await recordRelease(deps, wedding.id, { sent: sent(), seen: 0 })
    if (!made.ok) throw new Error(made.reason)
    const at = { galleryId: wedding.id, id: made.id }
    await withdrawRelease(deps, at, { withdrawnOn: '2026-06-12', version: 1, seen: 0 })
    await db.updateTable('gallery_items').set({ removed_at: 1 }).execute()
    await clearRemovedPhotos(deps)
    expect(await db.selectFrom('photos').select('id').execute()).toEqual([])
    const again = await held(story, { sha256: photo.sha256 })
    await recordRelease(deps, story.id, { sent: sent({ name: 'Bob', email: '' }), seen: 0 })
    expect(await publish(again)).toMatchObject({ ok: false, reason: 'release-missing' })
  })

  test('a link that is shared shows those alone who agreed to social media', async () => {
    const gallery = await makeGallery(db)
    const photo = await held(gallery, { width: 2400, height: 1600 })
    const alone = await makePhoto(db, { width: 2400, height: 1600 })
    for (const { id } of [photo, alone])
      for (const format of ['avif', 'jpg'] as const)
        await makeRendition(db, { photo_id: id, format, width: 1200, height: 800 })
    const made = await recordRelease(deps, gallery.id, { sent: sent(), seen: 0 })
    if (!made.ok) throw new Error(made.reason)
    await publish(photo)
    const views = await photosById({ db }, [photo.id, alone.id])
    const image = (of: { id: string }) => sharedImage({ db }, views.get(of.id))
    expect(await image(photo)).toBeUndefined()
    expect(await image(alone)).toMatchObject({ width: 1200 })
    const before = await version()
    const at = { galleryId: gallery.id, id: made.id }
    const change = { sent: sent({ uses: ['portfolio', 'social'] }), version: 1, seen: 0 }
    expect(await changeRelease(deps, at, change)).toMatchObject({ ok: true })
    expect(await image(photo)).toMatchObject({ width: 1200 })
    expect(await version()).toBeGreaterThan(before)
  })

  test('a more limited release, and another person’s refusal, unpublish too', async () => {
    const gallery = await makeGallery(db)
    const photo = await held(gallery)
    const made = await recordRelease(deps, gallery.id, { sent: sent(), seen: 0 })
    if (!made.ok) throw new Error(made.reason)
    await publish(photo)
    const at = { galleryId: gallery.id, id: made.id }
    const less = { sent: sent({ uses: ['print'] }), version: 1 }
    expect(await changeRelease(deps, at, { ...less, seen: 0 })).toMatchObject({ reason: 'takes-off' })
    expect(await changeRelease(deps, at, { ...less, seen: 1 })).toMatchObject({ ok: true, takenOff: 1 })
    expect(await isPublic(photo)).toBe(false)
    expect(await changeRelease(deps, at, { ...less, seen: 1 })).toEqual({
      ok: false,
      reason: 'changed-since',
    })
    await changeRelease(deps, at, { sent: sent(), version: 2, seen: 0 })
    expect(await publish(photo)).toEqual({ ok: true })
    const bob = { sent: sent({ name: 'Bob', email: '', uses: [] }), seen: 1 }
    expect(await recordRelease(deps, gallery.id, bob)).toMatchObject({ ok: true, takenOff: 1 })
    expect(await isPublic(photo)).toBe(false)
  })

  test('a withdrawal wins over a simultaneous publication', async () => {
    const gallery = await makeGallery(db)
    const photos = await Promise.all([1, 2, 3].map(() => held(gallery)))
    const made = await recordRelease(deps, gallery.id, { sent: sent(), seen: 0 })
    if (!made.ok) throw new Error(made.reason)
    const at = { galleryId: gallery.id, id: made.id }
    const withdrawal = { withdrawnOn: '2026-06-12', version: 1, seen: photos.length }
    await Promise.all([publish(...photos), withdrawRelease(deps, at, withdrawal), publish(...photos)])
    for (const photo of photos) expect(await isPublic(photo)).toBe(false)
  })

  test('a person under 18 on the day of the photos needs a guardian', async () => {
    const gallery = await makeGallery(db)
    await held(gallery, { captured_at: '2024-05-31T12:00:00' })
    const young = { sent: sent({ bornOn: '2006-06-01' }), seen: 0 }
    expect(await recordRelease(deps, gallery.id, young)).toMatchObject({
      reason: 'refused',
      errors: { guardian: expect.stringContaining('parent or guardian') },
    })
    const guarded = { sent: sent({ bornOn: '2006-06-01', guardian: 'Eve Lee' }), seen: 0 }
    expect(await recordRelease(deps, gallery.id, guarded)).toMatchObject({ ok: true })
  })

  test('what is imported by command is public under an entry of its own, which can be withdrawn', async () => {
    const photo = await makePhoto(db, { published_at: null })
    await addPhotosToGallery(deps, { gallery: 'weddings', photos: [arrived(photo)] })
    expect(await isPublic(photo)).toBe(true)
    const { id } = await db.selectFrom('galleries').select('id').executeTakeFirstOrThrow()
    const [entry] = (await listReleases(deps, id, { before: null }))?.releases ?? []
    expect(entry?.basis).toBe('Imported on the command line; the owner is responsible for the releases')
    // Importing again with one more photo: still one entry, which covers the import only.
    const second = await makePhoto(db, { published_at: null })
    await addPhotosToGallery(deps, { gallery: 'weddings', photos: [arrived(photo), arrived(second)] })
    const uploaded = await held({ id })
    expect(await publish(uploaded)).toMatchObject({ ok: false })
    const at = { galleryId: id, id: entry?.id ?? '' }
    expect(await readEntry(deps, at)).toMatchObject({ listed: 2 })
    expect(await changeRelease(deps, at, { sent: sent(), version: 1, seen: 9 })).toMatchObject({ ok: false })
    const withdrawal = { withdrawnOn: '2026-06-12', version: 1, seen: 2 }
    expect(await withdrawRelease(deps, at, withdrawal)).toEqual({ ok: true, takenOff: 2 })
    expect(await isPublic(photo)).toBe(false)
  })

  test('a command doesn’t publish what a person has withdrawn', async () => {
    const client = await makeGallery(db, { kind: 'client' })
    const photo = await held(client)
    const made = await recordRelease(deps, client.id, { sent: sent(), seen: 0 })
    if (!made.ok) throw new Error(made.reason)
    const at = { galleryId: client.id, id: made.id }
    await withdrawRelease(deps, at, { withdrawnOn: '2026-06-12', version: 1, seen: 0 })
    await addPhotosToGallery(deps, { gallery: 'weddings', photos: [arrived(photo)] })
    expect(await isPublic(photo)).toBe(false)
  })

  test('simultaneous imports of the same photos don’t conflict', async () => {
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
    await makeGallery(db, { slug: 'weddings', published_at: null })
    const photo = await makePhoto(db, { published_at: null })
    await addPhotosToGallery(deps, { gallery: 'weddings', photos: [arrived(photo)] })
    expect(await isPublic(photo)).toBe(false)
  })

  /** A published photo, and another gallery with a person who refuses publication. */
  const objected = async () => {
    const [shown, other] = [await makeGallery(db), await makeGallery(db, { kind: 'client', slug: 'lee' })]
    const photo = await held(shown)
    await recordRelease(deps, shown.id, { sent: sent(), seen: 0 })
    await recordRelease(deps, other.id, { sent: sent({ name: 'Bob', email: '', uses: [] }), seen: 0 })
    const bring = () => addPhotosToGallery(deps, { gallery: 'lee', photos: [arrived(photo)] })
    return { photo, bring }
  }

  test('photos added to a gallery with a refusal are unpublished', async () => {
    const { photo, bring } = await objected()
    expect(await publish(photo)).toEqual({ ok: true })
    await bring()
    expect(await isPublic(photo)).toBe(false)
    expect(await publish(photo)).toMatchObject({ sentence: 'No model release: Bob (not for portfolio).' })
    const entries = await db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'photos-withdrawn')
      .execute()
    expect(entries).toMatchObject([{ author_name: 'The command line', subject: `“${photo.title}”` }])
    // No one refuses, so it stays.
    const rings = await makePhoto(db, { no_recognizable_people: 1 })
    await addPhotosToGallery(deps, { gallery: 'lee', photos: [arrived(rings)] })
    expect(await isPublic(rings)).toBe(true)
  })

  test('publishing and adding to a gallery with a refusal at once keeps a photo private', async () => {
    for (let round = 0; round < 5; round++) {
      const { photo, bring } = await objected()
      await Promise.all([publish(photo), bring(), publish(photo)])
      expect(await isPublic(photo)).toBe(false)
      await db.deleteFrom('galleries').execute()
    }
  })

  test('marking a published photo as showing a person unpublishes it without a release', async () => {
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

  test('is read from an index in its order', async () => {
    const query = releasesQuery(db, { galleryId: 'a', before: 'b', limit: 101 })
    expect(await slowSteps(db, engine, query)).toEqual([])
  })

  test('an entry of another gallery is not there', async () => {
    const [mine, other] = [await makeGallery(db), await makeGallery(db)]
    const made = await recordRelease(deps, mine.id, { sent: sent(), seen: 0 })
    const at = { galleryId: other.id, id: made.ok ? made.id : '' }
    expect(await readEntry(deps, at)).toBeUndefined()
    const withdrawal = { withdrawnOn: '2026-06-12', version: 1, seen: 0 }
    expect(await withdrawRelease(deps, at, withdrawal)).toEqual({ ok: false, reason: 'missing' })
    expect(await recordRelease(deps, 'none', { sent: sent(), seen: 0 })).toEqual({
      ok: false,
      reason: 'missing',
    })
  })
})
