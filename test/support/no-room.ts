import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Database } from '~/platform/db/schema'
import type { Site } from './site'
import { inDatabaseOf } from './site-database'

/**
 * From now until the test ends, nothing fits into a table of a running site (on SQLite), and it says so in the words of
 * the engine on a full disk.
 * @returns makes room before that
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
