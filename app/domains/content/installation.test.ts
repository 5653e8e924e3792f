import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listPosts, readPost } from '~/domains/blog/operations.server'
import { listPlaces } from '~/domains/booking/places/operations.server'
import { listRules } from '~/domains/booking/schedules/operations.server'
import { listSessionTypes } from '~/domains/booking/session-types/operations.server'
import { listStories, readGallery, readStory } from '~/domains/galleries/operations.server'
import { listProducts } from '~/domains/shop/operations.server'
import { fixedClock } from '~/platform/clock'
import { type Db, openDatabase } from '~/platform/db/database.server'
import { createLogger } from '~/platform/logging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { quickImaging } from '../../../test/support/quick-imaging'
import { loadInitialContent } from './installation.server'
import { type PageSlug, pageSchemas } from './model'
import { listServices, listTestimonials, readPage, readShell } from './operations.server'

const folder = join(import.meta.dirname, '../../../content')
const clock = fixedClock('2026-11-20T15:00:00Z')
const PAGES = Object.keys(pageSchemas) as PageSlug[]

const load = (db: Db, dataDir: string, demo = true) =>
  loadInitialContent(
    {
      ...{ db, clock, log: createLogger('silent'), imaging: quickImaging },
      ...{
        storage: folderStorage(join(dataDir, 'files')),
        config: { demo, siteUrl: 'https://studio.example.com', secret: 'a secret of tests' },
      },
    },
    folder,
  )

const countOf = async (
  db: Db,
  table: 'photos' | 'galleries' | 'posts' | 'products' | 'services' | 'testimonials',
) =>
  Number(
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

describeOnBothEngines('the first content', (open) => {
  it('fills every page of the site', async () => {
    const { db, where } = await open()
    expect(await load(db, where.dataDir)).toBe(true)
    for (const slug of PAGES) expect((await readPage({ db }, slug)).title, slug).not.toBe('')
    const home = await readPage({ db }, 'home')
    expect(home.photos[home.body.hero.photo]).toBeDefined()
    expect(home.body.strip.every((slug) => home.photos[slug])).toBe(true)
    // No demo photo shows a recognizable person, so no release is needed.
    const shows = await db.selectFrom('photos').select('no_recognizable_people').distinct().execute()
    expect([shows, await db.selectFrom('releases').selectAll().execute()]).toEqual([
      [{ no_recognizable_people: 1 }],
      [],
    ])
    const { shell } = await readShell({ db, clock })
    expect(shell.promo).toMatchObject({ title: 'Prom & Graduation Special', linkLabel: 'Book Now' })
    expect(shell.promo?.flyer).not.toBe(null)
    expect((await listServices({ db })).every(({ photo }) => photo !== null)).toBe(true)
    expect((await listSessionTypes({ db })).every(({ places }) => places.length > 0)).toBe(true)
    // A stored address would override the street in the settings.
    expect((await listPlaces({ db })).find(({ kind }) => kind === 'studio')?.address).toBe('')
    expect((await listTestimonials({ db })).length).toBeGreaterThan(0)
    expect((await readGallery({ db }, { filter: null, page: 1 }))?.filters.length).toBeGreaterThan(4)
    for (const { slug } of await listStories({ db }))
      expect(
        (await readStory({ db }, slug))?.parts.some(({ kind }) => kind === 'text'),
        slug,
      ).toBe(true)
    const { posts } = await listPosts({ db, clock })
    expect(posts.length).toBeGreaterThanOrEqual(4)
    for (const { slug } of posts)
      expect(
        (await readPost({ db, clock }, slug))?.blocks.some(({ kind }) => kind === 'photo'),
        slug,
      ).toBe(true)
    expect((await listProducts({ db })).every(({ photo }) => photo !== null)).toBe(true)
  })

  it('is loaded once, and the owner’s later changes stay', async () => {
    const { db, where } = await open()
    await load(db, where.dataDir)
    await db.updateTable('pages').set({ title: 'Mine' }).where('slug', '=', 'about').execute()
    await db.deleteFrom('posts').execute()
    expect(await load(db, where.dataDir)).toBe(false)
    expect((await readPage({ db }, 'about')).title).toBe('Mine')
    expect(await countOf(db, 'posts')).toBe(0)
  })

  it('is loaded once by processes that start together', async () => {
    const { db, where } = await open()
    const others = [openDatabase(where), openDatabase(where)]
    const outcomes = await Promise.all([db, ...others].map((each) => load(each, where.dataDir)))
    await Promise.all(others.map((other) => other.destroy()))
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    const once = await open()
    await load(once.db, once.where.dataDir)
    for (const table of ['photos', 'galleries', 'posts', 'products', 'services'] as const)
      expect(await countOf(db, table), table).toBe(await countOf(once.db, table))
  })

  it('resumes after an interruption', async () => {
    const { db, where } = await open()
    await load(db, where.dataDir)
    const whole = await countOf(db, 'photos')
    const { db: second, where: there } = await open()
    const broken = second.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes('"products"'))
          throw new Error('cut')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await expect(load(broken, there.dataDir)).rejects.toThrow('cut')
    expect(await countOf(second, 'services')).toBe(0)
    expect(await load(second, there.dataDir)).toBe(true)
    expect(await countOf(second, 'photos')).toBe(whole)
  })

  it('is neutral text with DEMO=0, and every page works', async () => {
    const { db, where } = await open()
    expect(await load(db, where.dataDir, false)).toBe(true)
    for (const slug of PAGES) expect((await readPage({ db }, slug)).photos, slug).toEqual({})
    for (const table of ['photos', 'galleries', 'posts', 'products', 'testimonials', 'services'] as const)
      expect(await countOf(db, table), table).toBe(0)
    const texts = [
      ...(await db.selectFrom('pages').selectAll().execute()),
      ...(await db.selectFrom('settings').selectAll().execute()),
    ]
    expect(JSON.stringify(texts)).not.toMatch(/Mikhenzo|East Orange|Essex|New Jersey|Dorian|DE Photo|\$\d/)
    expect((await readShell({ db, clock })).shell.promo).toBe(null)
    const { schedules } = await listRules({ db, clock })
    expect(schedules.map(({ title }) => title)).toEqual(['Weekly hours'])
    expect(await listSessionTypes({ db })).toEqual([])
    expect((await listPlaces({ db })).map(({ title }) => title)).toEqual(['Studio'])
    expect(await readGallery({ db }, { filter: null, page: 1 })).toMatchObject({ total: 0, photos: [] })
  })
})
