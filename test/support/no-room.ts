import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Database } from '~/platform/db/schema'
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
