import { joinAccount } from '~/domains/people/accounts.server'
import type { Role } from '~/platform/auth/actor'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { newId, newToken } from '~/platform/ids.server'
import { insertLink } from './link-store.server'
import {
  insertAccount,
  selectAccount,
  selectAccountByEmail,
  selectLastSeen,
  selectNames,
  selectStaff,
} from './store.server'

/** The accounts with access to the Studio. */
export const listStaff = ({ db }: { db: Db }): Promise<{ id: string; role: 'owner' | 'assistant' }[]> =>
  selectStaff(db)

/** Names of accounts by id. Deleted accounts are missing. */
export async function accountNames({ db }: { db: Db }, ids: string[]): Promise<Record<string, string>> {
  const found = await selectNames(db, ids)
  return Object.fromEntries(found.map(({ id, name }) => [id, name]))
}

/** What owners can see of an account. */
export interface AccountState {
  id: string
  name: string
  email: string
  phone: string
  role: Role
  isVerified: boolean
  hasTwoFactor: boolean
  openedAt: number
  /** null: no active session. */
  lastSeenAt: number | null
}

/**
 * The account of a person: the one with a verified address, else one that was registered with an address and
 * isn't verified.
 */
export async function readAccountState(
  { db }: { db: Db },
  { userId, emails }: { userId: string | null; emails: string[] },
): Promise<AccountState | undefined> {
  const account = userId === null ? await firstOf(db, emails) : await selectAccount(db, userId)
  if (!account) return undefined
  const { id, name, email, phone, role, emailVerified, twoFactor, createdAt } = account
  const lastSeenAt = await selectLastSeen(db, id)
  const state = { isVerified: emailVerified, hasTwoFactor: twoFactor, openedAt: createdAt, lastSeenAt }
  return { id, name, email, phone, role, ...state }
}

async function firstOf(db: Db, emails: string[]) {
  for (const email of emails) {
    const account = await selectAccountByEmail(db, email.toLowerCase())
    if (account && !account.emailVerified) return account
  }
  return undefined
}

/** Adds the demo's account, without a password. Only a command creates links to it. */
export async function addSampleAccount(
  { db: tx, clock }: { db: Db; clock: Clock },
  { name, email }: { name: string; email: string },
): Promise<void> {
  const id = newId()
  if (!(await insertAccount(tx, { id, name, email, emailVerified: true, role: 'client' }, clock.now())))
    return
  await joinAccount({ db: tx, clock }, { userId: id, email, name })
}

const LASTS_MS = 15 * 60_000

/** Creates a link that signs in once. @returns its URL; undefined: no such account */
export async function issueSampleLink(
  { db, clock, config }: { db: Db; clock: Clock; config: Pick<Config, 'siteUrl'> },
  user: string,
): Promise<string | undefined> {
  const token = newToken()
  return await transact(db, async (tx) => {
    const account = await selectAccount(tx, user)
    if (account?.role !== 'client') return undefined
    const at = clock.now()
    const { id, email } = account
    await insertLink(tx, { purpose: 'sign-in', token, user: id, email, at, expiresAt: at + LASTS_MS })
    return `${config.siteUrl}/sign-in/${token}`
  })
}
