import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Db, openDatabase, runsOnPostgres } from '~/platform/db/database.server'
import { migrateAs } from '~/platform/db/migrate.server'
import { readTableShapes } from '~/platform/db/table-shapes.server'
import { migrations } from '../migrations/all'
import { unpackFixture } from './support/baseline-fixture'
import { copyRows } from './support/copy-rows'
import { describeOnBothEngines } from './support/database'

/**
 * The last migration of the former version, which keeps running while this one is rolled out. At a release, set it
 * to that release's last migration: what it doesn't use may be removed then.
 */
const FORMER = '2026-11-26-x-recipients-forgotten'

async function empty(db: Db): Promise<Db> {
  if (runsOnPostgres(db)) {
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
    return db
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'former-version-'))
  const fresh = openDatabase({ databaseUrl: undefined, dataDir })
  onTestFinished(async () => {
    await fresh.destroy()
    await rm(dataDir, { recursive: true, force: true })
  })
  return fresh
}

interface Column {
  type: string
  /** Whether a row may be written without it. */
  isOptional: boolean
}

/** By table and column, such as `photos.slug`. */
async function readColumns(db: Db): Promise<Map<string, Column>> {
  const tables = await db.introspection.getTables()
  return new Map(
    tables.flatMap(({ name, columns }) =>
      columns.map((column): [string, Column] => [
        `${name}.${column.name}`,
        { type: column.dataType, isOptional: column.isNullable || column.hasDefaultValue },
      ]),
    ),
  )
}

/** The script's exit code where the former commit is missing, as in a shallow clone. */
const NOT_AT_HAND = 3

const tableOf = (column: string) => column.split('.')[0]

describeOnBothEngines('the former version, which runs while this one is rolled out', (open) => {
  test('finds every table and column that it reads, and may leave out every one that it doesn’t know', async () => {
    const db = await empty((await open()).db)
    const names = Object.keys(migrations).toSorted()
    expect(names).toContain(FORMER)
    const former = names.filter((name) => name <= FORMER)
    await migrateAs(db, former)
    const before = await readColumns(db)
    await migrateAs(db, names)
    const after = await readColumns(db)
    expect(before.size).toBeGreaterThan(500)
    expect(after.size).toBeGreaterThan(before.size)
    const knownTables = new Set([...before.keys()].map(tableOf))
    const wrong = [...before]
      .filter(([name, { type }]) => after.get(name)?.type !== type)
      .map(([name]) => name)
    expect(wrong, 'removed, or of another type').toEqual([])
    const required = [...after].filter(
      ([name, { isOptional }]) => !before.has(name) && knownTables.has(tableOf(name)) && !isOptional,
    )
    expect(required, 'added without a default').toEqual([])
    const tightened = [...before].filter(
      ([name, { isOptional }]) => isOptional && !after.get(name)?.isOptional,
    )
    expect(tightened, 'no longer optional').toEqual([])
  })

  test('writes its rows into the tables of this version', async () => {
    const { db } = await open()
    const dataDir = await mkdtemp(join(tmpdir(), 'former-version-'))
    await unpackFixture(dataDir)
    const former = openDatabase({ databaseUrl: undefined, dataDir })
    onTestFinished(async () => {
      await former.destroy()
      await rm(dataDir, { recursive: true, force: true })
    })
    await migrateAs(
      former,
      Object.keys(migrations)
        .toSorted()
        .filter((name) => name <= FORMER),
    )
    // Inserts only the columns that the former version knows.
    await copyRows(former, db)
    const shapes = await readTableShapes(former)
    expect(shapes.length).toBeGreaterThan(80)
    for (const { name, columns } of shapes)
      for (const column of columns)
        await sql`update ${sql.table(name)} set ${sql.ref(column.name)} = ${sql.ref(column.name)}`.execute(db)
  })
})

test('the code from before the newest migration signs in, books, writes and uploads on this schema', {
  timeout: 600_000,
}, async ({ skip }) => {
  const script = resolve(import.meta.dirname, '../scripts/former-version.mjs')
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
  const { code, output } = await new Promise<{ code: unknown; output: string }>((done) =>
    execFile(process.execPath, [script], { env, maxBuffer: 2 ** 26 }, (error, out, err) =>
      done({ code: error?.code ?? 0, output: out + err }),
    ),
  )
  skip(code === NOT_AT_HAND, 'This copy of the repository has no history.')
  expect(code, output).toBe(0)
  expect(output).toMatch(/Tests .*\d+ passed/)
})
