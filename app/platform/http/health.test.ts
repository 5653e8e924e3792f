import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Config } from '~/platform/config.server'
import { openDatabase, rehearse, runsOnPostgres } from '~/platform/db/database.server'
import { probeDatabase } from '~/platform/db/probe.server'
import { folderStorage } from '~/platform/storage/folder-storage.server'
import { describeOnBothEngines, type FreshDatabase } from '../../../test/support/database'
import { readiness } from './health.server'

async function open(fresh: FreshDatabase) {
  const { db, where } = fresh
  const photos = join(where.dataDir, 'photos')
  await mkdir(photos, { recursive: true })
  const parts = {
    db,
    config: { dataDir: where.dataDir } as Config,
    storage: folderStorage(photos),
    log: pino({ level: 'silent' }),
    worker: { isHealthy: () => true },
  }
  return {
    photos,
    // A new handler each time, since results are cached for a second.
    ask: async () => {
      const answer = await new Hono().get('/readyz', readiness(parts)).request('/readyz')
      return { status: answer.status, ...((await answer.json()) as Record<string, boolean>) }
    },
  }
}

/** All files except SQLite's shared-memory file. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
  return await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      return `${path} ${createHash('sha256')
        .update(await readFile(path))
        .digest('hex')}`
    }),
  )
}

/** Blocks all other writers until `work` is done, as another process could. */
async function whileLocked(fresh: FreshDatabase, work: () => Promise<void>): Promise<void> {
  const other = openDatabase(fresh.where)
  try {
    await rehearse(other, async (tx) => {
      if (runsOnPostgres(other)) await sql`lock table bookings in share mode`.execute(tx)
      await work()
    })
  } finally {
    await other.destroy()
  }
}

describeOnBothEngines('readiness', (openFresh) => {
  test('is checked without writing anything', async () => {
    const fresh = await openFresh()
    const { ask } = await open(fresh)
    const before = await filesIn(fresh.where.dataDir)
    for (let n = 0; n < 3; n += 1)
      expect(await ask()).toEqual({ status: 200, ready: true, database: true, storage: true, jobs: true })
    expect(await filesIn(fresh.where.dataDir)).toEqual(before)
  })

  test('D1: is lost while something blocks writes to the database', async () => {
    const fresh = await openFresh()
    const { ask } = await open(fresh)
    await whileLocked(fresh, async () => {
      expect(await ask()).toMatchObject({ status: 503, ready: false, database: false, storage: true })
    })
    expect(await ask()).toMatchObject({ status: 200, database: true })
  })

  test('D1: is lost when a table is missing', async () => {
    const fresh = await openFresh()
    const { ask } = await open(fresh)
    await sql`alter table favorites rename to favourites`.execute(fresh.db)
    expect(await ask()).toMatchObject({ status: 503, ready: false, database: false })
    await sql`alter table favourites rename to favorites`.execute(fresh.db)
    expect(await ask()).toMatchObject({ status: 200, database: true })
  })

  test('is lost when the photos’ folder is missing', async () => {
    const { ask, photos } = await open(await openFresh())
    await rm(photos, { recursive: true })
    expect(await ask()).toMatchObject({ status: 503, ready: false, database: true, storage: false })
  })
})

test('doesn’t recreate a missing database file', async () => {
  const db = openDatabase({ databaseUrl: undefined, dataDir: '/nonexistent' })
  await expect(probeDatabase(db, '/nonexistent', 0)).rejects.toThrow('unable to open database file')
})
