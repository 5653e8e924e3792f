import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEditedPost, saveDraft } from '~/domains/blog/editor/drafts.server'
import { listPlaces } from '~/domains/booking/places/operations.server'
import { loadInitialContent } from '~/domains/content/installation.server'
import { saveTextDraft } from '~/domains/galleries/editor/texts.server'
import { fixedClock } from '~/platform/clock'
import { readContentVersion } from '~/platform/db/content-version.server'
import type { Db } from '~/platform/db/database.server'
import { createLogger } from '~/platform/logging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { describeOnBothEngines, type FreshDatabase } from '../../../test/support/database'
import { makeGalleryItem, makePhoto } from '../../../test/support/factories'
import { quickImaging } from '../../../test/support/quick-imaging'
import { type PageSlug, pageSchemas } from '../content/model'
import { readPage, readSettings, readShell, readTerms } from '../content/operations.server'
import { listSavedGroups } from '../content/settings.server'
import { currentTermsVersion, findTermsVersion, recordTermsAgreement } from '../content/terms.server'
import { countDemo, removeDemo, sampleLink } from './operations.server'

const content = join(import.meta.dirname, '../../../content')
const author = { uid: 'u1', name: 'Dorian Ellis' }

async function installed({ db, where }: FreshDatabase, at = '2026-11-20T15:00:00Z', demo = true) {
  const deps = {
    ...{ db, clock: fixedClock(at), log: createLogger('silent'), imaging: quickImaging, author },
    storage: folderStorage(join(where.dataDir, 'files')),
    config: { demo, siteUrl: 'https://studio.example.com', secret: 'a secret of tests' },
  }
  await loadInitialContent(deps, content)
  return deps
}

const COUNTED = [
  ...([
    'users',
    'people',
    'person_addresses',
    'bookings',
    'booking_events',
    'occupancies',
    'galleries',
  ] as const),
  ...(['gallery_sets', 'gallery_items', 'gallery_shares', 'favorite_lists', 'favorites', 'photos'] as const),
  ...(['photo_comments', 'posts', 'products', 'testimonials', 'mini_days', 'demo_rows'] as const),
  ...(['services', 'packages', 'session_types', 'session_type_places', 'faqs'] as const),
]

async function counts(db: Db) {
  const found: Record<string, number> = {}
  for (const table of COUNTED) found[table] = (await db.selectFrom(table).selectAll().execute()).length
  return found
}

