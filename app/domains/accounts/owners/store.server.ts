import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'

export interface OwnerLink {
  role: Row<'owner_links'>['role']
  /** Undefined: whoever has the link. */
  email: string | undefined
  /** Sent by a person of the studio; the others were printed by a command, for who cannot get in. */
  isInvitation: boolean
}

export async function insertOwnerLink(
  db: Db,
  link: Pick<OwnerLink, 'role' | 'email'> & {
    tokenHash: string
    at: number
    expiresAt: number
    /** Of an invitation. */
    id?: string
    invitedBy?: string
  },
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
      id: link.id ?? null,
      invited_by: link.invitedBy ?? null,
      withdrawn_at: null,
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
    .select(['role', 'email', 'id'])
    .where('token_hash', '=', tokenHash)
    .where('redeemed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { role: row.role, email: row.email ?? undefined, isInvitation: row.id !== null }
}

/** Of many at once, one redeems a link: the others wait for the row and find it redeemed. @returns whether this one */
export async function markRedeemed(db: Db, tokenHash: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('owner_links')
    .set({ redeemed_at: at })
    .where('token_hash', '=', tokenHash)
    .where('redeemed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function noteRedeemer(db: Db, tokenHash: string, user: string): Promise<void> {
  await db.updateTable('owner_links').set({ redeemed_by: user }).where('token_hash', '=', tokenHash).execute()
}
