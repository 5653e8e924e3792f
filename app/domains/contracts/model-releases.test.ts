import { expect, test } from 'vitest'
import { exportReleases } from '~/domains/galleries/records.server'
import { readEntry, withdrawRelease } from '~/domains/galleries/releases/operations.server'
import { publishWithReleases } from '~/domains/galleries/releases/publication.server'
import { withdrawSignedRelease } from '~/domains/galleries/releases/signed-releases.server'
import { shareGallery } from '~/domains/galleries/sharing/operations.server'
import { findPersonOf } from '~/domains/people/operations.server'
import { readPersonRecord } from '~/domains/today/person.server'
import { fixedClock } from '~/platform/clock'
import { transact } from '~/platform/db/database.server'
import { COUPLE, draftedContract, FROM, signForm } from '../../../test/support/contracts'
import { describeOnBothEngines } from '../../../test/support/database'
import { makeGallery, makeGalleryItem, makePhoto, makeShare } from '../../../test/support/factories'
import { readPdf } from '../../../test/support/pdf'
import { makeSignedPdf, readSignedPdf } from './copies.server'
import { readContract } from './reading.server'
import { mailSigningCode, readSigning } from './signing/operations.server'

const WITH_RELEASE = { ...COUPLE, body: 'For {client}.\n\n{modelRelease}' }

