import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, inject, onTestFinished } from 'vitest'
import { type Db, type Engine, openDatabase } from '~/platform/db/database.server'
import { reserveDatabase } from './reused-databases'

export interface FreshDatabase {
  db: Db
  engine: Engine
  /** Arguments of `openDatabase` for another connection. */
  where: { databaseUrl: string | undefined; dataDir: string }
  dispose(): Promise<void>
}

/**
 * Runs the same tests on SQLite and PostgreSQL. Inside a test, `open()` returns a new migrated, empty database,
 * which is deleted after the test.
 */
export function describeOnBothEngines(
  name: string,
  define: (open: () => Promise<FreshDatabase>, engine: Engine) => void,
): void {
  describe.each<Engine>(['sqlite', 'postgres'])(`${name} (%s)`, (engine) => {
    define(async () => {
      const fresh = await freshDatabase(engine)
      onTestFinished(() => fresh.dispose())
      return fresh
    }, engine)
  })
}

/** A new migrated, empty database. The caller disposes of it. */
export async function freshDatabase(engine: Engine): Promise<FreshDatabase> {
  return engine === 'sqlite' ? freshSqlite() : freshPostgres()
}

async function freshSqlite(): Promise<FreshDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-test-'))
  await copyFile(inject('sqliteTemplate'), join(dataDir, 'studio.sqlite'))
  const where = { databaseUrl: undefined, dataDir }
  const db = openDatabase(where)
  return {
    db,
    engine: 'sqlite',
    where,
    dispose: async () => {
      await db.destroy()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function freshPostgres(): Promise<FreshDatabase> {
  const reserved = await reserveDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-test-'))
  const where = { databaseUrl: reserved.url, dataDir }
  const db = openDatabase(where)
  return {
    db,
    engine: 'postgres',
    where,
    dispose: async () => {
      await db.destroy()
      reserved.release()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
