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

/** @returns what it was; undefined when the person has no such session */
export async function deleteSession(
  db: Db,
  user: string,
  id: string,
): Promise<{ userAgent: string } | undefined> {
  const row = await db
    .deleteFrom('sessions')
    .where('user_id', '=', user)
    .where('id', '=', id)
    .returning('user_agent')
    .executeTakeFirst()
  return row && { userAgent: row.user_agent ?? '' }
}
