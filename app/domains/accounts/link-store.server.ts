import type { ExpressionBuilder } from 'kysely'
import { type Db, lockRows } from '~/platform/db/database.server'
import type { Database, Row } from '~/platform/db/schema'
import { newId, sha256 } from '~/platform/ids.server'
import type { TokenPurpose } from './model'

/** The subject of a link; `email` is the address it was sent to. */
export interface LinkTarget {
  /** '' if there is no account yet: using the link creates one. */
  user: string
  email: string
  /** Name of the account that the link creates. */
  name?: string | undefined
  /** SHA-256 of the requesting browser's secret. In that browser, the link alone is enough. */
  browser?: string | undefined
  /** Hash of the hash of the registered password. The link confirms only that password. */
  registered?: string | undefined
  /** Local path to go to afterwards. */
  returnTo?: string | undefined
}

/** The token's hash is stored; the token itself is only in the email. */
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

/** Reads a link without using it up. */
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

/** Uses a link up: only one of several simultaneous requests gets its subject. */
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
 * Deletes all of a person's links to any address, and sign-ins waiting for a code. A stranger may have
 * requested one, which may be the reason for the caller's change.
 * @param purpose only this kind
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
  /** undefined: printed at the first start, for anyone with the link. */
  email: string | undefined
  /** true: sent by an owner; false: printed by a command, for someone who can’t sign in. */
  isInvitation: boolean
}

export async function insertOwnerLink(
  db: Db,
  link: Pick<OwnerLink, 'role' | 'email'> & {
    id: string
    tokenHash: string
    at: number
    expiresAt: number
    /** Owner who sent the invitation. */
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

/** Whether it's a link of the first start, which works only while there is no owner. */
const isFirstStart = (e: ExpressionBuilder<Database, 'owner_links'>) =>
  e.and([e('email', 'is', null), e('invited_by', 'is', null)])

/** Whether a link works now. */
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

/** Marks a link as used. Simultaneous requests wait for the row. @returns false if it was already used */
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

/**
 * Locks all of them in one order, so that the later of two simultaneous requests waits, and then finds an
 * owner.
 */
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

/** Withdraws the links of the first start, and all other links to this address, after one was used. */
export async function withdrawOthers(db: Db, { email, at }: { email: string; at: number }): Promise<void> {
  await db
    .updateTable('owner_links')
    .set({ withdrawn_at: at })
    .where('redeemed_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where((e) => e.or([e('email', '=', email), isFirstStart(e)]))
    .execute()
}
