import { type Db, lockFreeRows, lockRows } from '~/platform/db/database.server'
import { readInParts } from '~/platform/db/in-parts'
import type { Row } from '~/platform/db/schema'

/** An account with its password hash. */
export interface Account {
  id: string
  name: string
  email: string
  emailVerified: boolean
  phone: string
  role: Row<'users'>['role']
  twoFactor: boolean
  createdAt: number
  /** undefined: no password. */
  passwordHash: string | undefined
  /** When the password was set. */
  passwordAt: number | undefined
}

const accounts = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('credentials', (join) =>
      join.onRef('credentials.user_id', '=', 'users.id').on('credentials.provider_id', '=', 'credential'),
    )
    .selectAll('users')
    .select(['credentials.password as password', 'credentials.updated_at as password_at'])

const accountFrom = (
  row: Row<'users'> & { password: string | null; password_at: number | null },
): Account => ({
  id: row.id,
  name: row.name,
  email: row.email,
  emailVerified: row.email_verified === 1,
  phone: row.phone,
  role: row.role,
  twoFactor: row.two_factor_enabled === 1,
  createdAt: row.created_at,
  passwordHash: row.password ?? undefined,
  passwordAt: row.password_at ?? undefined,
})

/** @param email in lower case */
export async function selectAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const row = await accounts(db).where('users.email', '=', email).executeTakeFirst()
  return row && accountFrom(row)
}

export async function selectAccount(db: Db, id: string): Promise<Account | undefined> {
  const row = await accounts(db).where('users.id', '=', id).executeTakeFirst()
  return row && accountFrom(row)
}

/** The same, locked until the transaction ends. Confirming an address begins with this. */
export async function lockAccount(tx: Db, id: string): Promise<Account | undefined> {
  await lockRows(tx, tx.selectFrom('users').select('id').where('id', '=', id)).execute()
  return await selectAccount(tx, id)
}

/** @returns false if the address already has an account; nothing is written then */
export async function insertAccount(
  db: Db,
  account: Pick<Account, 'id' | 'name' | 'email' | 'emailVerified' | 'role'>,
  at: number,
): Promise<boolean> {
  const row = await db
    .insertInto('users')
    .values({
      id: account.id,
      name: account.name,
      email: account.email,
      email_verified: account.emailVerified ? 1 : 0,
      phone: '',
      image: null,
      role: account.role,
      two_factor_enabled: 0,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Renames an unconfirmed account. @returns its id */
export async function renamePending(
  db: Db,
  { email, name, at }: { email: string; name: string; at: number },
): Promise<string | undefined> {
  const row = await db
    .updateTable('users')
    .set({ name, updated_at: at })
    .where('email', '=', email)
    .where('email_verified', '=', 0)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function updateAccount(
  db: Db,
  id: string,
  change: Partial<Pick<Row<'users'>, 'name' | 'email' | 'email_verified' | 'phone' | 'role'>>,
  at: number,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...change, updated_at: at })
    .where('id', '=', id)
    .execute()
}

/** Sets or replaces the password. */
export async function putPassword(
  db: Db,
  user: string,
  hash: string,
  row: { id: string; at: number },
): Promise<void> {
  await db
    .insertInto('credentials')
    .values({
      id: row.id,
      user_id: user,
      account_id: user,
      provider_id: 'credential',
      password: hash,
      created_at: row.at,
      updated_at: row.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'provider_id']).doUpdateSet({ password: hash, updated_at: row.at }),
    )
    .execute()
}

/** Ends one session of any user. */
export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Ends all of a person’s sessions, or all but one. @returns how many */
export async function deleteSessions(db: Db, user: string, except?: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', user)
    .$if(except !== undefined, (query) => query.where('id', '!=', except as string))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteTwoFactor(db: Db, user: string): Promise<void> {
  await db.deleteFrom('two_factors').where('user_id', '=', user).execute()
  await db.updateTable('users').set({ two_factor_enabled: 0 }).where('id', '=', user).execute()
}

export async function deletePasskeys(db: Db, user: string): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', user).execute()
}

/** Deletes an account with everything that belongs to it. */
export async function deleteAccount(db: Db, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}

/** Deletes an account unless its address was confirmed by now. */
export async function deletePending(db: Db, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).where('email_verified', '=', 0).execute()
}

