import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../migrations/all'
import { describeOnBothEngines, freshDatabase } from '../../../test/support/database'
import {
  makeGallery,
  makeGalleryItem,
  makePhoto,
  makePlace,
  makeRendition,
  makeSessionType,
} from '../../../test/support/factories'
import { openDatabase, type Tx, transact } from './database.server'
import { migrate, readMigrations } from './migrate.server'
import { lockPatience } from './sqlite.server'
import { readTableShapes } from './table-shapes.server'

describeOnBothEngines('a database', (open, engine) => {
  test('keeps instants and money as exact numbers', async () => {
    const { db } = await open()
    const photo = await makePhoto(db, { bytes: 60_000_000_000, created_at: 1_795_176_000_123, focal_x: 0.25 })
    expect(await db.selectFrom('photos').selectAll().executeTakeFirst()).toEqual(photo)
  })

  test('rolls back everything in a transaction, including nested calls', async () => {
    const { db } = await open()
    const failed = transact(db, async (tx) => {
      await transact(tx, async (inner) => void (await makePlace(inner)))
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await db.selectFrom('places').selectAll().execute()).toEqual([])
  })

  test('ends a transaction with the result given to rollback, and keeps nothing', async () => {
    const { db } = await open()
    const outcome = await transact<string>(db, async (tx, rollback) => {
      await makePlace(tx)
      return rollback('refused')
    })
    expect(outcome).toBe('refused')
    expect(await db.selectFrom('places').selectAll().execute()).toEqual([])
  })

  test('doesn’t commit a transaction in which a nested one was rolled back', async () => {
    const { db } = await open()
    const inner = (tx: Tx) =>
      transact<string>(tx, async (same, rollback) => {
        await makePlace(same)
        return rollback('inner')
      })
    const both = await transact<string>(db, async (tx, rollback) =>
      rollback(`outer after ${await inner(tx)}`),
    )
    expect(both).toBe('outer after inner')
    await expect(transact(db, inner)).rejects.toThrow('rolled back')
    expect(await db.selectFrom('places').selectAll().execute()).toEqual([])
  })

  if (engine === 'sqlite')
    test('reports the original error when SQLite has already ended the transaction, as on a full disk', async () => {
      const { db } = await open()
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
      await sql`pragma max_page_count = ${sql.raw(String((rows[0]?.page_count ?? 0) + 2))}`.execute(db)
      const failed = transact(db, (tx) => makePlace(tx, { summary: 'a'.repeat(100_000) }))
      await expect(failed).rejects.toThrow('full')
      expect(await transact(db, (tx) => tx.selectFrom('places').selectAll().execute())).toEqual([])
    })

  test('queues simultaneous transactions', async () => {
    const { db } = await open()
    const place = await makePlace(db, { position: 0 })
    await Promise.all(
      Array.from({ length: 20 }, () =>
        transact(db, async (tx) => {
          await tx
            .updateTable('places')
            .set((e) => ({ position: e('position', '+', 1) }))
            .where('id', '=', place.id)
            .execute()
        }),
      ),
    )
    expect(await db.selectFrom('places').select('position').executeTakeFirst()).toEqual({ position: 20 })
  })

  test('enforces foreign keys, and cascades deletes', async () => {
    const { db } = await open()
    await expect(makeGalleryItem(db, { gallery_id: 'none' })).rejects.toThrow(/foreign key/i)
    const gallery = await makeGallery(db)
    const photo = await makePhoto(db)
    await makeRendition(db, { photo_id: photo.id })
    await makeGalleryItem(db, { gallery_id: gallery.id, photo_id: photo.id })
    await db.deleteFrom('photos').execute()
    expect(await db.selectFrom('renditions').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('gallery_items').selectAll().execute()).toEqual([])
  })

  test('raises the content version on every write to content, by any connection, and on no other write', async () => {
    const { db, where } = await open()
    const version = async () =>
      (await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()).version
    const first = await version()
    const place = await makePlace(db)
    const second = await version()
    expect(second).toBeGreaterThan(first)
    const other = openDatabase(where)
    onTestFinished(() => other.destroy())
    await other.updateTable('places').set({ title: 'Another' }).where('id', '=', place.id).execute()
    const third = await version()
    expect(third).toBeGreaterThan(second)
    await makeSessionType(db, { places: [place] })
    expect(await version()).toBeGreaterThan(third)
    const before = await version()
    await db.insertInto('rate_limits').values({ bucket: 'x', hits: '[]', updated_at: 1 }).execute()
    expect(await version()).toBe(before)
    await db.deleteFrom('session_type_places').execute()
    expect(await version()).toBeGreaterThan(before)
  })

  test('is unchanged after a migration that fails', async () => {
    const { db } = await open()
    const broken = {
      up: async (tx: Kysely<unknown>) => {
        await tx.schema.createTable('half_made').addColumn('id', 'text').execute()
        throw new Error('the power went')
      },
    }
    await expect(migrate(db, { ...migrations, '9999-broken': broken })).rejects.toThrow('the power went')
    expect((await db.introspection.getTables()).map(({ name }) => name)).not.toContain('half_made')
    expect(await migrate(db)).toEqual([])
  })

  test.each([
    ['2026-11-20-a-jobs-outbox-limits', 'before the first release'],
    ['9999-later', 'by a newer version'],
  ])('is unchanged when another version migrated it: %s', async (name, sentence) => {
    const { db } = await open()
    await db.insertInto('rate_limits').values({ bucket: 'kept', hits: '[]', updated_at: 1 }).execute()
    const [own = ''] = await readMigrations(db)
    const rename = (from: string, to: string) =>
      sql`update kysely_migration set name = ${to} where name = ${from}`.execute(db)
    const before = await readTableShapes(db)
    await rename(own, name)
    try {
      await expect(migrate(db)).rejects.toThrow(sentence)
      expect(await readTableShapes(db)).toEqual(before)
      expect(await db.selectFrom('rate_limits').select('bucket').execute()).toEqual([{ bucket: 'kept' }])
      expect(await readMigrations(db)).toContain(name)
    } finally {
      await rename(name, own)
    }
  })

  test('is migrated once', async () => {
    const { db } = await open()
    expect(await migrate(db)).toEqual([])
  })

  if (engine === 'postgres')
    test('survives when the server closes its connections', async () => {
      const { db, where } = await open()
      await db.selectFrom('places').selectAll().execute()
      const other = openDatabase(where)
      onTestFinished(() => other.destroy())
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(other)
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(await db.selectFrom('places').selectAll().execute()).toEqual([])
    })

  if (engine === 'postgres')
    test('is migrated once by instances that start together', async () => {
      const { db, where } = await open()
      await sql`drop schema public cascade`.execute(db)
      await sql`create schema public`.execute(db)
      const instances = Array.from({ length: 3 }, () => openDatabase(where))
      onTestFinished(async () => void (await Promise.all(instances.map((instance) => instance.destroy()))))
      const ran = await Promise.all(instances.map((instance) => migrate(instance)))
      expect(ran.flat().toSorted()).toEqual(Object.keys(migrations).toSorted())
    })
})

test('a new SQLite database is migrated from nothing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-test-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const db = openDatabase({ databaseUrl: undefined, dataDir: join(dataDir, 'made', 'on', 'the', 'way') })
  expect(await migrate(db)).toEqual(Object.keys(migrations).toSorted())
  await db.destroy()
})

