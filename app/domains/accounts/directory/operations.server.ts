import type { Role } from '~/platform/auth/actor'
import type { Db } from '~/platform/db/database.server'
import { selectAccount, selectAccountByEmail } from '../store.server'
import { selectLastSeen, selectNames, selectStaff } from './store.server'

/** The accounts that may enter the Studio. */
export const listStaff = ({ db }: { db: Db }): Promise<{ id: string; role: 'owner' | 'assistant' }[]> =>
  selectStaff(db)

/** Names of accounts by their ids. Those that are deleted are missing. */
export async function accountNames({ db }: { db: Db }, ids: string[]): Promise<Record<string, string>> {
  const found = await selectNames(db, ids)
  return Object.fromEntries(found.map(({ id, name }) => [id, name]))
}

/** What the owner may know of somebody’s account. */
export interface AccountState {
  id: string
  name: string
  email: string
  phone: string
  role: Role
  isVerified: boolean
  hasTwoFactor: boolean
  openedAt: number
  /** null: not signed in anywhere. */
  lastSeenAt: number | null
}

/**
 * The account of a person: the one that has proven an address, or else one that was opened with an address and has
 * proven nothing.
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
