import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Database } from '~/platform/db/schema'
import { TABLES } from '~/platform/db/tables'
import type { Site } from './site'
import { inDatabaseOf } from './site-database'

/**
 * Makes inserts or updates of a running site’s table (on SQLite) fail until the test ends, with the engine's error for a
 * full disk.
 * @returns ends that earlier
 */
export async function noRoomIn(
  site: Site,
  table: keyof Database,
  change: 'insert' | 'update' = 'insert',
): Promise<() => Promise<void>> {
  const name = sql.id(`no_room_${table}`)
  const makeRoom = () =>
    inDatabaseOf(site, async (db) => void (await sql`drop trigger if exists ${name}`.execute(db)))
  onTestFinished(makeRoom)
  await inDatabaseOf(site, (db) =>
    sql`create trigger ${name} before ${sql.raw(change)} on ${sql.table(table)}
        begin select raise(abort, 'database or disk is full'); end`.execute(db),
  )
  return makeRoom
}

/** The tables of a running site (on SQLite) that get new rows during `work`. */
export async function tablesWrittenBy(site: Site, work: () => Promise<void>): Promise<(keyof Database)[]> {
  await inDatabaseOf(site, async (db) => {
    await sql`create table written (name text primary key)`.execute(db)
    for (const table of TABLES)
      await sql`create trigger ${sql.id(`note_${table}`)} after insert on ${sql.table(table)}
          begin insert or ignore into written values (${sql.lit(table)}); end`.execute(db)
  })
  await work()
  return await inDatabaseOf(site, async (db) => {
    const { rows } = await sql<{ name: keyof Database }>`select name from written`.execute(db)
    for (const table of TABLES) await sql`drop trigger ${sql.id(`note_${table}`)}`.execute(db)
    await sql`drop table written`.execute(db)
    return rows.map(({ name }) => name)
  })
}
