import { queueMail } from '~/domains/outbox/operations.server'
import type { Role } from '~/platform/auth/actor'
import { authOf, secondStepHeaders } from '~/platform/auth/auth.server'
import { setCookiesOf } from '~/platform/auth/cookies'
import { hashPassword, verifyPassword } from '~/platform/auth/password.server'
import { transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { emailError, nameError } from '~/platform/person-fields'
import { withoutOuterSpaces } from '~/platform/text'
import { alreadyRegisteredMail } from './emails.server'
import { accountKey, type Count, countTry, uncountTry, waitSentence } from './limits/operations.server'
import { deleteLinksOf, takeLink } from './links/store.server'
import { type AccountDeps, mailLink, readLetterhead } from './messages/operations.server'
import { type AccountErrors, accountEmail, type From, type TooMany } from './model'
import { passwordError } from './password-rule'
import { beginSession, endSessionOf, type SessionBegun } from './sessions/operations.server'
import {
  deletePassword,
  insertAccount,
  putPassword,
  selectAccountByEmail,
  updateAccount,
} from './store.server'

export type Registered = { ok: true } | { ok: false; reason: 'refused'; errors: AccountErrors } | TooMany

/**
 * R18: opens an account that its address has to confirm. An address that has one gets a message instead; the answer
 * is the same, and so is the work. Of many at once for one address, one makes the account.
 */
export async function register(
  deps: AccountDeps,
  given: { name: string; email: string; password: string } & From,
): Promise<Registered> {
  const { clock } = deps
  const name = withoutOuterSpaces(given.name)
  const email = accountEmail(given.email)
  const errors = accountErrors({ name, email, password: given.password })
  if (Object.keys(errors).length > 0) return { ok: false, reason: 'refused', errors }
  const counted = await countTry(deps, [{ name: 'register-network', key: given.network }])
  if (!counted.ok) return counted

  const hash = await hashPassword(given.password)
  const id = newId()
  const opened = await mailLink(deps, 'verify-email', { user: id, name, email }, async (tx) => {
    const at = clock.now()
    if (!(await insertAccount(tx, { id, name, email, emailVerified: false, role: 'client' }, at)))
      return false
    await putPassword(tx, id, hash, { id: newId(), at })
    return true
  })
  if (!opened) await remindOfAccount(deps, email)
  return { ok: true }

  async function remindOfAccount({ db, config }: AccountDeps, email: string): Promise<void> {
    const known = await selectAccountByEmail(db, email)
    if (!known) return
    if (!known.emailVerified && (await verifyPassword(given.password, known.passwordHash))) {
      await mailLink(deps, 'verify-email', { user: known.id, name: known.name, email })
      return
    }
    if (!known.emailVerified) {
      // Two have registered this address, and it is not known whose it is: neither password may open the account.
      // Whoever gets the message chooses one.
      await mailLink(deps, 'reset-password', { user: known.id, name: '', email }, async (tx) => {
        await deletePassword(tx, known.id)
        await deleteLinksOf(tx, known.id)
        return true
      })
      return
    }
    const mail = await alreadyRegisteredMail(await readLetterhead({ db, config }), known)
    await transact(db, (tx) => queueMail({ db: tx, clock, config }, mail))
  }
}

/** What is wrong with a new account’s fields. */
export function accountErrors({
  name,
  email,
  password,
}: Record<'name' | 'email' | 'password', string>): AccountErrors {
  const found = {
    name: nameError(name),
    email: emailError(email),
    password: passwordError(password, [name, email]),
  }
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined))
}

export type SignedIn = SessionBegun | { ok: false; reason: 'wrong' | 'unverified' } | TooMany

