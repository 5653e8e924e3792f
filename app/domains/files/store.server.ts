import type { Db } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import type { Row } from '~/platform/db/schema'

export type RunRow = Row<'inventory_runs'>

export const selectRun = (db: Db, prefix: string): Promise<RunRow | undefined> =>
  db.selectFrom('inventory_runs').selectAll().where('prefix', '=', prefix).executeTakeFirst()

export async function upsertRun(
  db: Db,
  prefix: string,
  ran: Partial<Pick<RunRow, 'ran_at' | 'full_at'>>,
): Promise<void> {
  await db
    .insertInto('inventory_runs')
    .values({ prefix, ran_at: null, full_at: null, stopped_at: null, allowed: null, ...ran })
    .onConflict((conflict) => conflict.column('prefix').doUpdateSet({ prefix, ...ran }))
    .execute()
}

/** Folders of a kind that are due for a check. */
export async function selectDueFolders(db: Db, prefix: string, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('folders_to_check')
    .select('prefix')
    .where('due_at', '<=', now)
    .where('prefix', 'like', `${prefix}%`)
    .execute()
  return rows.map((row) => row.prefix)
}

/** Requests for later checks stay. */
export async function deleteDueFolders(db: Db, folders: readonly string[], now: number): Promise<void> {
  for (const some of inParts(folders))
    await db.deleteFrom('folders_to_check').where('prefix', 'in', some).where('due_at', '<=', now).execute()
}

/** @returns whether this is a new stop: none before, or the owner has answered it */
export async function stopRun(
  db: Db,
  prefix: string,
  { found, total, at }: { found: number; total: number; at: number },
): Promise<boolean> {
  await upsertRun(db, prefix, {})
  const { numUpdatedRows } = await db
    .updateTable('inventory_runs')
    .set({ found, total, stopped_at: at, allowed: null })
    .where('prefix', '=', prefix)
    .where((e) => e.or([e('stopped_at', 'is', null), e('allowed', 'is not', null)]))
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return true
  await db.updateTable('inventory_runs').set({ found, total }).where('prefix', '=', prefix).execute()
  return false
}

export async function clearStop(db: Db, prefix: string): Promise<void> {
  await db
    .updateTable('inventory_runs')
    .set({ stopped_at: null, allowed: null, found: 0, total: 0 })
    .where('prefix', '=', prefix)
    .where('stopped_at', 'is not', null)
    .execute()
}

export const selectStops = (db: Db) =>
  db
    .selectFrom('inventory_runs')
    .select(['prefix', 'stopped_at', 'found', 'total', 'allowed'])
    .where('stopped_at', 'is not', null)
    .orderBy('prefix')
    .execute()

/** @returns false if it isn't stopped with that number of files anymore */
export async function allowRun(
  db: Db,
  prefix: string,
  { found, allowed }: { found: number; allowed: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('inventory_runs')
    .set({ allowed })
    .where('prefix', '=', prefix)
    .where('found', '=', found)
    .where('stopped_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Former names of deleted photos. */
export async function selectRemoved(
  db: Db,
  photos: readonly string[],
): Promise<Map<string, Row<'removed_photos'>>> {
  const found = new Map<string, Row<'removed_photos'>>()
  for (const some of inParts(photos))
    for (const row of await db.selectFrom('removed_photos').selectAll().where('sha256', 'in', some).execute())
      found.set(row.sha256, row)
  return found
}

export async function selectSlug(db: Db, photo: string): Promise<string | undefined> {
  const row = await db.selectFrom('photos').select('slug').where('sha256', '=', photo).executeTakeFirst()
  return row?.slug
}

export async function deleteRemoved(db: Db, photo: string): Promise<void> {
  await db.deleteFrom('removed_photos').where('sha256', '=', photo).execute()
}

export async function deleteRemovedBefore(db: Db, before: number): Promise<void> {
  await db.deleteFrom('removed_photos').where('removed_at', '<', before).execute()
}

/** Names of a database's tables, whatever version migrated it. */
export async function selectTables(db: Db): Promise<Set<string>> {
  return new Set((await db.introspection.getTables()).map(({ name }) => name))
}

export const selectInstallation = (db: Db) =>
  db.selectFrom('installation').select(['id', 'signed_at']).executeTakeFirst()

/** Photos by the checksums of their originals, up to a given one. */
export async function selectChecksums(
  db: Db,
  { until, limit }: { until: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('photos')
    .select('sha256')
    .$if(until !== undefined, (query) => query.where('sha256', '<=', until ?? ''))
    .orderBy('sha256')
    .limit(limit)
    .execute()
  return rows.map(({ sha256 }) => sha256)
}

/** @returns the database's id: this one, or the one that it already had */
export async function insertInstallation(db: Db, id: string): Promise<string> {
  await db
    .insertInto('installation')
    .values({ one: 1, id, signed_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  return row.id
}

export async function markSigned(db: Db, at: number): Promise<void> {
  await db.updateTable('installation').set({ signed_at: at }).where('signed_at', 'is', null).execute()
}

/** Replaces the database's id. The next comparison is a full one. */
export async function replaceInstallation(db: Db, id: string): Promise<void> {
  await db.deleteFrom('installation').execute()
  await db.insertInto('installation').values({ one: 1, id, signed_at: null }).execute()
  await db.updateTable('inventory_runs').set({ full_at: null }).execute()
}
