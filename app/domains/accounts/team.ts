import type { AccountErrors, TooMany } from './model'

/** Who works in the Studio (D5). */
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
  /** When the account was made, in milliseconds since 1970. */
  since: number
  /** When a session of theirs was used last, as far as one is there. */
  seen: number | null
}

/** A way into the Studio that no one has used yet. */
export interface OpenLink {
  id: string
  /** null: printed at the first start, for anyone with the link. */
  email: string | null
  role: TeamRole
  expiresAt: number
  /** Name of the owner who sent it as an invitation; null: printed, on the server. */
  invitedBy: string | null
}

export type Invited =
  | { ok: true; email: string }
  | { ok: false; reason: 'refused'; errors: AccountErrors & { role?: string } }
  | { ok: false; reason: 'in-team'; name: string }
  /** The invitation, or the right to it, is no longer there. */
  | { ok: false; reason: 'gone' }
  | TooMany

export type RoleChanged =
  | { ok: true; name: string }
  /** A studio without an owner could not be opened again. */
  | { ok: false; reason: 'last-owner' }
  | { ok: false; reason: 'changed-since' }
  | { ok: false; reason: 'gone' }
