import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { checkLog } from '~/domains/audit/chain.server'
import { checkTexts } from '~/domains/backup/import.server'
import { listTestimonials, readSettings } from '~/domains/content/operations.server'
import { listStories } from '~/domains/galleries/operations.server'
import { type Db, type Engine, openDatabase, transact } from '~/platform/db/database.server'
import { migrate, migrateAs } from '~/platform/db/migrate.server'
import { readTableShapes } from '~/platform/db/table-shapes.server'
import { migrations } from '../migrations/all'
import { BASELINE, readPostgresSchema, unpackFixture } from './support/baseline-fixture'
import { copyRows } from './support/copy-rows'
import { describeOnBothEngines } from './support/database'
import { schemaLines } from './support/schema-lines'

async function fixture(): Promise<Db> {
  const dataDir = await mkdtemp(join(tmpdir(), 'baseline-test-'))
  await unpackFixture(dataDir)
  const db = openDatabase({ databaseUrl: undefined, dataDir })
  onTestFinished(async () => {
    await db.destroy()
    await rm(dataDir, { recursive: true, force: true })
  })
  return db
}

/** A database created by the baseline migration alone. */
async function madeByBaseline(db: Db, engine: Engine): Promise<Db> {
  if (engine === 'postgres') {
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
    await migrateAs(db, [BASELINE])
    return db
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'baseline-test-'))
  const fresh = openDatabase({ databaseUrl: undefined, dataDir })
  onTestFinished(async () => {
    await fresh.destroy()
    await rm(dataDir, { recursive: true, force: true })
  })
  await migrateAs(fresh, [BASELINE])
  return fresh
}

async function countRows(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of await readTableShapes(db)) {
    const query = (db as unknown as Kysely<Record<string, object>>).selectFrom(name)
    counts[name] = Number((await query.select((e) => e.fn.countAll().as('n')).executeTakeFirstOrThrow()).n)
  }
  return counts
}

describeOnBothEngines('a database of the baseline', (open, engine) => {
  test('is the same as when the baseline was frozen: later changes are separate migrations', async () => {
    const frozen = engine === 'postgres' ? await readPostgresSchema() : await schemaLines(await fixture())
    const { db } = await open()
    expect(await schemaLines(await madeByBaseline(db, engine))).toEqual(frozen)
  })

  test('is upgraded to this version without loss', async () => {
    const old = await fixture()
    const { db: empty } = await open()
    const db = engine === 'sqlite' ? old : await madeByBaseline(empty, engine)
    if (engine === 'postgres') await copyRows(old, db)
    const before = await countRows(old)
    expect(Object.keys(before).filter((table) => before[table] === 0)).toEqual([])
    const later = Object.keys(migrations).filter((name) => name !== BASELINE)
    expect(await migrate(db)).toEqual(later.toSorted())
    expect(await countRows(db)).toMatchObject(before)

    expect((await readSettings({ db })).studio.name).toBe('DE Photography')
    expect((await listStories({ db })).length).toBeGreaterThan(2)
    expect((await listTestimonials({ db })).length).toBeGreaterThan(1)
    expect(await transact(db, checkTexts)).toBeUndefined()
    expect(await checkLog({ db })).toMatchObject({ faults: [] })
  })
})
