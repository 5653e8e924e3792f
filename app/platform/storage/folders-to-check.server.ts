import type { Db } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'

/**
 * Schedules a comparison of the files in these folders with their rows, at `dueAt` or the run after. Call it
 * in the transaction that deletes rows but not their files.
 * @param folders each ends in `/`
 */
export async function checkFolders(db: Db, folders: readonly string[], dueAt: number): Promise<void> {
  for (const some of inParts([...new Set(folders)]))
    await db
      .insertInto('folders_to_check')
      .values(some.map((prefix) => ({ prefix, due_at: dueAt })))
      .onConflict((conflict) => conflict.column('prefix').doUpdateSet({ due_at: dueAt }))
      .execute()
}
