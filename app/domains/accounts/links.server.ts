import { z } from 'zod'
import { readSheet } from '~/domains/content/operations.server'
import { MAIL_PRIORITY } from '~/domains/outbox/model'
import { joinAccount } from '~/domains/people/accounts.server'
import { hashPassword } from '~/platform/auth/password.server'
import { type Db, transact } from '~/platform/db/database.server'
import { parseForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { enqueue } from '~/platform/jobs/queue.server'
import { accountKey, countTry } from './limits.server'
import { deleteLinksOf, type LinkTarget, selectLink, takeLink } from './link-store.server'
import { type AccountDeps, linkRequestOf, mailLink, prepareNotice } from './messages.server'
import {
  type AccountErrors,
  addressSchema,
  type From,
  type LinkPurpose,
  type LinkRequest,
  MAIL_LINK,
  type Requester,
  type TooMany,
} from './model'
import { newPassword } from './password-rule.server'
import { isSameBrowser, proveRequester, type RequesterProven, takeOver } from './registration.server'
import { placeOf, placeOfRequest, recordOwnAction, type Whereabouts } from './sign-ins/log.server'
import { beginSession, type SessionStarted } from './sign-ins/session.server'
import {
  type Account,
  deletePassword,
  deletePending,
  deleteSessions,
  insertAccount,
  lockAccount,
  putPassword,
  selectAccount,
  selectAccountByEmail,
  updateAccount,
} from './store.server'

interface OpenedLink {
  purpose: LinkPurpose
  token: string
  /** The secret of the browser that opens the link. */
  browser?: string
}

/** The address a link was sent to, and whether this browser requested it. */
export async function readLink(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
  { purpose, token, browser = '' }: OpenedLink,
): Promise<{ email: string; isSameBrowser: boolean } | undefined> {
  const link = await selectLink(db, purpose, token, clock.now())
  return link && { email: link.email, isSameBrowser: isSameBrowser(link, browser) }
}

/**
 * The page with the button that uses a link, since email programs and scanners open links automatically.
 * `email`: the address it was sent to; null: the link doesn't work.
 */
export async function readLinkSheet(deps: AccountDeps, opened: OpenedLink) {
  const [sheet, link] = await Promise.all([readSheet(deps, 'login'), readLink(deps, opened)])
  return { sheet, email: link?.email ?? null, isSameBrowser: link?.isSameBrowser ?? false }
}

export type LinkRequested = { ok: true } | { ok: false; reason: 'refused'; errors: AccountErrors } | TooMany

/** Requests a link for a new password, which works once within 30 minutes. */
export const requestPasswordReset = (
  deps: AccountDeps,
  given: { email: string } & From,
): Promise<LinkRequested> => requestLink(deps, 'reset-password', given)

/**
 * Requests a link that signs in without a password. Allowed after too many failed sign-ins, so that no one
 * can lock others out.
 */
export const requestSignInLink = (
  deps: AccountDeps,
  given: { email: string } & From,
): Promise<LinkRequested> => requestLink(deps, 'sign-in', given)

/** A job checks whether there is an account, so that neither the response nor its time reveals it. */
async function requestLink(
  deps: AccountDeps,
  purpose: 'reset-password' | 'sign-in',
  given: { email: string } & From,
): Promise<LinkRequested> {
  const { db, clock } = deps
  const read = parseForm(addressSchema(), { email: given.email })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { email } = read.value
  const counted = await countTry(deps, [
    { name: 'link-account', key: accountKey(email) },
    { name: 'link-network', key: given.network },
  ])
  if (!counted.ok) return counted
  const requestedFrom = linkRequestOf(deps, { ...given, browser: '' })
  await enqueue(
    { db, clock },
    { kind: MAIL_LINK, payload: { purpose, email, requestedFrom }, priority: MAIL_PRIORITY },
  )
  return { ok: true }
}

export interface LinkJobDeps extends Pick<AccountDeps, 'db' | 'clock' | 'config'> {
  /** Finds the client that has something shared at this address; undefined: none. */
  findClient(email: string): Promise<{ name: string } | undefined>
}

/**
 * The job: emails the link to an address with an account. A sign-in link also goes to an address with a
 * shared gallery, and creates its account when used. Other addresses get no email.
 */
export async function mailRequestedLink(
  deps: LinkJobDeps,
  {
    purpose,
    email,
    requestedFrom,
  }: { purpose: 'reset-password' | 'sign-in'; email: string; requestedFrom?: LinkRequest | undefined },
): Promise<void> {
  const account = await selectAccountByEmail(deps.db, email)
  if (account) {
    await mailLink(deps, purpose, { user: account.id, email: account.email, requestedFrom })
    return
  }
  const client = purpose === 'sign-in' ? await deps.findClient(email) : undefined
  if (client) await mailLink(deps, purpose, { user: '', email, name: client.name || email, requestedFrom })
}

interface EmailChangeMail {
  user: string
  email: string
  passwordAt: number
  requestedFrom?: LinkRequest | undefined
}

/**
 * The job of an email change: emails the link to the new address, unless another account has verified it or
 * the password was changed since, which cancels requests made with the old one.
 */
export async function mailEmailChange(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'config'>,
  { user, email, passwordAt, requestedFrom }: EmailChangeMail,
): Promise<void> {
  const account = await selectAccount(deps.db, user)
  if (account?.passwordAt !== passwordAt) return
  if ((await selectAccountByEmail(deps.db, email))?.emailVerified) return
  await mailLink(deps, 'change-email', { user, email, requestedFrom, account: account.email })
}

export type PasswordReset =
  | { ok: true }
  | { ok: false; reason: 'gone' }
  | { ok: false; reason: 'refused'; errors: AccountErrors }

/**
 * Sets a new password and ends all sessions. Having the link proves the address, so it counts as confirmed.
 * One of several simultaneous requests with a link succeeds.
 */
export async function resetPassword(
  deps: AccountDeps & Whereabouts,
  { token, password }: { token: string; password: string },
): Promise<PasswordReset> {
  const { db, clock } = deps
  const link = await selectLink(db, 'reset-password', token, clock.now())
  const account = link && (await selectAccount(db, link.user))
  if (!account || account.email !== link.email) return { ok: false, reason: 'gone' }
  const schema = z.object({ password: newPassword([account.name, account.email]) })
  const read = parseForm(schema, { password })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const hash = await hashPassword(password)
  const notify = await prepareNotice(deps, account, 'password')
  return transact(db, async (tx): Promise<PasswordReset> => {
    const at = clock.now()
    const locked = await lockAccount(tx, account.id)
    if (!locked || !(await takeLink(tx, 'reset-password', token, at))) return { ok: false, reason: 'gone' }
    await putPassword(tx, account.id, hash, { id: newId(), at })
    if (!locked.emailVerified) await takeOver({ db: tx, clock }, { ...locked, name: locked.email })
    await deleteSessions(tx, account.id)
    await deleteLinksOf(tx, account.id)
    const done = { action: 'password-changed', subject: 'Email link', place: placeOfRequest(deps) } as const
    await recordOwnAction({ db: tx, clock }, account, done)
    await notify(tx)
    return { ok: true }
  })
}

/** Signs in with a link, once. A second factor is still required. */
export async function redeemSignInLink(
  deps: AccountDeps,
  { token, ...from }: { token: string } & From,
): Promise<SessionStarted | { ok: false; reason: 'gone' }> {
  const { db, clock } = deps
  const account = await transact(db, async (tx) => {
    const at = clock.now()
    const sent = await selectLink(tx, 'sign-in', token, at)
    const found = sent && (await accountOf({ db: tx, clock }, sent))
    const link = await takeLink(tx, 'sign-in', token, at)
    if (!link || !found || found.email !== link.email) return undefined
    if (!found.emailVerified) {
      // A stranger may have registered the address, so their password must not open it.
      await deletePassword(tx, found.id)
      await takeOver({ db: tx, clock }, { ...found, name: link.name ?? found.email })
    }
    return found
  })
  return account ? beginSession(deps, account, { ...from, way: 'Email link' }) : { ok: false, reason: 'gone' }
}

/**
 * The account of a sign-in link. A client without one gets it now, unless they registered after requesting
 * the link.
 */
async function accountOf(
  { db, clock }: { db: Db; clock: AccountDeps['clock'] },
  { user, email, name = email }: LinkTarget,
): Promise<Account | undefined> {
  if (user !== '') return await lockAccount(db, user)
  await insertAccount(db, { id: newId(), name, email, emailVerified: false, role: 'client' }, clock.now())
  const account = await selectAccountByEmail(db, email)
  return account && (await lockAccount(db, account.id))
}

export type EmailChanged =
  | { ok: true; email: string }
  | { ok: false; reason: 'taken' }
  | Exclude<RequesterProven, { ok: true }>

/**
 * Changes the account's address to the one the link was sent to, in the requesting browser or with the
 * account's password, and notifies the old one. An unconfirmed account with that address is deleted.
 */
export async function confirmEmailChange(
  deps: AccountDeps,
  { token, ...given }: { token: string; password: string } & Requester,
): Promise<EmailChanged> {
  const { db, clock } = deps
  const link = await selectLink(db, 'change-email', token, clock.now())
  if (!link) return { ok: false, reason: 'gone' }
  const proven = await proveRequester(deps, link, given)
  if (!proven.ok) return proven
  const { account } = proven
  const notify = await prepareNotice(deps, account, 'email')
  const change = transact(db, async (tx): Promise<EmailChanged> => {
    const at = clock.now()
    const locked = await lockAccount(tx, account.id)
    if (locked?.passwordHash !== account.passwordHash) return { ok: false, reason: 'gone' }
    if (!(await takeLink(tx, 'change-email', token, at))) return { ok: false, reason: 'gone' }
    const holder = await selectAccountByEmail(tx, link.email)
    if (holder?.emailVerified) return { ok: false, reason: 'taken' }
    if (holder) await dropPending(tx, holder.id)
    await updateAccount(tx, account.id, { email: link.email, email_verified: 1 }, at)
    await joinAccount({ db: tx, clock }, { ...account, userId: account.id, email: link.email })
    await deleteLinksOf(tx, account.id)
    const done = { action: 'email-changed', place: placeOf(given) } as const
    await recordOwnAction({ db: tx, clock }, account, done)
    await notify(tx)
    return { ok: true, email: link.email }
  })
  try {
    return await change
  } catch (error) {
    // Another account may have verified the address at this moment.
    const holder = await selectAccountByEmail(db, link.email)
    if (holder?.emailVerified && holder.id !== account.id) return { ok: false, reason: 'taken' }
    throw error
  }
}

/** Deletes an unconfirmed account and its links. */
async function dropPending(tx: Db, id: string): Promise<void> {
  await deleteLinksOf(tx, id)
  await deletePending(tx, id)
}
