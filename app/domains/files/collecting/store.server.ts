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

/** Folders of one kind of files that were to be looked at by `now`. */
export async function selectDueFolders(db: Db, prefix: string, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('folders_to_check')
    .select('prefix')
    .where('due_at', '<=', now)
    .where('prefix', 'like', `${prefix}%`)
    .execute()
  return rows.map((row) => row.prefix)
}

/** What was asked for after `now` stays. */
export async function deleteDueFolders(db: Db, folders: readonly string[], now: number): Promise<void> {
  for (const some of inParts(folders))
    await db.deleteFrom('folders_to_check').where('prefix', 'in', some).where('due_at', '<=', now).execute()
}
