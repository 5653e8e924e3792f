import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadInitialContent } from '~/domains/content/installation/operations.server'
import { importPhoto } from '~/domains/photos/operations.server'
import { fixedClock } from '~/platform/clock'
import type { Engine } from '~/platform/db/database.server'
import { migrate } from '~/platform/db/migrate.server'
import { createImaging, type Imaging } from '~/platform/imaging/imaging.server'
import { createLogger } from '~/platform/logging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { openZip } from '~/platform/zip/zip-reader.server'
import { migrations } from '../../../migrations/all'
import { type FreshDatabase, freshDatabase } from '../../../test/support/database'
import { dumpEverything, fillEveryTable } from '../../../test/support/every-table'
import { blankPng } from '../../../test/support/pictures'
import { quickImaging } from '../../../test/support/quick-imaging'
import { exportEverything } from './exporting/operations.server'
import { importEverything } from './importing/operations.server'

const content = join(import.meta.dirname, '../../../content')
const ASKED = { isRehearsal: false, withoutSecrets: false }
/** In the demo content. */
const PHOTOS = 26
const clock = fixedClock('2026-11-20T15:00:00Z')
const secret = 'a secret of tests that is long enough'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exit-test-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function installation(engine: Engine) {
  const fresh: FreshDatabase = await freshDatabase(engine)
  onTestFinished(() => fresh.dispose())
  const storage = folderStorage(join(fresh.where.dataDir, 'files'))
  const config = { ...fresh.where, secret, demo: true, siteUrl: 'https://studio.example.com' }
  return { ...fresh, storage, config, imaging: quickImaging, clock, log: createLogger('silent') }
}

async function searchTerms({ db }: Pick<FreshDatabase, 'db'>) {
  const rows = await db.selectFrom('search_terms').selectAll().execute()
  return rows.map(({ kind, term, ref_id }) => `${kind} ${term} ${ref_id}`).toSorted()
}

async function filesOf({ storage }: Awaited<ReturnType<typeof installation>>) {
  const files: Record<string, Buffer> = {}
  for await (const key of storage.list('')) files[key] = Buffer.from((await storage.read(key)) ?? [])
  return files
}

test('everything comes back with nothing lost, by way of the other engine', async () => {
  const source = await installation('sqlite')
  await loadInitialContent(source, content)
  const terms = await searchTerms(source)
  await fillEveryTable(source.db)
  const before = await dumpEverything(source.db)
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
  const files = await filesOf(source)
  let from = source
  for (const engine of ['postgres', 'sqlite'] as const) {
    const file = join(folder, `to-${engine}.zip`)
    const exported = await exportEverything(from, { file })
    expect(exported).toMatchObject({ photographs: PHOTOS, missing: [] })
    const target = await installation(engine)
    const imported = await importEverything(target, { ...ASKED, file })
    expect(imported).toMatchObject({ ok: true, photographs: PHOTOS, missing: [] })
    const after = await dumpEverything(target.db)
    for (const [table, rows] of Object.entries(before)) expect(after[table], table).toEqual(rows)
    expect(await filesOf(target)).toEqual(files)
    expect(await searchTerms(target)).toEqual(expect.arrayContaining(terms))
    from = target
  }
}, 90_000)

test.each(['sqlite', 'postgres'] as const)(
  'a photo that an earlier version took, too tall to be shown, survives an export (%s)',
  async (engine) => {
    const imaging = createImaging({ size: 1 })
    onTestFinished(() => imaging.close())
    const source = await installation('sqlite')
    await loadInitialContent({ ...source, config: { ...source.config, demo: false } }, content)
    const tall = join(folder, `tall-${engine}.png`)
    await writeFile(tall, blankPng(1_080, 16_400))
    const earlier: Imaging = {
      ...imaging,
      inspect: (path, options) => imaging.inspect(path, { ...options, isStored: true }),
    }
    const taken = await importPhoto({ ...source, imaging: earlier }, { file: tall, name: 'tall.png' })
    expect(taken).toMatchObject({ ok: true })
    expect(await importPhoto({ ...source, imaging }, { file: tall, name: 'tall.png' })).toMatchObject({
      ok: true,
    })
    const file = join(folder, `tall-to-${engine}.zip`)
    await exportEverything(source, { file })
    const target = { ...(await installation(engine)), imaging }
    expect(await importEverything(target, { ...ASKED, file })).toMatchObject({ ok: true, photographs: 1 })
    const photo = await target.db.selectFrom('photos').select(['width', 'height']).executeTakeFirst()
    expect(photo).toEqual({ width: 1_080, height: 16_400 })
  },
)

