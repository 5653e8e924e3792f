import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, inject, onTestFinished } from 'vitest'
import { type Db, type Engine, openDatabase } from '~/platform/db/database.server'
import { TEMPLATE } from './global-setup'

export interface FreshDatabase {
  db: Db
  engine: Engine
  /** What `openDatabase` needs for another connection to it. */
  where: { databaseUrl: string | undefined; dataDir: string }
  dispose(): Promise<void>
}

/**
 * Describes the same behaviour on SQLite and on PostgreSQL.
 * `open()`, inside a test, gives a migrated, empty database of its own, which goes when the test is over.
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

/** A migrated, empty database. Who makes it disposes of it. */
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
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-test-'))
  const where = { databaseUrl: `${server}/${name}`, dataDir }
  const db = openDatabase(where)
  return {
    db,
    engine: 'postgres',
    where,
    dispose: async () => {
      await db.destroy()
      await onServer(server, `drop database ${name} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** One connection for all that a test file makes; it keeps no process from ending. */
let administration: pg.Pool | undefined

async function onServer(server: string, statement: string): Promise<void> {
  administration ??= new pg.Pool({
    connectionString: `${server}/postgres`,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
  await administration.query(statement)
}
