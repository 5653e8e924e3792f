import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'

export interface OwnerLink {
  role: Row<'owner_links'>['role']
  /** Undefined: whoever has the link. */
  email: string | undefined
}

export async function insertOwnerLink(
  db: Db,
  link: OwnerLink & { tokenHash: string; at: number; expiresAt: number },
): Promise<void> {
  await db
    .insertInto('owner_links')
    .values({
      token_hash: link.tokenHash,
      role: link.role,
      email: link.email ?? null,
      expires_at: link.expiresAt,
      created_at: link.at,
      redeemed_at: null,
      redeemed_by: null,
    })
    .execute()
}

export async function selectOwnerLink(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<OwnerLink | undefined> {
  const row = await db
    .selectFrom('owner_links')
    .select(['role', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('redeemed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { role: row.role, email: row.email ?? undefined }
}

/** Of many at once, one redeems a link: the others wait for the row and find it redeemed. @returns whether this one */
export async function markRedeemed(db: Db, tokenHash: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('owner_links')
    .set({ redeemed_at: at })
    .where('token_hash', '=', tokenHash)
    .where('redeemed_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function noteRedeemer(db: Db, tokenHash: string, user: string): Promise<void> {
  await db.updateTable('owner_links').set({ redeemed_by: user }).where('token_hash', '=', tokenHash).execute()
}
