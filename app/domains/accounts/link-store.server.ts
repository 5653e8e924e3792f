import type { ExpressionBuilder } from 'kysely'
import { type Db, lockRows } from '~/platform/db/database.server'
import type { Database, Row } from '~/platform/db/schema'
import { newId, sha256 } from '~/platform/ids.server'
import type { TokenPurpose } from './model'

/** The subject of a link; `email` is the address it was sent to. */
export interface LinkTarget {
  /** '' where there is no account yet: using the link makes one. */
  user: string
  email: string
  /** Of the account that the link makes. */
  name?: string | undefined
  /** SHA-256 of the requesting browser's secret: only there, the link alone is enough. */
  browser?: string | undefined
  /** The password that was registered, by a hash of its hash: the link confirms no other. */
  registered?: string | undefined
  /** A path of ours: where to go once it's confirmed. */
  returnTo?: string | undefined
}

/** The token itself is nowhere but in the message. */
const identifierOf = (purpose: TokenPurpose, token: string) => `${purpose}:${sha256(token)}`

const targetText = ({ user, email, ...more }: LinkTarget) => JSON.stringify({ user, email, ...more })

interface NewLink extends LinkTarget {
  purpose: TokenPurpose
  token: string
  at: number
  expiresAt: number
}

export async function insertLink(
  db: Db,
  { purpose, token, at, expiresAt, ...target }: NewLink,
): Promise<void> {
  await db
    .insertInto('verifications')
    .values({
      id: newId(),
      identifier: identifierOf(purpose, token),
      value: targetText(target),
      expires_at: expiresAt,
      created_at: at,
      updated_at: at,
    })
    .execute()
}

/** Looks without using it up. */
export async function selectLink(
  db: Db,
  purpose: TokenPurpose,
  token: string,
  now: number,
): Promise<LinkTarget | undefined> {
  const row = await db
    .selectFrom('verifications')
    .select('value')
    .where('identifier', '=', identifierOf(purpose, token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && JSON.parse(row.value)
}

/** Uses a link: one of several simultaneous requests gets its subject. */
export async function takeLink(
  db: Db,
  purpose: TokenPurpose,
  token: string,
  now: number,
): Promise<LinkTarget | undefined> {
  const row = await db
    .deleteFrom('verifications')
    .where('identifier', '=', identifierOf(purpose, token))
    .returning(['value', 'expires_at'])
    .executeTakeFirst()
  return row && row.expires_at > now ? JSON.parse(row.value) : undefined
}

/**
 * Invalidates all of a person's links, to any address, and sign-ins that wait for a code: a stranger may have
 * requested one, which can be the reason for the change that calls this.
 * @param purpose limits it to one kind
 */
export async function deleteLinksOf(db: Db, user: string, purpose?: TokenPurpose): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where((e) => e.or([e('value', 'like', `{"user":${JSON.stringify(user)},%`), e('value', '=', user)]))
    .$if(purpose !== undefined, (query) => query.where('identifier', 'like', `${purpose}:%`))
    .execute()
}

export interface OwnerLink {
  role: Row<'owner_links'>['role']
  /** Undefined: printed at the first start, for anyone with the link. */
  email: string | undefined
  /** Sent by an owner; the others were printed by a command, for someone who can’t get in. */
  isInvitation: boolean
}

export async function insertOwnerLink(
  db: Db,
  link: Pick<OwnerLink, 'role' | 'email'> & {
    id: string
    tokenHash: string
    at: number
    expiresAt: number
    /** Of an invitation. */
    invitedBy?: { uid: string; name: string }
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
      id: link.id,
      invited_by: link.invitedBy?.name ?? null,
      invited_by_id: link.invitedBy?.uid ?? null,
      withdrawn_at: null,
    })
    .execute()
}

/** A link of the first start is for a studio that no one owns. */
const isFirstStart = (e: ExpressionBuilder<Database, 'owner_links'>) =>
  e.and([e('email', 'is', null), e('invited_by', 'is', null)])

/** What makes a link work now. */
const works = (e: ExpressionBuilder<Database, 'owner_links'>, tokenHash: string, now: number) =>
  e.and([
    e('token_hash', '=', tokenHash),
    e('redeemed_at', 'is', null),
    e('withdrawn_at', 'is', null),
    e('expires_at', '>', now),
    e.or([
      e.not(isFirstStart(e)),
      e.not(e.exists(e.selectFrom('users').select('users.id').where('users.role', '=', 'owner'))),
    ]),
  ])

export async function selectOwnerLink(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<OwnerLink | undefined> {
  const row = await db
    .selectFrom('owner_links')
    .select(['role', 'email', 'invited_by'])
    .where((e) => works(e, tokenHash, now))
    .executeTakeFirst()
  return row && { role: row.role, email: row.email ?? undefined, isInvitation: row.invited_by !== null }
}

/** Of many at once, one redeems a link: the others wait for the row and find it redeemed. @returns whether this one */
export async function markRedeemed(db: Db, tokenHash: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('owner_links')
    .set({ redeemed_at: at })
    .where((e) => works(e, tokenHash, at))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function noteRedeemer(db: Db, tokenHash: string, user: string): Promise<void> {
  await db.updateTable('owner_links').set({ redeemed_by: user }).where('token_hash', '=', tokenHash).execute()
}

/** All in one order, so that of two who redeem two links at once, the later one waits and finds a studio with an owner. */
export async function lockFirstStartLinks(tx: Db): Promise<void> {
  const open = tx
    .selectFrom('owner_links')
    .select('token_hash')
    .where(isFirstStart)
    .where('redeemed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('token_hash')
  await lockRows(tx, open).execute()
}

/** Ends the links of the first start, and every other link to this address: one of them has been used. */
export async function withdrawOthers(db: Db, { email, at }: { email: string; at: number }): Promise<void> {
  await db
    .updateTable('owner_links')
    .set({ withdrawn_at: at })
    .where('redeemed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where((e) => e.or([e('email', '=', email), isFirstStart(e)]))
    .execute()
}
