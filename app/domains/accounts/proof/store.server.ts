import type { Db } from '~/platform/db/database.server'

export async function updateProvedAt(db: Db, session: string, at: number): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: at }).where('id', '=', session).execute()
}

/** A code or a passkey was given in this session. */
export async function noteTwoSteps(db: Db, session: string): Promise<void> {
  await db.updateTable('sessions').set({ two_steps: 1 }).where('id', '=', session).execute()
}
