import type { Db } from '~/platform/db/database.server'

/** Names of the tables that a database has, whatever version of the program has migrated it. */
export async function selectTables(db: Db): Promise<Set<string>> {
  return new Set((await db.introspection.getTables()).map(({ name }) => name))
}

export const selectInstallation = (db: Db) =>
  db.selectFrom('installation').select(['id', 'signed_at']).executeTakeFirst()

/** Photos by the checksums of their originals, up to one of them. */
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

/** @returns the id that the database has now: this one, unless it had one before */
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

/** Gives the database another id; the next inventory is a full one. */
export async function replaceInstallation(db: Db, id: string): Promise<void> {
  await db.deleteFrom('installation').execute()
  await db.insertInto('installation').values({ one: 1, id, signed_at: null }).execute()
  await db.updateTable('inventory_runs').set({ full_at: null }).execute()
}