describeOnBothEngines('the demo content', (open) => {
  test('has a client with galleries, and a past and an upcoming session in the calendar', async () => {
    const { db, clock } = await installed(await open())
    const bookings = await db.selectFrom('bookings').selectAll().orderBy('session_date').execute()
    expect(bookings.map(({ state }) => state)).toEqual(['done', 'confirmed'])
    expect(bookings[0]?.session_date).toBeLessThan(clock.now())
    expect(bookings[1]?.session_date).toBeGreaterThan(clock.now() + 20 * 86_400_000)
    const galleries = await db.selectFrom('galleries').selectAll().where('kind', '=', 'client').execute()
    expect(galleries.map(({ proofing, pick_limit }) => [proofing, pick_limit])).toEqual([
      [0, null],
      [1, 5],
    ])
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
    expect((await sampleLink({ db, clock, config: { siteUrl: 'https://x.example.com' } })).ok).toBe(true)
  })

  test('has no client with DEMO=0', async () => {
    const deps = await installed(await open(), '2026-11-20T15:00:00Z', false)
    expect(await counts(deps.db)).toMatchObject({ users: 0, bookings: 0, galleries: 0, demo_rows: 0 })
    expect(await sampleLink(deps)).toEqual({ ok: false, reason: 'none' })
    expect(await countDemo(deps)).toBeUndefined()
    expect(await removeDemo(deps)).toEqual({ ok: false, reason: 'none' })
  })

  test('is removed completely and once, and every page still works', async () => {
    const deps = await installed(await open())
    const { db, storage } = deps
    const before = await readContentVersion(db)
    expect(await countDemo(deps)).toMatchObject({ photos: 29, client: 'Noor Whitfield' })
    expect(await removeDemo(deps)).toEqual({ ok: true, photos: 29 })
    expect(await readContentVersion(db)).not.toEqual(before)
    expect(Object.values(await counts(db)).every((count) => count === 0)).toBe(true)
    expect(await db.selectFrom('search_terms').selectAll().execute()).toEqual([])
    expect(await Array.fromAsync(storage.list(''))).toEqual([])
    for (const slug of Object.keys(pageSchemas) as PageSlug[])
      expect((await readPage({ db }, slug)).photos, slug).toEqual({})
    await readShell(deps)
    expect(await sampleLink(deps)).toEqual({ ok: false, reason: 'none' })
    expect(await removeDemo(deps)).toEqual({ ok: false, reason: 'none' })
    expect(await db.selectFrom('audit').select('action').execute()).toEqual([{ action: 'demo-removed' }])
  })

  test('can be removed after an update that added a column', async () => {
    const deps = await installed(await open())
    await deps.db.schema
      .alterTable('posts')
      .addColumn('later', 'text', (c) => c.defaultTo('new'))
      .execute()
    expect((await countDemo(deps))?.posts).toBeGreaterThan(0)
    expect(await removeDemo(deps)).toMatchObject({ ok: true })
    expect(await deps.db.selectFrom('posts').select('slug').execute()).toEqual([])
  })

  test('leaves what the owner edited or added, with its photos', async () => {
    const deps = await installed(await open())
    const { db } = deps
    const gallery = (slug: string) =>
      db.selectFrom('galleries').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow()
    const slugs = async (table: 'galleries' | 'posts' | 'photos') =>
      (await db.selectFrom(table).select('slug').orderBy('slug').execute()).map(({ slug }) => slug)
    // A renamed gallery becomes the owner's with all photos. Of other galleries, only the added photos do.
    await db
      .updateTable('galleries')
      .set({ title: 'Ours', version: 2 })
      .where('slug', '=', 'events')
      .execute()
    const own = await makePhoto(db, { slug: 'my-own' })
    const weddings = await gallery('weddings')
    await makeGalleryItem(db, { gallery_id: weddings.id, photo_id: own.id })
    await db.updateTable('posts').set({ title: 'Mine' }).where('slug', '=', 'grandmothers-first').execute()
    // Only the draft of a post has been edited.
    const jar = 'eight-photographs-of-one-jar'
    const { id } = await db.selectFrom('posts').select('id').where('slug', '=', jar).executeTakeFirstOrThrow()
    const post = await readEditedPost(deps, id)
    const draft = { document: post?.document ?? '', markdown: '', version: '1.1', isSeparate: false }
    const author = { uid: 'u', name: 'Dana' }
    await saveDraft({ ...deps, author }, id, { ...draft, fields: { ...post?.values, title: 'One jar' } })
    const text = await db
      .selectFrom('gallery_items as i')
      .innerJoin('galleries as g', 'g.id', 'i.gallery_id')
      .select(['i.id', 'i.gallery_id', 'g.slug'])
      .where('i.photo_id', 'is', null)
      .executeTakeFirstOrThrow()
    const written = { gallery: text.gallery_id, item: text.id, body: 'My words', version: null }
    expect((await saveTextDraft({ ...deps, author }, written)).ok).toBe(true)
    const captioned = { title: 'My title', version: 2 }
    await db.updateTable('photos').set(captioned).where('slug', '=', 'lens-macro-reflections').execute()
    const events = await gallery('events')
    const items = db.selectFrom('gallery_items').select('photo_id')
    const ofEvents = await items.where('gallery_id', '=', events.id).execute()

    expect(await removeDemo(deps)).toMatchObject({ ok: true })
    expect(await slugs('galleries')).toEqual(['events', 'weddings', text.slug].toSorted())
    expect(
      await db.selectFrom('gallery_items').select('body').where('photo_id', 'is', null).execute(),
    ).toHaveLength(1)
    expect(await slugs('posts')).toEqual([jar, 'grandmothers-first'])
    expect(await items.where('gallery_id', '=', weddings.id).execute()).toEqual([{ photo_id: own.id }])
    expect(await items.where('gallery_id', '=', events.id).execute()).toEqual(ofEvents)
    const left = await slugs('photos')
    expect(left).toContain('my-own')
    expect(left).toContain('cosmetics-jar-on-stone')
    expect(left).toContain('lens-macro-reflections')
    expect(left.length).toBeLessThan(15)
  })

  test('leaves no words or figures of the demo studio in texts and settings', async () => {
    const deps = await installed(await open())
    const { db } = deps
    await removeDemo(deps)
    const texts = async () =>
      JSON.stringify([
        await db.selectFrom('pages').selectAll().execute(),
        await db.selectFrom('settings').selectAll().where('key', '<>', 'studio').execute(),
        await db.selectFrom('places').selectAll().execute(),
        await db.selectFrom('schedules').selectAll().execute(),
        (await readTerms({ db })).sections,
      ])
    expect(await texts()).not.toMatch(
      /East Orange|New Jersey|\bNJ\b|Dorian|Mikhenzo|Whitfield|mikhenzo\.|6\.625|0\.06625|\$\d|north light/,
    )
    const { studio } = await readSettings({ db })
    expect(studio).toMatchObject({ photographer: studio.name, foundingYear: null, areaServed: [] })
    const [place, ...others] = await listPlaces({ db })
    expect([place?.slug, place?.summary, place?.latitude, others]).toEqual(['studio', '', null, []])
    // They aren't the owner's, so the setup still asks for them.
    expect(await listSavedGroups({ db })).toEqual(new Set())
  })

  test('leaves texts, settings and offers that the owner edited, with what these need', async () => {
    const deps = await installed(await open())
    const { db } = deps
    const slugs = async (table: 'services' | 'session_types' | 'places') =>
      (await db.selectFrom(table).select('slug').orderBy('slug').execute()).map(({ slug }) => slug)
    await db.updateTable('pages').set({ version: 2 }).where('slug', '=', 'about').execute()
    await db.updateTable('packages').set({ price_cents: 1 }).where('slug', '=', 'the-whole-day').execute()
    await db.updateTable('session_types').set({ minutes: 50 }).where('slug', '=', 'headshot').execute()
    const about = () => db.selectFrom('pages').select('body').where('slug', '=', 'about').executeTakeFirst()
    const before = await about()
    const links = { instagram: 'https://www.instagram.com/me', youtube: null, video: null, otherSite: null }
    await db
      .updateTable('settings')
      .set({ value: JSON.stringify(links), updated_at: deps.clock.now() + 1 })
      .where('key', '=', 'links')
      .execute()

    await removeDemo(deps)
    expect(await about()).toEqual(before)
    expect((await readSettings({ db })).links).toMatchObject(links)
    expect(await slugs('services')).toEqual(['headshots', 'weddings'])
    expect(await slugs('session_types')).toEqual(['headshot', 'wedding-consultation'])
    expect(await slugs('places')).toEqual(['at-your-place', 'studio'])
    expect((await db.selectFrom('packages').select('id').execute()).length).toBeGreaterThan(1)
  })

  test('keeps the terms that a client has agreed to as their own version', async () => {
    const deps = await installed(await open())
    const { db } = deps
    await recordTermsAgreement(deps, { version: 1, occasion: 'a booking' })
    await removeDemo(deps)
    expect((await currentTermsVersion({ db })).number).toBe(2)
    expect(JSON.stringify(await findTermsVersion({ db }, '1'))).toContain('New Jersey')
    expect(JSON.stringify(await findTermsVersion({ db }, '2'))).not.toContain('New Jersey')
  })

  test('fits the calendar on any day of installation', async () => {
    for (const day of ['2026-12-31T23:30:00Z', '2027-10-15T03:00:00Z']) {
      const { db } = await installed(await open(), day)
      expect((await db.selectFrom('bookings').select('state').execute()).length, day).toBe(2)
    }
  })
})
