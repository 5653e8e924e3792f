import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openLedgers } from '~/domains/billing/operations.server'
import { loadInitialContent } from '~/domains/content/installation.server'
import { importPhoto } from '~/domains/photos/operations.server'
import { fixedClock } from '~/platform/clock'
import type { Engine } from '~/platform/db/database.server'
import { migrate } from '~/platform/db/migrate.server'
import { readTableShapes } from '~/platform/db/table-shapes.server'
import { createImaging, type Imaging } from '~/platform/imaging/imaging.server'
import { createLogger } from '~/platform/logging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { openZip } from '~/platform/zip/zip-reader.server'
import { migrations } from '../../../migrations/all'
import { type FreshDatabase, freshDatabase } from '../../../test/support/database'
import { dumpEverything, fillEveryTable } from '../../../test/support/every-table'
import { losingAnswers } from '../../../test/support/lost-answers'
import { blankPng } from '../../../test/support/pictures'
import { quickImaging } from '../../../test/support/quick-imaging'
import { writeZip } from '../../../test/support/zip-file'
import { exportToFile } from './archive-file.server'
import { importEverything } from './import.server'
import { archivedName, LEFT_OUT, type Manifest } from './model'

const content = join(import.meta.dirname, '../../../content')
const ASKED = { isRehearsal: false, withoutSecrets: false }
/** Number of photos in the demo content. */
const PHOTOS = 29
const clock = fixedClock('2026-11-20T15:00:00Z')
const secret = 'a secret of tests that is long enough'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-test-'))
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

test('restores everything without loss, through the other engine', async () => {
  const source = await installation('sqlite')
  await loadInitialContent(source, content)
  const terms = await searchTerms(source)
  await fillEveryTable(source.db)
  const before = await dumpEverything(source.db)
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
  const files = await filesOf(source)
  for (const key of ['Thumbs.db', 'arriving/0123/begin']) await source.storage.put(key, Buffer.from('other'))
  let from = source
  for (const engine of ['postgres', 'sqlite'] as const) {
    const file = join(folder, `to-${engine}.zip`)
    const exported = await exportToFile(from, { file })
    expect(exported).toMatchObject({ photos: PHOTOS, missing: [] })
    const target = await installation(engine)
    const imported = await importEverything(target, { ...ASKED, file })
    expect(imported).toMatchObject({ ok: true, photos: PHOTOS, missing: [] })
    const after = await dumpEverything(target.db)
    for (const [table, rows] of Object.entries(before)) expect(after[table], table).toEqual(rows)
    expect(await filesOf(target)).toEqual(files)
    expect(await openLedgers(target.db).execute()).toEqual(await openLedgers(source.db).execute())
    expect(await searchTerms(target)).toEqual(expect.arrayContaining(terms))
    from = target
  }
}, 90_000)

test.each(['sqlite', 'postgres'] as const)(
  'keeps a photo from an earlier version that is too tall to be shown (%s)',
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
    await exportToFile(source, { file })
    const target = { ...(await installation(engine)), imaging }
    expect(await importEverything(target, { ...ASKED, file })).toMatchObject({ ok: true, photos: 1 })
    const photo = await target.db.selectFrom('photos').select(['width', 'height']).executeTakeFirst()
    expect(photo).toEqual({ width: 1_080, height: 16_400 })
  },
)

/** A migration of a later version: a column filled from others, and a table. */
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
  'upgrades an archive of an older version (%s)',
  async (engine) => {
    const source = await installation('sqlite')
    await loadInitialContent(source, content)
    await fillEveryTable(source.db)
    const before = await dumpEverything(source.db)
    const file = join(folder, `older-${engine}.zip`)
    await exportToFile(source, { file })
    const known = { ...migrations, '2999-01-01-a-update': update }
    const target = await installation(engine)
    await migrate(target.db, known)
    const deps = { ...target, migrations: known }
    expect(await importEverything(deps, { ...ASKED, file, isRehearsal: true })).toMatchObject({ ok: true })
    expect(await filesOf(target)).toEqual({})
    expect(await importEverything(deps, { ...ASKED, file })).toMatchObject({ ok: true, photos: PHOTOS })

    await migrate(source.db, known)
    const updated = await dumpEverything(source.db)
    const after = await dumpEverything(target.db)
    for (const [table, rows] of Object.entries(updated)) expect(after[table], table).toEqual(rows)
    expect(after.post_topics?.length).toBeGreaterThan(0)
    expect(after.posts).not.toEqual(before.posts)
  },
  90_000,
)

async function filesIn(archive: string): Promise<Map<string, Buffer>> {
  const opened = await openZip(archive)
  if (!opened.ok) throw new Error(opened.sentence)
  const files = new Map<string, Buffer>()
  for (const name of opened.zip.entries.keys())
    files.set(
      name,
      Buffer.concat(await Array.fromAsync(opened.zip.read(name), (piece) => Buffer.from(piece))),
    )
  await opened.zip.close()
  return files
}

/** Tables in archives, with their names in the database. */
const archivedShapes = async ({ db }: Pick<FreshDatabase, 'db'>) =>
  (await readTableShapes(db)).filter(({ name }) => !LEFT_OUT.includes(name))

