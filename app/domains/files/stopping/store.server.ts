import type { Db } from '~/platform/db/database.server'
import { upsertRun } from '../collecting/store.server'

/** @returns whether this is news: nothing was stopped, or the owner had answered */
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

/** @returns false when it has not stopped at so many files, or not any more */
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
