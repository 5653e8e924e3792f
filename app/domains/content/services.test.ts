import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { findSessionType, saveSessionType } from '~/domains/booking/session-types/operations.server'
import { sessionTypeValues } from '~/domains/booking/session-types/session-type-form'
import { fixedClock } from '~/platform/clock'
import { readContentVersion } from '~/platform/db/content-version.server'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { up as linkPrices } from '../../../migrations/2026-11-26-f-one-price'
import { describeOnBothEngines } from '../../../test/support/database'
import { makePhoto, makePlace, makeService, makeSessionType } from '../../../test/support/factories'
import { slowSteps } from '../../../test/support/query-plan'
import { putTestSettings } from '../../../test/support/settings'
import { findService, listServices } from './operations.server'
import { addPackage, listPackages, readPackage, savePackage } from './packages.server'
import {
  addService,
  listAllServices,
  listDifferingPrices,
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
      summary: 'At home. Call (973)\u00a0555-0142.',
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

describeOnBothEngines('a price', (open) => {
  const publish = async (db: Db, slug: string, sent: Record<string, string>) => {
    const type = await findSessionType({ db }, slug)
    if (!type) throw new Error(slug)
    const values = { ...sessionTypeValues(type), ...sent }
    return await saveSessionType(deps(db), { seen: { slug, version: type.version }, sent: values })
  }
  const shown = async (db: Db) => (await listAllServices({ db })).map(({ fromPriceCents }) => fromPriceCents)

  test('of a session is shown by its service, and changed in one place', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const service = await makeService(db, { slug: 'portraits', from_price_cents: 28_500 })
    const type = { service_id: service.id, price_cents: 30_000, places: [await makePlace(db)] }
    for (const slug of ['hour', 'half-hour']) await makeSessionType(db, { ...type, slug })
    expect(await listDifferingPrices({ db })).toMatchObject([{ service: { priceCents: 28_500 } }])

    expect(await publish(db, 'hour', { setsPrice: 'yes' })).toEqual({ ok: true, slug: 'hour' })
    expect(await shown(db)).toEqual([30_000])
    await publish(db, 'hour', { price: '320' })
    expect(await shown(db)).toEqual([32_000])
    expect(await listDifferingPrices({ db })).toEqual([])

    // The service's own form changes everything else, and refuses another price.
    expect(await change(db, 'portraits', { fromPrice: '', title: 'People' })).toEqual({ ok: true })
    expect(await change(db, 'portraits', { fromPrice: '99' })).toEqual({ ok: false, reason: 'changed-since' })
    expect(await shown(db)).toEqual([32_000])

    // Another session type takes it over, and the service keeps the price when that ends.
    await publish(db, 'half-hour', { setsPrice: 'yes', price: '150' })
    expect(await findSessionType({ db }, 'hour')).toMatchObject({ setsPrice: false })
    await publish(db, 'half-hour', { setsPrice: '', price: '140' })
    expect(await shown(db)).toEqual([15_000])
    expect(await change(db, 'portraits', { fromPrice: '99' })).toEqual({ ok: true })
    expect(await shown(db)).toEqual([9_900])
  })

  test('is not published by a save that is refused', async () => {
    const { db } = await open()
    await putTestSettings(db)
    const service = await makeService(db, { slug: 'portraits', from_price_cents: 28_500 })
    await makeSessionType(db, {
      slug: 'hour',
      service_id: service.id,
      price_cents: 30_000,
      published_at: null,
    })
    const type = await findSessionType({ db }, 'hour')
    if (!type) throw new Error('hour')
    const sent = { ...sessionTypeValues(type), setsPrice: 'yes' }
    const refused = await saveSessionType(deps(db), { seen: { slug: 'hour', version: 99 }, sent })
    expect(refused).toEqual({ ok: false, reason: 'changed-since' })
    const added = await saveSessionType(deps(db), { seen: null, sent: { ...sent, slug: 'hour' } })
    expect(added).toMatchObject({ ok: false, reason: 'refused' })
    const unknown = await publish(db, 'hour', { setsPrice: 'yes', service: 'nowhere' })
    expect(unknown).toMatchObject({ errors: { service: 'Choose a service from the list.' } })
    expect(await shown(db)).toEqual([28_500])
  })

  test('of an older installation is linked only where both are the same', async () => {
    const { db } = await open()
    const same = await makeService(db, { slug: 'same', from_price_cents: 20_000 })
    const other = await makeService(db, { slug: 'other', from_price_cents: 20_000 })
    await makeSessionType(db, { slug: 'a', service_id: same.id, price_cents: 20_000, published_at: null })
    await makeSessionType(db, { slug: 'b', service_id: same.id, price_cents: 20_000 })
    await makeSessionType(db, { slug: 'c', service_id: other.id, price_cents: 25_000 })
    await sql`drop index session_types_sets_price`.execute(db)
    await sql`alter table session_types drop column sets_price`.execute(db)
    await linkPrices(db as unknown as Kysely<unknown>)
    const rows = await db.selectFrom('session_types').select(['slug', 'sets_price']).orderBy('slug').execute()
    expect(rows.map((row) => row.sets_price)).toEqual([0, 1, 0])
    expect(await shown(db)).toEqual([20_000, 20_000])
  })
})