/** R17: the answer and the time are the same for an address without an account and for a wrong password. */
export async function signIn(
  deps: AccountDeps,
  given: { email: string; password: string } & From,
): Promise<SignedIn> {
  const email = accountEmail(given.email)
  const counts = loginCounts(email, given.network)
  const counted = await countTry(deps, counts)
  if (!counted.ok) return counted
  const account = await selectAccountByEmail(deps.db, email)
  const isRight = await verifyPassword(given.password, account?.passwordHash)
  if (!account || !isRight) return { ok: false, reason: 'wrong' }
  await uncountTry(deps, counts)
  if (!account.emailVerified) {
    const again = await countTry(deps, [{ name: 'link-account', key: accountKey(email) }])
    if (again.ok) await mailLink(deps, 'verify-email', { user: account.id, name: account.name, email })
    return { ok: false, reason: 'unverified' }
  }
  return beginSession(deps, account, given)
}

export const loginCounts = (email: string, network: string): Count[] => [
  { name: 'login-account', key: accountKey(email) },
  { name: 'login-network', key: network },
]

export type CodeAccepted =
  | { ok: true; setCookies: string[]; role: Role }
  | { ok: false; reason: 'wrong' | 'expired' }
  | TooMany

/** The longest time for which too many wrong codes close an account to codes. */
const CODE_LOCK_MS = 900_000

/** The second step of signing in, after a password or a link: a code of the app, or one of the recovery codes. */
export async function signInWithCode(
  deps: AccountDeps,
  { request, code, kind, network }: { request: Request; code: string; kind: 'totp' | 'recovery' } & From,
): Promise<CodeAccepted> {
  const { db, clock, config } = deps
  const { api } = authOf(deps)
  const counts: Count[] = [{ name: 'login-network', key: network }]
  const counted = await countTry(deps, counts)
  if (!counted.ok) return counted
  const ask = { headers: secondStepHeaders(request, network, config.siteUrl), returnHeaders: true } as const
  try {
    const { headers, response } =
      kind === 'totp'
        ? await api.verifyTOTP({ ...ask, body: { code: code.replace(/\s/g, '') } })
        : await api.verifyBackupCode({ ...ask, body: { code: code.trim() } })
    await uncountTry(deps, counts)
    const account = await selectAccountByEmail(db, response.user.email)
    return { ok: true, setCookies: setCookiesOf(headers, config.siteUrl), role: account?.role ?? 'client' }
  } catch (error) {
    const reason = codeRefusal(error)
    if (reason !== 'locked') return { ok: false, reason }
    const retryAt = clock.now() + CODE_LOCK_MS
    return { ok: false, reason: 'too-many', retryAt, sentence: await waitSentence(db, retryAt) }
  }
}

/** @throws what is no refusal */
function codeRefusal(error: unknown): 'wrong' | 'expired' | 'locked' {
  const { body, status } = error as { body?: { code?: string }; status?: string }
  // The same recovery code was used elsewhere at this very moment.
  if (status === 'CONFLICT') return 'wrong'
  switch (body?.code) {
    case 'INVALID_CODE':
    case 'INVALID_BACKUP_CODE':
      return 'wrong'
    case 'ACCOUNT_TEMPORARILY_LOCKED':
      return 'locked'
    case 'INVALID_TWO_FACTOR_COOKIE':
    case 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE':
    case 'TOTP_NOT_ENABLED':
    case 'BACKUP_CODES_NOT_ENABLED':
      return 'expired'
    default:
      throw error
  }
}

/** R39: the session is over on the server before the answer leaves. */
export async function signOut(
  deps: AccountDeps,
  { request }: { request: Request },
): Promise<{ setCookies: string[] }> {
  return { setCookies: await endSessionOf(deps, request) }
}

/** Confirms the address of a new account. */
export async function verifyEmail(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
  { token }: { token: string },
): Promise<{ ok: true; email: string } | { ok: false }> {
  return transact(db, async (tx) => {
    const link = await takeLink(tx, 'verify-email', token, clock.now())
    if (!link) return { ok: false }
    await updateAccount(tx, link.user, { email_verified: 1 }, clock.now())
    return { ok: true, email: link.email }
  })
}
