import { z } from 'zod'
import { forgetSubscriber, isSubscribed, leave, subscribe } from '~/domains/newsletter/operations.server'
import { followProfile, leaveAccount } from '~/domains/people/accounts.server'
import type { Role } from '~/platform/auth/actor'
import { endedSession } from '~/platform/auth/cookies'
import { transact } from '~/platform/db/database.server'
import { personName, phone } from '~/platform/fields'
import { parseForm } from '~/platform/forms'
import { prepareNotice } from './messages.server'
import type { TooMany } from './model'
import { NEWSLETTER_WORDS } from './notices'
import { type MyDeps, provePassword, recordMyAction } from './security.server'
import { deleteAccount, lockOwners, selectAccount, updateAccount } from './store.server'
import { withdrawInvitationsBy } from './team.server'

export interface Profile {
  name: string
  email: string
  phone: string
  role: Role
  emailVerified: boolean
  twoFactor: boolean
  hasPassword: boolean
  newsletter: boolean
  /** Milliseconds since 1970. */
  createdAt: number
}

export async function readProfile({ db, actor }: Pick<MyDeps, 'db' | 'actor'>): Promise<Profile> {
  const account = await selectAccount(db, actor.uid)
  if (!account) throw new Error('The account was gone while its session was asked.')
  const { name, email, phone, role, emailVerified, twoFactor, createdAt } = account
  const newsletter = await isSubscribed({ db }, email)
  const hasPassword = account.passwordHash !== undefined
  return { name, email, phone, role, emailVerified, twoFactor, hasPassword, newsletter, createdAt }
}

const profileSchema = () => z.object({ name: personName(), phone: phone() })

export type ProfileSaved =
  | { ok: true }
  | { ok: false; reason: 'refused'; errors: { name?: string; phone?: string } }

export async function saveProfile(
  { db, clock, actor }: Pick<MyDeps, 'db' | 'clock' | 'actor'>,
  given: { name: string; phone: string },
): Promise<ProfileSaved> {
  const read = parseForm(profileSchema(), given)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { name, phone } = read.value
  await transact(db, async (tx) => {
    await updateAccount(tx, actor.uid, { name, phone }, clock.now())
    await followProfile(tx, { userId: actor.uid, name, phone })
  })
  return { ok: true }
}

/** Subscribes or unsubscribes the account’s address. */
export async function setNewsletter(
  deps: MyDeps,
  wanted: boolean,
): Promise<
  { ok: true; toConfirm?: true } | { ok: false; reason: 'not-possible'; sentence: string } | TooMany
> {
  const { actor } = deps
  if (!wanted) {
    await leave(deps, actor.email)
    return { ok: true }
  }
  const done = await subscribe(deps, {
    email: actor.email,
    network: deps.clientAddress,
    consent: { source: 'account', place: '/profile', words: NEWSLETTER_WORDS },
  })
  if (done.ok) return done
  if (done.reason === 'already-subscribed') return { ok: true }
  if (done.reason === 'too-many') return done
  return { ok: false, reason: 'not-possible', sentence: 'We can’t send the newsletter to this email.' }
}

export type AccountDeleted =
  | { ok: true; setCookies: string[] }
  | { ok: false; reason: 'wrong-password' | 'last-owner' }
  | TooMany

/**
 * Deletes the account with its profile, sessions and second factor, and unsubscribes the address from the
 * newsletter. Messages, bookings and the contact record stay with the studio as business records. Upcoming
 * sessions stay booked, and their links keep working. The last owner can't be deleted.
 */
export async function deleteMyAccount(
  deps: MyDeps,
  { password }: { password: string },
): Promise<AccountDeleted> {
  const { db, clock, config } = deps
  const proof = await provePassword(deps, password)
  if (!proof.ok) return proof
  const { account } = proof
  const notify = await prepareNotice(deps, account, 'deleted')
  const gone = await transact(db, async (tx) => {
    const owners = await lockOwners(tx)
    if (account.role === 'owner' && owners.length === 1) return false
    await forgetSubscriber({ ...deps, db: tx }, account.email)
    await leaveAccount(tx, { userId: account.id })
    await withdrawInvitationsBy({ db: tx, clock, author: deps.actor }, account.id)
    await recordMyAction({ ...deps, db: tx }, { action: 'account-deleted' })
    await deleteAccount(tx, account.id)
    await notify(tx)
    return true
  })
  return gone ? { ok: true, setCookies: [endedSession(config.siteUrl)] } : { ok: false, reason: 'last-owner' }
}
