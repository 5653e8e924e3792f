import type { Db } from '~/platform/db/database.server'
import type { Passkey } from './model'

/** Newest first. */
export async function selectPasskeys(db: Db, user: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', user)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

/** The account that has this passkey. */
export async function selectHolder(db: Db, credentialId: string): Promise<{ email: string } | undefined> {
  return await db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select('users.email')
    .where('passkeys.credential_id', '=', credentialId)
    .executeTakeFirst()
}

export async function touchPasskey(db: Db, credentialId: string, at: number): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ last_used_at: at })
    .where('credential_id', '=', credentialId)
    .execute()
}

/** @returns false if the person has no such passkey */
export async function updateName(
  db: Db,
  { id, user, name }: { id: string; user: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', user)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns its name; undefined: the person has no such passkey */
export async function deletePasskey(db: Db, user: string, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', user)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}
