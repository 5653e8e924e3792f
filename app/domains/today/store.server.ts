import type { Db } from '~/platform/db/database.server'

/** Row of `settings` with the steps marked as done. json: a list of names */
const MARKED = 'setup-done'

export async function selectMarked(db: Db): Promise<string[]> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', MARKED).executeTakeFirst()
  return row ? JSON.parse(row.value) : []
}

export async function putMarked(db: Db, steps: readonly string[], at: number): Promise<void> {
  const row = { key: MARKED, value: JSON.stringify(steps), updated_at: at }
  await db
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value, updated_at: at }))
    .execute()
}
