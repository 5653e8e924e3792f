import type { Db } from '~/platform/db/database.server'

export async function selectSessions(
  db: Db,
  user: string,
  now: number,
): Promise<{ id: string; createdAt: number; lastSeenAt: number; network: string; userAgent: string }[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'updated_at', 'ip_address', 'user_agent'])
    .where('user_id', '=', user)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    lastSeenAt: row.updated_at,
    network: row.ip_address ?? '',
    userAgent: row.user_agent ?? '',
  }))
}

/** @returns whether the person had it */
export async function deleteSession(db: Db, user: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', user)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
