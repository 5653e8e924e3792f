import { z } from 'zod'
import { MAIL_PRIORITY } from '~/domains/outbox/model'
import { queueMail } from '~/domains/outbox/operations.server'
import { joinAccount } from '~/domains/people/accounts.server'
import { noteContact } from '~/domains/people/operations.server'
import { hashPassword } from '~/platform/auth/password.server'
import { type Db, transact } from '~/platform/db/database.server'
import { personName } from '~/platform/fields'
import { parseForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { enqueue } from '~/platform/jobs/queue.server'
import { accountAddress } from '../account-form'
import { alreadyRegisteredMail } from '../emails.server'
import { countTry } from '../limits/operations.server'
import { type AskerProven, passwordMark, proveAsker } from '../links/asker.server'
import { deleteLinksOf, selectLink, takeLink } from '../links/store.server'
import { type AccountDeps, askedBy, mailLink, readLetterhead } from '../messages/operations.server'
import {
  type AccountErrors,
  type Asked,
  type AskingBrowser,
  accountEmail,
  MAIL_REGISTRATION,
  type TooMany,
} from '../model'
import { newPassword } from '../password-rule.server'
import { beginSession, type SessionBegun } from '../sessions/operations.server'
import {
  insertAccount,
  lockAccount,
  putPassword,
  renamePending,
  selectAccountByEmail,
  updateAccount,
} from '../store.server'

export type Registered = { ok: true } | { ok: false; reason: 'refused'; errors: AccountErrors } | TooMany

/**
 * R18: opens an account that its address has to confirm. An address that has one gets a message instead; the answer
 * and its time are the same, since a password is hashed once either way and a job does the rest. Until an address is
 * confirmed, a later registration takes the place of an earlier one, whose password and links are worth nothing then.
 */
export async function register(
  deps: AccountDeps,
  given: { name: string; email: string; password: string; returnTo?: string | undefined } & AskingBrowser,
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
    asked: askedBy(deps, given),
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
  asked?: Asked | undefined
  /** Which password this is about, by a hash of its hash. */
  registered?: string | undefined
  returnTo?: string | undefined
}

/** A new account’s fields. @param given as posted: the password must not repeat them */
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

/** An account whose address is confirmed stays as it is. */
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

/** The job’s part: a link by which to confirm the address, or word that it has an account. */
export async function mailRegistration(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'config'>,
  { email, asked, registered, returnTo }: RegistrationMail,
): Promise<void> {
  const { db, clock, config } = deps
  const account = await selectAccountByEmail(db, email)
  if (!account) return
  if (account.emailVerified) {
    const mail = alreadyRegisteredMail(await readLetterhead(deps), account)
    return transact(db, (tx) => queueMail({ db: tx, clock, config }, mail))
  }
  // Another registration has taken its place, and has a job of its own.
  if (registered !== undefined && registered !== passwordMark(account.passwordHash)) return
  await mailVerification(deps, account, { asked, returnTo })
}

/** Emails a link that confirms the account with the password that it has now, and with no other. */
export const mailVerification = (
  deps: Pick<AccountDeps, 'db' | 'clock' | 'config'>,
  account: { id: string; email: string; passwordHash: string | undefined },
  { asked, returnTo }: Pick<RegistrationMail, 'asked' | 'returnTo'>,
): Promise<void> =>
  mailLink(deps, 'verify-email', {
    user: account.id,
    email: account.email,
    registered: passwordMark(account.passwordHash),
    asked,
    returnTo,
  })

export type EmailVerified =
  | { ok: true; begun: SessionBegun; returnTo: string | undefined }
  | Exclude<AskerProven, { ok: true }>

/**
 * Confirms the address of a new account, in the browser that registered it or with its password, and signs in there:
 * whoever does it has the mailbox and has chosen the password.
 */
export async function verifyEmail(
  deps: AccountDeps,
  { token, ...given }: { token: string; password: string } & AskingBrowser,
): Promise<EmailVerified> {
  const { db, clock } = deps
  const link = await selectLink(db, 'verify-email', token, clock.now())
  if (!link) return { ok: false, reason: 'gone' }
  const proven = await proveAsker(deps, link, given)
  if (!proven.ok) return proven
  const account = await transact(db, async (tx) => {
    const at = clock.now()
    const locked = await lockAccount(tx, link.user)
    if (!locked || !(await takeLink(tx, 'verify-email', token, at))) return undefined
    // The password that was proven, or chosen in this browser, and none that has replaced it.
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
 * Gives an account that nobody has confirmed to the owner of its mailbox. A stranger may have registered it, so nothing
 * that was typed then stays.
 * @param account with the name that it gets
 */
export async function takeOver(
  { db, clock }: { db: Db; clock: AccountDeps['clock'] },
  account: { id: string; email: string; name: string; phone: string },
): Promise<void> {
  await updateAccount(db, account.id, { name: account.name, email_verified: 1 }, clock.now())
  await deleteLinksOf(db, account.id, 'verify-email')
  await joinAccount({ db, clock }, { ...account, userId: account.id })
}
