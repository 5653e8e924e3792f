import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { readContentVersion } from '~/platform/http/page-cache.server'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { makePhoto, makeService, makeSessionType } from '../../../test/support/factories'
import { slowSteps } from '../../../test/support/query-plan'
import { putTestSettings } from '../../../test/support/settings'
import { findService, listServices } from './operations.server'
import { addPackage, listPackages, readPackage, savePackage } from './packages.server'
import {
  addService,
  listAllServices,
  moveService,
  readService,
  readServiceDependents,
  removeService,
  saveService,
} from './services.server'
import { packagesQuery, servicesQuery } from './services-store.server'

const clock = fixedClock('2026-11-21T15:00:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }
const deps = (db: Db) => ({ db, clock, author })

const SENT = {
  title: 'Newborns',
  notch: 'family',
  summary: 'At home. Call {phone}.',
  body: 'We *wait*.',
  points: 'One\n\n Two ',
  fromPrice: '1,250.50',
  priceUnit: '',
  photo: '',
  thumbnail: '',
  published: 'yes',
}

const PACKAGE = {
  title: 'Gold',
  summary: '',
  price: '950',
  points: 'An album',
  recommended: 'yes',
  recommendation: '',
}

async function change(db: Db, slug: string, sent: Record<string, string>) {
  const service = await readService({ db }, slug)
  if (!service) throw new Error(slug)
  const { values, version } = service
  return await saveService(deps(db), slug, { sent: { ...values, ...sent }, version })
}

describeOnBothEngines('services', (open, engine) => {
  test('are added with a permanent slug, and shown at once', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const before = await readContentVersion(db)
    expect(await addService(deps(db), SENT)).toEqual({ ok: true, slug: 'newborns' })
    expect(await addService(deps(db), SENT)).toEqual({ ok: true, slug: 'newborns-2' })
    expect(await addService(deps(db), { ...SENT, title: 'New' })).toEqual({ ok: true, slug: 'service-new' })
    expect(await readContentVersion(db)).toBeGreaterThan(before)
    expect(await findService({ db }, 'newborns')).toMatchObject({
      fromPriceCents: 125_050,
      points: ['One', 'Two'],
      summary: 'At home. Call (973) 555-0142.',
      html: '<p>We <em>wait</em>.</p>',
    })
    expect(await change(db, 'newborns', { title: 'Babies', published: '' })).toEqual({ ok: true })
    expect(await findService({ db }, 'newborns')).toBeUndefined()
    expect(await readService({ db }, 'newborns')).toMatchObject({ title: 'Babies', version: 2 })
    const [entry] = await db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).execute()
    expect(entry).toMatchObject({ action: 'content-changed', subject: 'Service “Babies”' })
    expect(JSON.parse(entry?.changes ?? '')).toContainEqual({
      field: 'Title',
      from: 'Newborns',
      to: 'Babies',
    })
  })

  test('refuse invalid fields with a sentence each, and change nothing', async () => {
    const { db } = await open()
    const { slug } = await makeService(db)
    const before = await readService({ db }, slug)
    for (const [sent, field] of [
      [{ title: ' \u200b ' }, 'title'],
      [{ title: 'A\u202eB' }, 'title'],
      [{ title: 'x'.repeat(301) }, 'title'],
      [{ notch: 'circus' }, 'notch'],
      [{ fromPrice: '1e5' }, 'fromPrice'],
      [{ fromPrice: '1,000,000.01' }, 'fromPrice'],
      [{ fromPrice: '' }, 'fromPrice'],
      [{ points: 'x\n'.repeat(21) }, 'points'],
      [{ points: 'x'.repeat(301) }, 'points'],
      [{ body: 'x'.repeat(20_001) }, 'body'],
      [{ photo: 'no-such-photo' }, 'photo'],
    ] as const) {
      const saved = await change(db, slug, sent)
      expect(saved).toMatchObject({ ok: false, reason: 'refused', errors: { [field]: expect.any(String) } })
      expect(Object.keys('errors' in saved ? saved.errors : {})).toEqual([field])
    }
    expect(await readService({ db }, slug)).toEqual(before)
  })

  test('use a photo of the library, and refuse the second of two simultaneous saves', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const { slug } = await makeService(db)
    const photo = await makePhoto(db)
    const shown = await readService({ db }, slug)
    const saved = await Promise.all(
      ['One', 'Two'].map((title) =>
        saveService(deps(db), slug, {
          sent: { ...shown?.values, title, photo: photo.slug },
          version: shown?.version ?? 0,
        }),
      ),
    )
    expect(saved.filter(({ ok }) => ok)).toHaveLength(1)
    expect(saved).toContainEqual({ ok: false, reason: 'changed-since' })
    expect((await findService({ db }, slug))?.photo?.slug).toBe(photo.slug)
    for (const version of [Number.NaN, 1e15, 0.5])
      expect(await saveService(deps(db), slug, { sent: SENT, version })).toMatchObject({
        reason: 'changed-since',
      })
  })

  test('swap with the neighbor shown, and no further', async () => {
    const { db } = await open()
    await putTestSettings(db)
    // Several with the same position, as older content may have.
    for (const slug of ['a', 'b', 'c']) await makeService(db, { id: slug, slug, title: slug, position: 7 })
    const order = async () => (await listServices({ db })).map(({ slug }) => slug).join('')
    expect(await order()).toBe('abc')
    const up = { id: 'c', past: 'b', direction: 'up' as const }
    expect(await Promise.all([moveService(deps(db), up), moveService(deps(db), up)])).toEqual([
      { ok: true },
      { ok: true },
    ])
    expect(await order()).toBe('acb')
    expect(await moveService(deps(db), { id: 'b', past: 'a', direction: 'up' })).toEqual({
      ok: false,
      reason: 'changed-since',
    })
    expect(await db.selectFrom('audit').select('subject').execute()).toEqual([{ subject: 'Services' }])
  })

  test('list what depends on them, and leave session types behind when deleted', async () => {
    const { db } = await open()
    const service = await makeService(db)
    const type = await makeSessionType(db, { service_id: service.id, published_at: null })
    await addPackage(deps(db), service.slug, PACKAGE)
    expect(await readServiceDependents({ db }, service.slug)).toEqual({
      sessionTypes: [type.title],
      pages: [],
    })
    expect(await removeService(deps(db), service.slug, 9)).toMatchObject({ reason: 'changed-since' })
    expect(await removeService(deps(db), service.slug, 1)).toEqual({ ok: true })
    expect(await removeService(deps(db), service.slug, 1)).toMatchObject({ reason: 'missing' })
    expect(await listAllServices({ db })).toEqual([])
    expect(await db.selectFrom('session_types').select('service_id').execute()).toEqual([
      { service_id: null },
    ])
    expect(await db.selectFrom('packages').select('id').execute()).toEqual([])
  })

  test('recommend at most one package, also under simultaneous saves', async () => {
    const { db } = await open()
    const { id, slug: service } = await makeService(db)
    for (const title of ['Silver', 'Gold']) await addPackage(deps(db), service, { ...PACKAGE, title })
    expect((await listPackages({ db }, service)).map((each) => each.isRecommended)).toEqual([false, true])
    for (const slug of ['bronze', 'iron'])
      await addPackage(deps(db), service, { ...PACKAGE, title: slug, recommended: '' })
    await Promise.all(
      ['bronze', 'iron'].map((slug) =>
        savePackage(deps(db), { service, slug }, { sent: { ...PACKAGE, title: slug }, version: 1 }),
      ),
    )
    const recommended = (await listPackages({ db }, service)).filter((each) => each.isRecommended)
    expect(recommended).toHaveLength(1)
    expect(['bronze', 'iron']).toContain(recommended[0]?.slug)
    // Saving Gold from an old page is refused: it is no longer recommended.
    expect(
      await savePackage(deps(db), { service, slug: 'gold' }, { sent: PACKAGE, version: 1 }),
    ).toMatchObject({ reason: 'changed-since' })
    expect(await readPackage({ db }, { service, slug: 'gold' })).toMatchObject({ version: 2 })
    await expect(
      db.updateTable('packages').set({ recommended: 1 }).where('service_id', '=', id).execute(),
    ).rejects.toThrow(/unique/i)
  })

  test('are read from an index', async () => {
    const { db } = await open()
    expect(await slowSteps(db, engine, servicesQuery(db))).toEqual([])
    expect(await slowSteps(db, engine, packagesQuery(db, newId()))).toEqual([])
  })
})