describeOnBothEngines('a model release in a contract', (open) => {
  const onRecord = async (at: Parameters<typeof readPersonRecord>[0], email: string) => {
    const read = await readPersonRecord(at, (await findPersonOf(at, email)) ?? '', {
      ...{ after: null, group: null },
    })
    return read.ok ? read.record : undefined
  }
  const signing = async () => {
    const at = await draftedContract(await open())
    const signAll = async (ann: string, bo: string) => {
      await at.signAs('ann@example.com', { release: ann })
      await at.signAs('bo@example.com', { release: bo, name: 'Bo Lee' })
      await at.signAs('studio@example.com', { name: 'Dorian Ellis' })
    }
    const gallery = async (shared: boolean) => {
      const made = await makeGallery(at.db, { kind: 'client', title: 'Wedding' })
      const share = { gallery_id: made.id, email: 'Ann@example.com', email_key: 'ann@example.com' }
      if (shared) await makeShare(at.db, share)
      const photo = await makePhoto(at.db, { published_at: null })
      await makeGalleryItem(at.db, { gallery_id: made.id, photo_id: photo.id })
      const publish = () =>
        transact(at.db, (tx) => publishWithReleases({ ...at, db: tx }, { photoIds: [photo.id] }))
      const isPublic = async () => {
        const row = await at.db
          .selectFrom('photos')
          .select('published_at')
          .where('id', '=', photo.id)
          .executeTakeFirstOrThrow()
        return row.published_at !== null
      }
      return { id: made.id, publish, isPublic }
    }
    const share = (galleryId: string, email: string) =>
      shareGallery(at, galleryId, {
        people: [{ name: 'Someone', email }],
        rights: { canFavorite: false, sizes: [], until: null },
        isToSend: false,
      })
    const register = () => at.db.selectFrom('signed_releases').selectAll().orderBy('id').execute()
    const entries = () => at.db.selectFrom('releases').selectAll().orderBy('id').execute()
    return { ...at, signAll, gallery, share, register, entries }
  }

  test('is chosen by each client, and lands in the register when everyone has signed', async () => {
    const at = await signing()
    const wedding = await at.gallery(true)
    await at.save(WITH_RELEASE)
    await at.send()
    const ann = await at.open('ann@example.com')
    expect(ann.version.text).toContain('I am 18 or older. I allow the studio, without payment')
    expect((await readSigning(at, ann, FROM)).places).toEqual({ initials: 0, release: true })
    for (const release of ['', 'maybe'])
      expect(await mailSigningCode(at, ann, { sent: signForm({ release }), from: FROM })).toMatchObject({
        errors: { release: expect.stringContaining('Choose') },
      })
    await at.signAs('ann@example.com', { release: 'yes' })
    expect((await at.read()).sent?.releases).toMatchObject([
      { name: 'Ann *Lee*', choice: 'yes', isPending: true, release: null },
    ])
    await at.signAs('bo@example.com', { release: 'no', name: 'Bo Lee' })
    expect(await at.register()).toEqual([])
    expect(await wedding.publish()).toMatchObject({ reason: 'release-missing' })
    await at.signAs('studio@example.com', { name: 'Dorian Ellis' })

    expect(await at.register()).toMatchObject([{ email: 'ann@example.com', contract_id: at.id }])
    const [entry] = await at.entries()
    expect(await at.entries()).toHaveLength(1)
    expect(entry).toMatchObject({
      ...{ gallery_id: wedding.id, basis: 'Signed in the contract “Wedding agreement”', withdrawn_at: null },
      uses: '["portfolio","blog","social","print"]',
    })
    expect(await readEntry(at, { galleryId: wedding.id, id: entry?.id ?? '' })).toMatchObject({
      contractId: at.id,
    })
    expect((await at.read()).sent?.releases).toMatchObject([
      { choice: 'yes', release: { galleries: [{ title: 'Wedding', entry: entry?.id }] } },
      { name: 'Bo Lee', choice: 'no', release: null },
    ])
    expect(await wedding.publish()).toEqual({ ok: true })

    const { version_id } = await at.db
      .selectFrom('contract_signers')
      .select('version_id')
      .executeTakeFirstOrThrow()
    await makeSignedPdf(at, version_id)
    const text = (await readPdf((await readSignedPdf(at, version_id))?.bytes ?? Buffer.from(''))).pages.join(
      '\n',
    )
    expect(text).toContain('Model release: Ann *Lee* agreed, Bo Lee declined')
    expect(text.split('Bo Lee declined')).toHaveLength(3)
    expect((await at.read()).isIntact).toBe(true)
  })

  test('covers galleries that are shared later, and nothing for a client who declined', async () => {
    const at = await signing()
    await at.save(WITH_RELEASE)
    await at.send()
    await at.signAll('yes', 'no')
    expect(await exportReleases(at, 'ann@example.com')).toMatchObject([{ gallery: '', name: 'Ann *Lee*' }])
    const signed = {
      ...{ given: 'November 20, 2026', withdrawn: null, gallery: null, document: { contract: at.id } },
      uses: 'Portfolio, Blog, Social, Print',
    }
    expect((await onRecord(at, 'ann@example.com'))?.releases).toMatchObject([signed])
    expect((await onRecord(at, 'bo@example.com'))?.releases).toEqual([])
    const [hers, his] = [await at.gallery(false), await at.gallery(false)]
    await at.share(hers.id, 'ANN@example.com')
    await at.share(his.id, 'bo@example.com')
    expect(await hers.publish()).toEqual({ ok: true })
    expect(await his.publish()).toMatchObject({ reason: 'release-missing' })
    // It counts once, and is in the history before noon.
    const record = await onRecord(at, 'ann@example.com')
    expect(record?.releases).toMatchObject([signed])
    expect(record?.history[0]).toMatchObject({ title: 'Release: Wedding', when: '' })
    const [entry] = await at.entries()
    expect(
      await withdrawRelease(
        at,
        { galleryId: hers.id, id: entry?.id ?? '' },
        {
          ...{ withdrawnOn: '2026-11-20', version: 1, seen: 1 },
        },
      ),
    ).toEqual({ ok: true, takenOff: 1 })
    const later = await at.gallery(false)
    await at.share(later.id, 'ann@example.com')
    expect(await later.publish()).toMatchObject({ reason: 'release-missing' })
    expect((await at.register())[0]?.withdrawn_at).not.toBeNull()
    const after = await onRecord(at, 'ann@example.com')
    expect(after?.releases).toMatchObject([{ ...signed, withdrawn: 'November 20, 2026' }])
    const titles = after?.history.slice(0, 2).map(({ title }) => title)
    expect(titles).toEqual(['Withdrew release: Wedding', 'Release: Wedding'])
  })

  test('is on the client’s page from their signature, as not in effect until everyone has signed', async () => {
    const at = await signing()
    await at.save(WITH_RELEASE)
    await at.send()
    await at.signAs('ann@example.com', { release: 'yes' })
    const pending = async (email: string) => (await onRecord(at, email))?.pendingReleases
    const agreed = {
      ...{ contractId: at.id, title: 'Wedding agreement', name: 'Ann *Lee*' },
      ...{ uses: 'Portfolio, Blog, Social, Print', signed: 'November 20, 2026' },
    }
    expect(await pending('ann@example.com')).toMatchObject([
      { ...agreed, missing: 'Bo Lee and Dorian Ellis' },
    ])
    expect((await onRecord(at, 'ann@example.com'))?.releases).toEqual([])
    await at.signAs('bo@example.com', { release: 'no', name: 'Bo Lee' })
    expect(await pending('ann@example.com')).toMatchObject([{ ...agreed, missing: 'Dorian Ellis' }])
    expect(await pending('bo@example.com')).toEqual([])
    const later = { ...at, clock: fixedClock('2027-11-20T15:00:00Z') }
    expect((await onRecord(later, 'ann@example.com'))?.pendingReleases).toEqual([])
    const shown = (await readContract(later, at.id))?.sent?.releases
    expect(shown).toMatchObject([{ isPending: false, release: null }, { choice: 'no' }])
    await at.signAs('studio@example.com', { name: 'Dorian Ellis' })
    expect(await pending('ann@example.com')).toEqual([])
    expect((await onRecord(at, 'ann@example.com'))?.releases).toHaveLength(1)
  })

  test('is withdrawn before there is a gallery, and then covers none', async () => {
    const at = await signing()
    await at.save(WITH_RELEASE)
    await at.send()
    await at.signAll('yes', 'no')
    const [release] = await at.register()
    const which = { contractId: at.id, id: release?.id ?? '' }
    expect(await withdrawSignedRelease(at, { ...which, contractId: 'other' })).toMatchObject({ ok: false })
    expect(await withdrawSignedRelease(at, which)).toEqual({ ok: true })
    expect(await withdrawSignedRelease(at, which)).toEqual({ ok: false, reason: 'not-possible' })
    const wedding = await at.gallery(false)
    await at.share(wedding.id, 'ann@example.com')
    expect(await wedding.publish()).toMatchObject({ reason: 'release-missing' })
  })

  test('is asked again in a new version, and declining it there ends the earlier one', async () => {
    const at = await signing()
    const wedding = await at.gallery(true)
    await at.save(WITH_RELEASE)
    await at.send()
    await at.signAll('yes', 'yes')
    await wedding.publish()
    await at.save({ ...WITH_RELEASE, body: `${WITH_RELEASE.body}\n\nMore.` })
    await at.send()
    const ann = await at.open('ann@example.com')
    expect(await mailSigningCode(at, ann, { sent: signForm({}), from: FROM })).toMatchObject({
      errors: { release: expect.any(String) },
    })
    await at.signAs('ann@example.com', { release: 'no' })
    expect(await wedding.isPublic()).toBe(true)
    await at.signAs('bo@example.com', { release: 'yes', name: 'Bo Lee' })
    await at.signAs('studio@example.com', { name: 'Dorian Ellis' })
    expect(await wedding.isPublic()).toBe(false)
    expect((await at.register()).map(({ email, withdrawn_at }) => [email, withdrawn_at !== null])).toEqual([
      ...[
        ['ann@example.com', true],
        ['bo@example.com', false],
      ],
      ['bo@example.com', false],
    ])
  })
})
