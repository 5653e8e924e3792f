import { z } from 'zod'
import { MAIL_PRIORITY } from '~/domains/outbox/model'
import { queueMail } from '~/domains/outbox/operations.server'
import { joinAccount } from '~/domains/people/accounts.server'
import { noteContact } from '~/domains/people/operations.server'
import { hashPassword, verifyPassword } from '~/platform/auth/password.server'
import { type Db, transact } from '~/platform/db/database.server'
import { personName } from '~/platform/fields'
import { parseForm } from '~/platform/forms'
import { newId, sha256 } from '~/platform/ids.server'
import { enqueue } from '~/platform/jobs/queue.server'
import { alreadyRegisteredMail } from './emails.server'
import { countTry, loginCounts, uncountTry } from './limits.server'
import { deleteLinksOf, type LinkTarget, selectLink, takeLink } from './link-store.server'
import { type AccountDeps, linkRequestOf, mailLink, readEmailBranding } from './messages.server'
import {
  type AccountErrors,
  accountAddress,
  accountEmail,
  type LinkRequest,
  MAIL_REGISTRATION,
  type Requester,
  type TooMany,
} from './model'
import { newPassword } from './password-rule.server'
import { noteFailure } from './sign-ins/failures.server'
import { beginSession, type SessionStarted } from './sign-ins/session.server'
import {
  type Account,
  insertAccount,
  lockAccount,
  putPassword,
  renamePending,
  selectAccount,
  selectAccountByEmail,
  updateAccount,
} from './store.server'

/** Whether the link is opened in the browser that requested it. */
export const isSameBrowser = (link: LinkTarget, browser: string): boolean =>
  browser !== '' && link.browser === sha256(browser)

/**
 * Distinguishes the password that a link confirms from a replacement. Hashes are salted, so no two are equal.
 */
export const passwordMark = (passwordHash: string | undefined): string => sha256(passwordHash ?? '')

export type RequesterProven =
  | { ok: true; account: Account }
  /** Opened in another browser, so the account's password is needed. */
  | { ok: false; reason: 'wrong-password' }
  | { ok: false; reason: 'gone' }
  | TooMany

/**
 * Requires the account's password of a person who confirms an address in another browser. Otherwise the
 * mailbox's owner would confirm a stranger's request. Wrong passwords count like failed sign-ins.
 */
export async function proveRequester(
  deps: AccountDeps,
  link: LinkTarget,
  { password, ...from }: Requester & { password: string },
): Promise<RequesterProven> {
  const account = await selectAccount(deps.db, link.user)
  if (isSameBrowser(link, from.browser))
    return account ? { ok: true, account } : { ok: false, reason: 'gone' }
  const counts = loginCounts(account?.email ?? link.email, from.network)
  const counted = await countTry(deps, counts)
  const isRight = counted.ok && (await verifyPassword(password, account?.passwordHash))
  if (!isRight) noteFailure(deps, account?.email ?? link.email, from)
  if (!counted.ok) return counted
  if (!account || !isRight) return { ok: false, reason: 'wrong-password' }
  await uncountTry(deps, counts)
  return { ok: true, account }
}

export type Registered = { ok: true } | { ok: false; reason: 'refused'; errors: AccountErrors } | TooMany

/**
 * R18: Registers an account that has to be confirmed by email. If the address already has an account, it gets
 * another email. The response and its time are the same: a password is hashed once either way, and a job does
 * the rest. Until an address is confirmed, a later registration replaces an earlier one and invalidates its
 * password and links.
 */
export async function register(
  deps: AccountDeps,
  given: { name: string; email: string; password: string; returnTo?: string | undefined } & Requester,
): Promise<Registered> {
  const { db, clock } = deps
  const { returnTo } = given
  const fields = { name: given.name, email: given.email, password: given.password }
  const read = parseForm(accountSchema(fields), fields)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { name, email, password } = read.value
  const counted = await countTry(deps, [{ name: 'register-network', key: given.network }])
  if (!counted.ok) return counted

  const hash = await hashPassword(password)
  const payload: RegistrationMail = {
    email,
    requestedFrom: linkRequestOf(deps, given),
    registered: passwordMark(hash),
    ...(returnTo !== undefined && { returnTo }),
  }
  await transact(db, async (tx) => {
    const isOpened = await openAccount({ db: tx, clock }, { name, email, hash })
    if (!isOpened) await replacePending({ db: tx, clock }, { name, email, hash })
    await enqueue({ db: tx, clock }, { kind: MAIL_REGISTRATION, payload, priority: MAIL_PRIORITY })
  })
  return { ok: true }
}

