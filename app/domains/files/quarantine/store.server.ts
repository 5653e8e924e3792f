import type { Db } from '~/platform/db/database.server'

export async function deleteRemovedBefore(db: Db, before: number): Promise<void> {
  await db.deleteFrom('removed_photos').where('removed_at', '<', before).execute()
}