test.each(['sqlite', 'postgres'] as const)(
  'names tables and columns as in the specification, without duplicates (%s)',
  async (engine) => {
    const source = await installation(engine)
    await loadInitialContent(source, content)
    await fillEveryTable(source.db)
    const file = join(folder, `names-${engine}.zip`)
    await exportToFile(source, { file })
    const files = await filesIn(file)
    const table = (name: string) => JSON.parse(files.get(`tables/${name}.json`)?.toString() ?? '')
    for (const [name, fields] of [
      ['newsletter', ['email', 'requestDate']],
      ['doNotSellRequests', ['email', 'requestDate']],
      ['bookings', ['email', 'sessionDate', 'sessionEnd']],
    ] as const) {
      expect(table(name)).toMatchObject({ table: name, columns: expect.arrayContaining([...fields]) })
      expect(table(name).rows.length, name).toBeGreaterThan(0)
      const titles = files.get(`tables/${name}.csv`)?.toString().split('\r\n')[0]?.slice(1).split(',')
      expect(titles).toEqual(table(name).columns)
    }
    const manifest: Manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '')
    const shapes = await archivedShapes(source)
    expect(new Set(manifest.tables.map(({ name }) => name)).size).toBe(shapes.length)
    for (const { name } of manifest.tables) {
      expect(name).not.toContain('_')
      expect(table(name).columns.join()).not.toContain('_')
    }
    for (const { name, columns } of shapes)
      expect(new Set(columns.map((column) => archivedName(column.name))).size, name).toBe(columns.length)
  },
  90_000,
)

/** An archive in the format of version 1, with the database's table and column names. */
async function asVersion1(source: FreshDatabase, archive: string, to: string): Promise<void> {
  const files = await filesIn(archive)
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '')
  files.delete('manifest.json')
  for (const [index, { name, columns }] of (await archivedShapes(source)).entries()) {
    const written = manifest.tables[index].name
    manifest.tables[index].name = name
    const lines = files.get(`tables/${written}.json`)?.toString().split('\n') ?? []
    const names = JSON.stringify(columns.map((column) => column.name))
    lines[0] = `{"table":"${name}","columns":${names},"rows":[`
    for (const kind of ['json', 'csv']) files.delete(`tables/${written}.${kind}`)
    files.set(`tables/${name}.json`, Buffer.from(lines.join('\n')))
  }
  manifest.version = 1
  manifest.files = [...files].map(([path, data]) => ({
    ...{ path, bytes: data.length },
    sha256: createHash('sha256').update(data).digest('hex'),
  }))
  await writeZip(to, async (zip) => {
    for (const [name, data] of files) await zip.add(name, Readable.from([data]))
    await zip.add('manifest.json', JSON.stringify(manifest))
  })
}

test.each(['sqlite', 'postgres'] as const)(
  'imports an archive of version 1, with database names (%s)',
  async (engine) => {
    const source = await installation('sqlite')
    await loadInitialContent(source, content)
    await fillEveryTable(source.db)
    const before = await dumpEverything(source.db)
    const written = join(folder, `version-2-${engine}.zip`)
    await exportToFile(source, { file: written })
    const file = join(folder, `version-1-${engine}.zip`)
    await asVersion1(source, written, file)
    expect([...(await filesIn(file)).keys()]).toContain('tables/do_not_sell_requests.json')
    const target = await installation(engine)
    expect(await importEverything(target, { ...ASKED, file })).toMatchObject({
      ok: true,
      photos: PHOTOS,
    })
    const after = await dumpEverything(target.db)
    for (const [table, rows] of Object.entries(before)) expect(after[table], table).toEqual(rows)
  },
  90_000,
)

test.each(['sqlite', 'postgres'] as const)(
  'keeps the files of an import whose end isn’t known, since rows may name them (%s)',
  async (engine) => {
    const source = await installation('sqlite')
    await loadInitialContent(source, content)
    const files = await filesOf(source)
    const file = join(folder, `unanswered-${engine}.zip`)
    await exportToFile(source, { file })
    const asked = { ...ASKED, file }

    const undone = await installation(engine)
    const now = () => {
      throw new Error('The connection was lost.')
    }
    await expect(importEverything({ ...undone, clock: { now } }, asked)).rejects.toThrow('lost')
    expect(await undone.db.selectFrom('photos').selectAll().execute()).toEqual([])
    expect(await filesOf(undone)).toEqual(files)
    expect(await importEverything(undone, asked)).toMatchObject({ ok: true, photos: PHOTOS })
    expect(await filesOf(undone)).toEqual(files)

    const done = await installation(engine)
    await expect(importEverything({ ...done, db: losingAnswers(done.db) }, asked)).rejects.toThrow('lost')
    expect(await done.db.selectFrom('photos').selectAll().execute()).toHaveLength(PHOTOS)
    expect(await filesOf(done)).toEqual(files)
    expect(await importEverything(done, asked)).toEqual({ ok: false, reason: 'not-empty' })
    expect(await filesOf(done)).toEqual(files)
  },
)

test('writes nothing on a dry run, into an installation in use, or without its secret', async () => {
  const source = await installation('sqlite')
  await loadInitialContent(source, content)
  const file = join(folder, 'rehearsed.zip')
  await exportToFile(source, { file })
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

test('includes texts, favorites and tables for people', async () => {
  const source = await installation('sqlite')
  await loadInitialContent(source, content)
  const file = join(folder, 'people.zip')
  await exportToFile(source, { file })
  const opened = await openZip(file)
  if (!opened.ok) throw new Error(opened.sentence)
  const names = [...opened.zip.entries.keys()]
  expect(names).toContain('texts/posts/grandmothers-first.md')
  expect(names).toContain('texts/pages/about.md')
  expect(names).toContain('tables/photos.csv')
  expect(names).not.toContain('tables/sessions.json')
  await opened.zip.close()
})