test('SQLite’s settings: write-ahead log, a whole file after a power failure, foreign keys, no blocking wait', async () => {
  const { db, dispose } = await freshDatabase('sqlite')
  onTestFinished(dispose)
  const pragma = async (name: string) =>
    Object.values((await sql.raw(`pragma ${name}`).execute(db)).rows[0] as object)[0]
  expect(await pragma('journal_mode')).toBe('wal')
  expect(await pragma('synchronous')).toBe(1)
  expect(await pragma('foreign_keys')).toBe(1)
  expect(await pragma('busy_timeout')).toBe(0)
})

test('on SQLite a write waits for another process’s lock', async () => {
  const { db, where, dispose } = await freshDatabase('sqlite')
  onTestFinished(dispose)
  const writer = `
    import { DatabaseSync } from 'node:sqlite'
    const db = new DatabaseSync(${JSON.stringify(join(where.dataDir, 'studio.sqlite'))})
    db.exec('begin immediate')
    db.exec("insert into rate_limits (bucket, hits, updated_at) values ('theirs', '[]', 1)")
    console.log('writing')
    setTimeout(() => db.exec('commit'), 400)`
  const other = spawn(process.execPath, ['--input-type=module', '--eval', writer])
  const ended = once(other, 'exit')
  await once(other.stdout, 'data')
  let ticks = 0
  const clock = setInterval(() => {
    ticks += 1
  }, 10)
  await transact(db, async (tx) => {
    clearInterval(clock)
    // The event loop kept running.
    expect(ticks).toBeGreaterThan(3)
    expect(await tx.selectFrom('rate_limits').select('bucket').execute()).toEqual([{ bucket: 'theirs' }])
    await tx.insertInto('rate_limits').values({ bucket: 'ours', hits: '[]', updated_at: 2 }).execute()
  })
  await ended
  expect(await db.selectFrom('rate_limits').selectAll().execute()).toHaveLength(2)
})

test('waiting for another process’s lock is limited to five seconds for all queued statements, and restarts for the next lock', () => {
  let now = 0
  const patience = lockPatience(() => now)
  for (; now <= 5_000; now += 25) expect(patience.goesOn()).toBe(true)
  expect(patience.goesOn()).toBe(false)
  now += 900
  expect(patience.goesOn()).toBe(false)
  now += 1_001
  expect(patience.goesOn()).toBe(true)
  now += 900
  patience.end()
  now += 4_500
  expect(patience.goesOn()).toBe(true)
})
