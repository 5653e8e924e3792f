import { expect, test } from 'vitest'
import { makeGallery, makeGalleryItem, makeShare } from '../../../../test/support/factories'
import { describeReleases, sentRelease } from '../../../../test/support/releases'
import { shareGallery } from '../sharing/operations.server'
import { clientReleases } from './client-releases.server'
import { changeRelease, listReleases, readEntry, recordRelease, withdrawRelease } from './operations.server'

describeReleases('a release for all galleries of a client', (releases) => {
  const { held, recorded, publish, isPublic } = releases
  const ann = { gallery_id: '', email: 'Ann@Example.com', email_key: 'ann@example.com' }

  const share = async (galleryId: string, email = 'ann@example.com') => {
    const shared = await shareGallery(
      { ...releases.deps, config: { siteUrl: 'https://studio.example.com', secret: 'a secret of tests' } },
      galleryId,
      {
        people: [{ name: 'Ann', email }],
        rights: { canFavorite: false, sizes: [], until: null },
        isToSend: false,
      },
    )
    if (!shared.ok) throw new Error(shared.reason)
    return shared
  }
  const entriesOf = async (galleryId: string) =>
    (await listReleases(releases.deps, galleryId, { before: null }))?.releases ?? []

  test('covers the galleries shared with their email, is changed in all of them, and withdrawn from all', async () => {
    const { db, deps } = releases
    const [wedding, newborn, other] = [
      await makeGallery(db, { kind: 'client', title: 'Wedding' }),
      await makeGallery(db, { kind: 'client', title: 'Newborn' }),
      await makeGallery(db, { kind: 'client' }),
    ]
    await makeShare(db, { ...ann, gallery_id: wedding.id })
    await makeShare(db, { ...ann, gallery_id: newborn.id })
    const [first, second, foreign] = [await held(wedding), await held(newborn), await held(other)]
    const at = await recorded(wedding, { everywhere: true })
    expect(await publish(first, second)).toEqual({ ok: true })
    expect(await publish(foreign)).toMatchObject({ reason: 'release-missing' })
    expect((await readEntry(deps, at))?.covered.map(({ title }) => title)).toEqual(['Newborn', 'Wedding'])
    await recorded(other, { uses: ['print'], givenOn: '2026-06-09' })
    expect(await clientReleases(deps, ['ann@example.com'])).toMatchObject([
      { uses: 'Portfolio', gallery: null, document: { gallery: expect.any(String) } },
      { uses: 'Print', given: 'June 9, 2026', gallery: other.title, document: { gallery: other.id } },
    ])
    expect((await readEntry(deps, at))?.takenOff).toHaveLength(2)

    const less = { sent: sentRelease({ uses: ['print'], everywhere: true }), version: 1 }
    expect(await changeRelease(deps, at, { ...less, seen: 1 })).toMatchObject({ reason: 'takes-off' })
    expect(await entriesOf(newborn.id)).toMatchObject([{ uses: ['portfolio'] }])
    expect(await changeRelease(deps, at, { ...less, seen: 2 })).toMatchObject({ ok: true, takenOff: 2 })
    expect(await entriesOf(newborn.id)).toMatchObject([{ uses: ['print'] }])
    const [entry] = await entriesOf(newborn.id)
    const there = { galleryId: newborn.id, id: entry?.id ?? '' }
    const more = { sent: sentRelease({ everywhere: true }), version: 2, seen: 0 }
    expect(await changeRelease(deps, there, more)).toMatchObject({ ok: true })
    expect(await publish(first, second)).toEqual({ ok: true })

    const withdrawal = { withdrawnOn: '2026-06-12', version: 3 }
    expect(await withdrawRelease(deps, there, { ...withdrawal, seen: 1 })).toMatchObject({
      reason: 'takes-off',
    })
    expect(await isPublic(first)).toBe(true)
    expect(await withdrawRelease(deps, there, { ...withdrawal, seen: 2 })).toEqual({ ok: true, takenOff: 2 })
    expect([await isPublic(first), await isPublic(second)]).toEqual([false, false])
    expect(await entriesOf(wedding.id)).toMatchObject([{ withdrawn: 'June 12, 2026' }])
  })

  test('covers a gallery that is shared later, unless this person has a release there', async () => {
    const { db, deps } = releases
    const [wedding, newborn, family] = [
      await makeGallery(db, { kind: 'client' }),
      await makeGallery(db, { kind: 'client' }),
      await makeGallery(db, { kind: 'client' }),
    ]
    const at = await recorded(wedding, { everywhere: true })
    await recorded(family, { uses: [] })
    const [photo, refused] = [await held(newborn), await held(family)]
    expect(await publish(photo)).toMatchObject({ reason: 'release-missing' })
    await share(newborn.id, 'ANN@example.com')
    await share(family.id)
    expect(await publish(photo)).toEqual({ ok: true })
    expect(await publish(refused)).toMatchObject({ reason: 'release-missing' })
    expect((await readEntry(deps, at))?.covered).toHaveLength(2)
  })

  test('a withdrawn one unpublishes the photos of a gallery that is shared later', async () => {
    const { db, deps } = releases
    const [wedding, party, story] = [
      await makeGallery(db, { kind: 'client' }),
      await makeGallery(db, { kind: 'client' }),
      await makeGallery(db, { kind: 'portfolio' }),
    ]
    const at = await recorded(wedding, { everywhere: true })
    await withdrawRelease(deps, at, { withdrawnOn: '2026-06-12', version: 1, seen: 0 })
    const [photo, rings] = [await held(party), await held(party, { no_recognizable_people: 1 })]
    await makeGalleryItem(db, { gallery_id: story.id, photo_id: photo.id })
    await recorded(party, { name: 'Bob', email: 'bob@example.com' })
    expect(await publish(photo, rings)).toEqual({ ok: true })
    expect(await share(party.id)).toMatchObject({ added: 1, takenOff: 1 })
    expect([await isPublic(photo), await isPublic(rings)]).toEqual([false, true])
    expect((await entriesOf(party.id)).map(({ name, withdrawn }) => [name, withdrawn])).toEqual([
      ['Ann Lee', 'June 12, 2026'],
      ['Bob', null],
    ])
  })

  test('limited to its gallery again, it no longer follows the others', async () => {
    const { db, deps } = releases
    const [wedding, newborn] = [
      await makeGallery(db, { kind: 'client' }),
      await makeGallery(db, { kind: 'client' }),
    ]
    await makeShare(db, { ...ann, gallery_id: newborn.id })
    const at = await recorded(wedding, { everywhere: true })
    const alone = { sent: sentRelease({ uses: ['print'] }), version: 1, seen: 0 }
    expect(await changeRelease(deps, at, alone)).toMatchObject({ ok: true })
    expect(await entriesOf(newborn.id)).toMatchObject([{ uses: ['portfolio'] }])
    expect(await entriesOf(wedding.id)).toMatchObject([{ uses: ['print'], jointId: null }])
  })

  test('needs an email, and a guardian if its person was under 18 in the photos of any gallery', async () => {
    const { db, deps } = releases
    const [now, early] = [
      await makeGallery(db, { kind: 'client' }),
      await makeGallery(db, { kind: 'client' }),
    ]
    await held(now, { captured_at: '2026-05-31T12:00:00' })
    await held(early, { captured_at: '2024-05-31T12:00:00' })
    const without = { sent: sentRelease({ email: ' ', everywhere: true }), seen: 0 }
    expect(await recordRelease(deps, now.id, without)).toMatchObject({
      errors: { email: expect.any(String) },
    })
    const young = { bornOn: '2006-06-01', everywhere: true }
    await recorded(now, young)
    await share(early.id)
    expect(await entriesOf(early.id)).toEqual([])
    expect(await recordRelease(deps, now.id, { sent: sentRelease(young), seen: 0 })).toMatchObject({
      errors: { guardian: expect.stringContaining('parent or guardian') },
    })
    await recorded(now, { ...young, guardian: 'Eve Lee' })
    expect(await entriesOf(early.id)).toMatchObject([{ guardian: 'Eve Lee' }])
  })
})