/** What comes with an update: a column that is filled from others, and a table. */
const update: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('posts')
      .addColumn('spoken', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await sql`update posts set spoken = upper(title)`.execute(db)
    await db.schema
      .createTable('post_topics')
      .addColumn('topic', 'text', (c) => c.primaryKey())
      .execute()
    await sql`insert into post_topics (topic) select distinct topic from posts`.execute(db)
  },
}

test.each(['sqlite', 'postgres'] as const)(
  'an archive of an older version is updated on the way (%s)',
  async (engine) => {
    const source = await installation('sqlite')
    await loadInitialContent(source, content)
    await fillEveryTable(source.db)
    const before = await dumpEverything(source.db)
    const file = join(folder, `older-${engine}.zip`)
    await exportEverything(source, { file })
    const known = { ...migrations, '2999-01-01-a-update': update }
    const target = await installation(engine)
    await migrate(target.db, known)
    const deps = { ...target, migrations: known }
    expect(await importEverything(deps, { ...ASKED, file, isRehearsal: true })).toMatchObject({ ok: true })
    expect(await filesOf(target)).toEqual({})
    expect(await importEverything(deps, { ...ASKED, file })).toMatchObject({ ok: true, photographs: PHOTOS })

    await migrate(source.db, known)
    const updated = await dumpEverything(source.db)
    const after = await dumpEverything(target.db)
    for (const [table, rows] of Object.entries(updated)) expect(after[table], table).toEqual(rows)
    expect(after.post_topics?.length).toBeGreaterThan(0)
    expect(after.posts).not.toEqual(before.posts)
  },
  90_000,
)

test('nothing is written by a rehearsal, into an installation in use, or without its secret', async () => {
  const source = await installation('sqlite')
  await loadInitialContent(source, content)
  const file = join(folder, 'rehearsed.zip')
  await exportEverything(source, { file })
  const target = await installation('sqlite')
  expect(await importEverything(target, { ...ASKED, file, isRehearsal: true })).toMatchObject({ ok: true })
  const other = { ...target, config: { secret: 'another secret that is as long as it must be' } }
  expect(await importEverything(other, { ...ASKED, file })).toEqual({ ok: false, reason: 'other-secret' })
  expect(await filesOf(target)).toEqual({})
  expect(await target.db.selectFrom('settings').selectAll().execute()).toEqual([])
  expect(await importEverything(other, { ...ASKED, file, withoutSecrets: true })).toMatchObject({ ok: true })
  expect(await importEverything(target, { ...ASKED, file })).toEqual({ ok: false, reason: 'not-empty' })
  const jobs = await target.db.selectFrom('jobs').select('kind').execute()
  expect(jobs.filter(({ kind }) => kind === 'make-renditions').length).toBeGreaterThanOrEqual(PHOTOS)
})

test('an archive holds texts, picks and tables for people', async () => {
  const source = await installation('sqlite')
  await loadInitialContent(source, content)
  const file = join(folder, 'people.zip')
  await exportEverything(source, { file })
  const opened = await openZip(file)
  if (!opened.ok) throw new Error(opened.sentence)
  const names = [...opened.zip.entries.keys()]
  expect(names).toContain('texts/posts/grandmothers-first.md')
  expect(names).toContain('texts/pages/about.md')
  expect(names).toContain('tables/photos.csv')
  expect(names).not.toContain('tables/sessions.json')
  await opened.zip.close()
})
