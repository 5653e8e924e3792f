import fs, { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../../../test/support/database'
import { type Db, transact } from './database.server'

afterEach(() => vi.restoreAllMocks())

/** What putting a file on disk does from now on. */
const whenPutOnDisk = (does: () => Promise<void>) =>
  vi.spyOn(fs, 'fdatasync').mockImplementation((_, done) => void does().then(() => done(null), done))

async function sqlite() {
  const opened = await freshDatabase('sqlite')
  onTestFinished(opened.dispose)
  return opened
}

const put = (db: Db, bucket: string, hits = '[]') =>
  db.insertInto('rate_limits').values({ bucket, hits, updated_at: 1 }).execute()

test('a write is reported, and seen, once it is on disk, and other work goes on until then', async () => {
  const { db } = await sqlite()
  const disk = Promise.withResolvers<void>()
  const spy = whenPutOnDisk(() => disk.promise)
  const reported: string[] = []
  const written = Promise.all([
    transact(db, (tx) => put(tx, 'one')).then(() => reported.push('transaction')),
    put(db, 'two').then(() => reported.push('statement')),
    sql`insert into rate_limits (bucket, hits, updated_at) values ('three', '[]', 1)`
      .execute(db)
      .then(() => reported.push('text')),
    db
      .selectFrom('rate_limits')
      .select('bucket')
      .execute()
      .then((rows) => reported.push(`${rows.length} seen`)),
  ])
  await vi.waitFor(() => expect(spy).toHaveBeenCalledTimes(1))
  await new Promise((resolve) => setImmediate(resolve))
  expect(reported).toEqual([])
  disk.resolve()
  await written
  expect(reported).toEqual(['transaction', 'statement', 'text', '3 seen'])
  expect(spy).toHaveBeenCalledTimes(3)
})

test('what isn’t committed isn’t put on disk', async () => {
  const { db } = await sqlite()
  const spy = whenPutOnDisk(async () => {})
  await db.selectFrom('rate_limits').selectAll().execute()
  await sql`select 1`.execute(db)
  await expect(
    transact(db, async (tx) => {
      await put(tx, 'one')
      throw new Error('No.')
    }),
  ).rejects.toThrow('No.')
  expect(spy).not.toHaveBeenCalled()
})

test('the program ends when the disk fails, since what it has then isn’t known', async () => {
  const { db } = await sqlite()
  whenPutOnDisk(async () => {
    throw new Error('EIO: i/o error, fdatasync')
  })
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended')
  })
  await expect(put(db, 'one')).rejects.toThrow('ended')
  expect(said.mock.calls.join()).toContain('EIO: i/o error, fdatasync')
})

async function lag(db: Db): Promise<number> {
  const { rows } = await sql<{ log: number; checkpointed: number }>`pragma wal_checkpoint(noop)`.execute(db)
  return (rows[0]?.log ?? 0) - (rows[0]?.checkpointed ?? 0)
}

test('another thread writes a long log back', async () => {
  const { db } = await sqlite()
  const hits = 'x'.repeat(1_000_000)
  let longest = 0
  for (let n = 0; n < 24; n++) {
    await put(db, `before ${n}`, hits)
    longest = Math.max(longest, await lag(db))
  }
  expect(longest).toBeGreaterThan(3_600)
  await vi.waitFor(async () => expect(await lag(db)).toBeLessThan(3_500), 20_000)
  expect(await db.selectFrom('rate_limits').select('bucket').execute()).toHaveLength(24)
})

test('while someone reads an old state, writing goes on, and the log is written back after that', async () => {
  const { db, where } = await sqlite()
  const reader = new DatabaseSync(join(where.dataDir, 'studio.sqlite'), { readOnly: true })
  reader.exec('begin')
  expect(reader.prepare('select count(*) n from rate_limits').get()).toEqual({ n: 0 })
  const hits = 'x'.repeat(1_000_000)
  for (let n = 0; n < 40; n++) await put(db, `${n}`, hits)
  expect(await lag(db)).toBeGreaterThan(8_000)
  expect(reader.prepare('select count(*) n from rate_limits').get()).toEqual({ n: 0 })
  reader.close()
  for (let n = 40; n < 60; n++) await put(db, `${n}`, hits)
  let more = 60
  await vi.waitFor(async () => {
    await put(db, `${more++}`)
    expect(await lag(db)).toBeLessThan(8_000)
  }, 20_000)
})

test('nothing has the files open after the database was closed', async () => {
  const { db, where } = await sqlite()
  const hits = 'x'.repeat(1_000_000)
  for (let n = 0; n < 18; n++) await put(db, `${n}`, hits)
  await db.destroy()
  expect(existsSync(join(where.dataDir, 'studio.sqlite'))).toBe(true)
  expect(existsSync(join(where.dataDir, 'studio.sqlite-wal'))).toBe(false)
})
