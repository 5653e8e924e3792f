import type { Db } from '~/platform/db/database.server'
import type { OpenLink, TeamMember, TeamRole } from './team'

/** Maximum rows listed; teams are much smaller. */
const MOST = 200

export const teamQuery = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'two_factor_enabled', 'created_at'])
    .select((e) =>
      e
        .selectFrom('sessions')
        .whereRef('sessions.user_id', '=', 'users.id')
        .select((s) => s.fn.max('sessions.updated_at').as('seen'))
        .as('seen'),
    )
    .select((e) =>
      e
        .selectFrom('passkeys')
        .whereRef('passkeys.user_id', '=', 'users.id')
        .select((p) => p.fn.countAll().as('passkeys'))
        .as('passkeys'),
    )
    .where('role', 'in', ['owner', 'assistant'])
    .limit(MOST)

/** Owners first, then by name. */
export async function selectTeam(db: Db): Promise<TeamMember[]> {
  const rows = await teamQuery(db).execute()
  return rows
    .map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      role: row.role as TeamRole,
      twoFactor: row.two_factor_enabled === 1,
      passkey: Number(row.passkeys) > 0,
      since: row.created_at,
      seen: row.seen === null ? null : Number(row.seen),
    }))
    .toSorted((a, b) => b.role.localeCompare(a.role) || a.name.localeCompare(b.name))
}

export const openLinksQuery = (db: Db) =>
  db
    .selectFrom('owner_links')
    .select(['id', 'email', 'role', 'expires_at', 'invited_by'])
    .where('redeemed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(MOST)

/**
 * Links that are neither used nor withdrawn, newest first. Includes expired invitations, so that they can be
 * sent again.
 */
export async function selectOpenLinks(db: Db, now: number): Promise<OpenLink[]> {
  const rows = await openLinksQuery(db).execute()
  return rows
    .filter(({ invited_by, expires_at }) => invited_by !== null || expires_at > now)
    .map((row) => ({
      id: row.id ?? '',
      email: row.email,
      role: row.role,
      expiresAt: row.expires_at,
      invitedBy: row.invited_by,
    }))
}

/**
 * Withdraws the open link with that id, an address's open invitations, or those of an owner.
 * @returns the withdrawn ones
 */
export async function withdrawOpen(
  db: Db,
  which: { id: string } | { invited: string } | { invitedBy: string },
  at: number,
): Promise<Pick<OpenLink, 'email' | 'role'>[]> {
  const open = db
    .updateTable('owner_links')
    .set({ withdrawn_at: at })
    .where('redeemed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning(['email', 'role'])
  if ('id' in which) return await open.where('id', '=', which.id).execute()
  const invitations = open.where('invited_by', 'is not', null)
  return 'invited' in which
    ? await invitations.where('email', '=', which.invited).execute()
    : await invitations.where('invited_by_id', '=', which.invitedBy).execute()
}

/** @returns false if the person no longer has the role `was`; nothing is written then */
export async function updateRole(
  db: Db,
  user: string,
  { was, to, at }: { was: TeamRole; to: TeamRole | 'client'; at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ role: to, updated_at: at })
    .where('id', '=', user)
    .where('role', '=', was)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
