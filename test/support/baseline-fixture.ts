import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { recordAction } from '~/domains/audit/operations.server'
import { sendContactMessage } from '~/domains/contact-messages/operations.server'
import { loadInitialContent } from '~/domains/content/installation.server'
import { fixedClock } from '~/platform/clock'
import { type Db, openDatabase, transact } from '~/platform/db/database.server'
import { migrateAs } from '~/platform/db/migrate.server'
import { readTableShapes } from '~/platform/db/table-shapes.server'
import { createLogger } from '~/platform/logging.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { migrations } from '../../migrations/all'
import { makeUser } from './accounts'
import { fillEveryTable } from './every-table'
import { makeBooking } from './factories'
import { startPostgres } from './own-postgres'
import { quickImaging } from './quick-imaging'
import { schemaLines } from './schema-lines'

const root = resolve(import.meta.dirname, '../..')
const DATABASE = join(root, 'test/fixtures/baseline.sqlite.gz')
const POSTGRES_SCHEMA = join(root, 'test/fixtures/baseline-postgres.txt')

/** Name of the first migration, which every database has. */
export const BASELINE = Object.keys(migrations).toSorted()[0] ?? ''

/** Writes the baseline's database and its content into a folder. */
export const unpackFixture = async (dataDir: string): Promise<void> =>
  writeFile(join(dataDir, 'studio.sqlite'), gunzipSync(await readFile(DATABASE)))

/** The PostgreSQL schema of the frozen baseline. */
export const readPostgresSchema = async (): Promise<string[]> =>
  (await readFile(POSTGRES_SCHEMA, 'utf8')).trimEnd().split('\n')

/** Regenerates both files of the fixture. Only allowed until a version is released. */
export async function makeFixture(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'baseline-'))
  // PostgreSQL may run as another user, which needs access to the folder.
  await chmod(folder, 0o711)
  try {
    await writeDatabase(folder)
    await writePostgresSchema(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeDatabase(dataDir: string): Promise<void> {
  const db = openDatabase({ databaseUrl: undefined, dataDir })
  await migrateAs(db, [BASELINE])
  await fill(db, dataDir)
  // In one file, without a write-ahead log.
  await sql`pragma journal_mode = delete`.execute(db)
  await sql`vacuum`.execute(db)
  await db.destroy()
  await writeFile(DATABASE, gzipSync(await readFile(join(dataDir, 'studio.sqlite')), { level: 9 }))
}

/**
 * Adds the demo content, accounts, bookings, a message with its emails, and a row for every table that is still
 * empty.
 */
async function fill(db: Db, dataDir: string): Promise<void> {
  const clock = fixedClock('2026-11-22T15:00:00Z')
  const config = {
    ...{ databaseUrl: undefined, dataDir, demo: true, siteUrl: 'https://studio.example.com' },
    ...{ secret: 'a secret of tests that is long enough', rateLimitScale: 1 },
  }
  const storage = folderStorage(join(dataDir, 'photos'))
  const deps = { db, clock, config, storage, imaging: quickImaging, log: createLogger('silent') }
  await loadInitialContent(deps, join(root, 'content'))
  for (const role of ['owner', 'assistant', 'client'] as const)
    await makeUser(db, { role, email: `${role}@example.com` })
  for (const state of ['requested', 'confirmed', 'canceled'] as const)
    await makeBooking(db, { state, email: 'client@example.com' })
  await sendContactMessage(deps, {
    fields: {
      name: 'Ann Lee',
      email: 'client@example.com',
      phone: '',
      subject: 'A wedding',
      message: 'In May.',
    },
    ...{ honeypot: '', startedAt: '', network: '192.0.2.1' },
  })
  await transact(db, (tx) =>
    recordAction(
      { db: tx, clock, author: { uid: 'owner', name: 'Owner' } },
      { action: 'answered', subject: 'A wedding' },
    ),
  )
  await fillEveryTable(db, await readTableShapes(db))
}

async function writePostgresSchema(folder: string): Promise<void> {
  const postgres = await startPostgres(join(folder, 'postgres'))
  try {
    await postgres.createDatabase('baseline')
    const db = openDatabase({ databaseUrl: `${postgres.url}/baseline`, dataDir: folder })
    await migrateAs(db, [BASELINE])
    await writeFile(POSTGRES_SCHEMA, `${(await schemaLines(db)).join('\n')}\n`)
    await db.destroy()
  } finally {
    await postgres.stop()
  }
}
