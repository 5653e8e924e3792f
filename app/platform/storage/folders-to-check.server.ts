import type { Db } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'

/**
 * Has the files in these folders compared with their rows, at `dueAt` or in the run after it. To be called in the
 * transaction in which rows go whose files stay.
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