export async function hasOwner(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'owner')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The owners' ids, locked until the transaction ends. */
export async function lockOwners(tx: Db): Promise<string[]> {
  const owners = tx.selectFrom('users').select('id').where('role', '=', 'owner').orderBy('id')
  const rows = await lockRows(tx, owners).execute()
  return rows.map(({ id }) => id)
}

export async function deletePassword(db: Db, user: string): Promise<void> {
  await db.deleteFrom('credentials').where('user_id', '=', user).execute()
}

/**
 * Deletes expired sessions, links and challenges in small batches, so that other writers don't have to wait
 * long.
 */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  for (const table of ['sessions', 'verifications'] as const) {
    const old = db.selectFrom(table).select('id').where('expires_at', '<', now).limit(50)
    await db.deleteFrom(table).where('id', 'in', lockFreeRows(db, old)).execute()
  }
}

export async function selectStaff(db: Db): Promise<{ id: string; role: 'owner' | 'assistant' }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('role', 'in', ['owner', 'assistant'])
    .execute()
  return rows.flatMap(({ id, role }) => (role === 'client' ? [] : [{ id, role }]))
}

/** When one of the person’s sessions was last used; null: no session. */
export async function selectLastSeen(db: Db, user: string): Promise<number | null> {
  const row = await db
    .selectFrom('sessions')
    .select((e) => e.fn.max('updated_at').as('at'))
    .where('user_id', '=', user)
    .executeTakeFirst()
  return row?.at ?? null
}

export const selectNames = (db: Db, ids: string[]): Promise<{ id: string; name: string }[]> =>
  readInParts(ids, (some) => db.selectFrom('users').select(['id', 'name']).where('id', 'in', some).execute())

export async function updateProvedAt(db: Db, session: string, at: number): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: at }).where('id', '=', session).execute()
}

/** Records that a code or a passkey was used in this session. */
export async function noteTwoSteps(db: Db, session: string): Promise<void> {
  await db.updateTable('sessions').set({ two_steps: 1 }).where('id', '=', session).execute()
}

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

/** @returns the deleted session; undefined: the person has no such session */
export async function deleteOwnSession(
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

export type KnownDevice = Row<'known_devices'>

export const selectDevice = (db: Db, user: string, tokenHash: string): Promise<KnownDevice | undefined> =>
  db
    .selectFrom('known_devices')
    .selectAll()
    .where('user_id', '=', user)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

/** An account's devices, last used first. */
export const selectDevices = (db: Db, user: string): Promise<KnownDevice[]> =>
  db
    .selectFrom('known_devices')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Whether any account knows this device cookie, so that it is one of ours. */
export async function isDeviceCookie(db: Db, tokenHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Ignored if a simultaneous sign-in has already written it. */
export async function insertDevice(db: Db, device: KnownDevice): Promise<void> {
  await db
    .insertInto('known_devices')
    .values(device)
    .onConflict((conflict) => conflict.columns(['user_id', 'token_hash']).doNothing())
    .execute()
}

export async function touchDevice(db: Db, id: string, at: number): Promise<void> {
  await db.updateTable('known_devices').set({ last_seen_at: at }).where('id', '=', id).execute()
}

export async function deleteDevices(db: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('known_devices').where('id', 'in', ids).execute()
}

export type AddressedAccount = Pick<Account, 'id' | 'name' | 'email'>

export const selectByEmails = (db: Db, emails: string[]): Promise<AddressedAccount[]> =>
  readInParts(emails, (some) =>
    db.selectFrom('users').select(['id', 'name', 'email']).where('email', 'in', some).execute(),
  )
