import type { AccountErrors, TooMany } from './model'

/** Roles with access to the Studio (D5). */
export const TEAM_ROLES = ['assistant', 'owner'] as const
export type TeamRole = (typeof TEAM_ROLES)[number]

export const isTeamRole = (text: string): text is TeamRole => text === 'owner' || text === 'assistant'

export interface TeamMember {
  id: string
  name: string
  email: string
  role: TeamRole
  twoFactor: boolean
  passkey: boolean
  /** When the account was created, milliseconds since 1970. */
  since: number
  /** When one of their sessions was last used, milliseconds since 1970; null: no session. */
  seen: number | null
}

/** An unused link to the Studio. */
export interface OpenLink {
  id: string
  /** null: printed at the first start, for anyone with the link. */
  email: string | null
  role: TeamRole
  expiresAt: number
  /** Name of the owner who sent the invitation; null: printed on the server. */
  invitedBy: string | null
}

export type Invited =
  | { ok: true; email: string }
  | { ok: false; reason: 'refused'; errors: AccountErrors & { role?: string } }
  | { ok: false; reason: 'in-team'; name: string }
  /** The invitation or the permission no longer exists. */
  | { ok: false; reason: 'gone' }
  | TooMany

export type RoleChanged =
  | { ok: true; name: string }
  /** A studio needs an owner. */
  | { ok: false; reason: 'last-owner' }
  | { ok: false; reason: 'changed-since' }
  | { ok: false; reason: 'gone' }
