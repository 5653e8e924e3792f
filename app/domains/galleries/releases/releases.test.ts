import { expect, test } from 'vitest'
import { makeGallery } from '../../../../test/support/factories'
import { slowSteps } from '../../../../test/support/query-plan'
import { describeReleases, sentRelease } from '../../../../test/support/releases'
import { changeRelease, readEntry, recordRelease, withdrawRelease } from './operations.server'
import { releasesQuery } from './store.server'

describeReleases('the list of releases', (releases, engine) => {
  const { held, recorded, publish, isPublic } = releases

  test('a more limited release, and another person’s refusal, unpublish too', async () => {
    const { db, deps } = releases
    const gallery = await makeGallery(db)
    const photo = await held(gallery)
    const at = await recorded(gallery)
    await publish(photo)
    const less = { sent: sentRelease({ uses: ['print'] }), version: 1 }
    expect(await changeRelease(deps, at, { ...less, seen: 0 })).toMatchObject({ reason: 'takes-off' })
    expect(await changeRelease(deps, at, { ...less, seen: 1 })).toMatchObject({ ok: true, takenOff: 1 })
    expect(await isPublic(photo)).toBe(false)
    expect(await changeRelease(deps, at, { ...less, seen: 1 })).toEqual({
      ok: false,
      reason: 'changed-since',
    })
    await changeRelease(deps, at, { sent: sentRelease(), version: 2, seen: 0 })
    expect(await publish(photo)).toEqual({ ok: true })
    const bob = { sent: sentRelease({ name: 'Bob', email: '', uses: [] }), seen: 1 }
    expect(await recordRelease(deps, gallery.id, bob)).toMatchObject({ ok: true, takenOff: 1 })
    expect(await isPublic(photo)).toBe(false)
  })

  test('a person under 18 on the day of the photos needs a guardian', async () => {
    const { db, deps } = releases
    const gallery = await makeGallery(db)
    await held(gallery, { captured_at: '2024-05-31T12:00:00' })
    const young = { sent: sentRelease({ bornOn: '2006-06-01' }), seen: 0 }
    expect(await recordRelease(deps, gallery.id, young)).toMatchObject({
      reason: 'refused',
      errors: { guardian: expect.stringContaining('parent or guardian') },
    })
    const guarded = { sent: sentRelease({ bornOn: '2006-06-01', guardian: 'Eve Lee' }), seen: 0 }
    expect(await recordRelease(deps, gallery.id, guarded)).toMatchObject({ ok: true })
  })

  test('is read from an index in its order', async () => {
    const { db } = releases
    const query = releasesQuery(db, { galleryId: 'a', before: 'b', limit: 101 })
    expect(await slowSteps(db, engine, query)).toEqual([])
  })

  test('an entry of another gallery is not there', async () => {
    const { db, deps } = releases
    const [mine, other] = [await makeGallery(db), await makeGallery(db)]
    const made = await recordRelease(deps, mine.id, { sent: sentRelease(), seen: 0 })
    const at = { galleryId: other.id, id: made.ok ? made.id : '' }
    expect(await readEntry(deps, at)).toBeUndefined()
    const withdrawal = { withdrawnOn: '2026-06-12', version: 1, seen: 0 }
    expect(await withdrawRelease(deps, at, withdrawal)).toEqual({ ok: false, reason: 'missing' })
    expect(await recordRelease(deps, 'none', { sent: sentRelease(), seen: 0 })).toEqual({
      ok: false,
      reason: 'missing',
    })
  })
})
