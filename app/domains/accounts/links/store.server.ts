import type { Db } from '~/platform/db/database.server'
import { newId, sha256 } from '~/platform/ids.server'
import type { TokenPurpose } from '../model'

/** What a link stands for; `email` is the address that it was sent to. */
export interface LinkTarget {
  /** '' where there is no account yet: using the link makes one. */
  user: string
  email: string
  /** Of the account that the link makes. */
  name?: string | undefined
  /** SHA-256 of the secret of the browser that asked: only there the link is enough by itself. */
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

/** Uses a link up: of many at once, one gets what it stands for. */
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
 * Makes all of a person’s links worthless, wherever they were sent, and every sign-in that waits for its code: what
 * gave somebody else the means to ask for one may be the reason for the change that calls this.
 * @param purpose those of this kind alone
 */
export async function deleteLinksOf(db: Db, user: string, purpose?: TokenPurpose): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where((e) => e.or([e('value', 'like', `{"user":${JSON.stringify(user)},%`), e('value', '=', user)]))
    .$if(purpose !== undefined, (query) => query.where('identifier', 'like', `${purpose}:%`))
    .execute()
}