export interface RegistrationMail {
  email: string
  requestedFrom?: LinkRequest | undefined
  /** Identifies the registered password by a hash of its hash. */
  registered?: string | undefined
  returnTo?: string | undefined
}

/** Schema of a new account. @param given submitted values: the password must not contain them */
export const accountSchema = ({ name, email }: { name: string; email: string }) =>
  z.object({
    name: personName(),
    email: accountAddress(),
    password: newPassword([name.trim(), accountEmail(email)]),
  })

interface NewAccount {
  name: string
  email: string
  hash: string
}

async function openAccount(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
  { name, email, hash }: NewAccount,
): Promise<boolean> {
  const id = newId()
  const at = clock.now()
  if (!(await insertAccount(db, { id, name, email, emailVerified: false, role: 'client' }, at))) return false
  await putPassword(db, id, hash, { id: newId(), at })
  await noteContact({ db, clock }, { email, name, isRecord: false })
  return true
}

/** A confirmed account isn't changed. */
async function replacePending(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
  { name, email, hash }: NewAccount,
): Promise<void> {
  const at = clock.now()
  const pending = await renamePending(db, { email, name, at })
  if (pending === undefined) return
  await putPassword(db, pending, hash, { id: newId(), at })
  await deleteLinksOf(db, pending, 'verify-email')
}

/** The job: emails a link that confirms the address, or a note that it already has an account. */
export async function mailRegistration(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'config'>,
  { email, requestedFrom, registered, returnTo }: RegistrationMail,
): Promise<void> {
  const { db, clock, config } = deps
  const account = await selectAccountByEmail(db, email)
  if (!account) return
  if (account.emailVerified) {
    const mail = alreadyRegisteredMail(await readEmailBranding(deps), account)
    return transact(db, (tx) => queueMail({ db: tx, clock, config }, mail))
  }
  // Replaced by another registration, which has its own job.
  if (registered !== undefined && registered !== passwordMark(account.passwordHash)) return
  await mailVerification(deps, account, { requestedFrom, returnTo })
}

/** Emails a link that confirms the account only with its current password. */
export const mailVerification = (
  deps: Pick<AccountDeps, 'db' | 'clock' | 'config'>,
  account: { id: string; email: string; passwordHash: string | undefined },
  { requestedFrom, returnTo }: Pick<RegistrationMail, 'requestedFrom' | 'returnTo'>,
): Promise<void> =>
  mailLink(deps, 'verify-email', {
    user: account.id,
    email: account.email,
    registered: passwordMark(account.passwordHash),
    requestedFrom,
    returnTo,
  })

export type EmailVerified =
  | { ok: true; begun: SessionStarted; returnTo: string | undefined }
  | Exclude<RequesterProven, { ok: true }>

/**
 * Confirms the address of a new account in the browser that registered it or with its password, and signs in
 * there: that person has both the mailbox and the password.
 */
export async function verifyEmail(
  deps: AccountDeps,
  { token, ...given }: { token: string; password: string } & Requester,
): Promise<EmailVerified> {
  const { db, clock } = deps
  const link = await selectLink(db, 'verify-email', token, clock.now())
  if (!link) return { ok: false, reason: 'gone' }
  const proven = await proveRequester(deps, link, given)
  if (!proven.ok) return proven
  const account = await transact(db, async (tx) => {
    const at = clock.now()
    const locked = await lockAccount(tx, link.user)
    if (!locked || !(await takeLink(tx, 'verify-email', token, at))) return undefined
    // Only the password that was proven or chosen in this browser, not one that has replaced it.
    if (locked.passwordHash !== proven.account.passwordHash) return undefined
    if (link.registered !== undefined && link.registered !== passwordMark(locked.passwordHash))
      return undefined
    await updateAccount(tx, locked.id, { email_verified: 1 }, at)
    await deleteLinksOf(tx, locked.id, 'verify-email')
    await joinAccount({ db: tx, clock }, { ...locked, userId: locked.id })
    return locked
  })
  if (!account) return { ok: false, reason: 'gone' }
  return {
    ok: true,
    begun: await beginSession(deps, account, { ...given, way: 'Email link' }),
    returnTo: link.returnTo,
  }
}

/**
 * Gives an unconfirmed account to the owner of its mailbox. Everything typed at registration is removed,
 * since a stranger may have registered it.
 * @param account with its new name
 */
export async function takeOver(
  { db, clock }: { db: Db; clock: AccountDeps['clock'] },
  account: { id: string; email: string; name: string; phone: string },
): Promise<void> {
  await updateAccount(db, account.id, { name: account.name, email_verified: 1 }, clock.now())
  await deleteLinksOf(db, account.id, 'verify-email')
  await joinAccount({ db, clock }, { ...account, userId: account.id })
}
