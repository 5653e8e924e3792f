import type { Db } from '~/platform/db/database.server'

export async function updateProvedAt(db: Db, session: string, at: number): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: at }).where('id', '=', session).execute()
}
