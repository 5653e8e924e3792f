import type { Role } from '~/platform/auth/actor'
import { authOf } from '~/platform/auth/auth.server'
import { secondStepHeaders } from '~/platform/auth/auth-calls.server'
import { setCookiesOf } from '~/platform/auth/cookies'
import { verifyPassword } from '~/platform/auth/password.server'
import { asRecoveryCode } from '~/platform/auth/recovery-codes'
import { accountKey, type Count, countTry, loginCounts, uncountTry, waitSentence } from './limits.server'
import { type AccountDeps, linkRequestOf } from './messages.server'
import { accountEmail, type From, type Requester, type TooMany } from './model'
import { mailVerification } from './registration.server'
import { noteSignIn } from './sign-ins/devices.server'
import { noteFailure } from './sign-ins/failures.server'
import { beginSession, endReplaced, endSessionOf, type SessionStarted } from './sign-ins/session.server'
import { selectAccount, selectAccountByEmail } from './store.server'

export type SignedIn = SessionStarted | { ok: false; reason: 'wrong' | 'unverified' } | TooMany

/** R17: The response and its time are the same for an address without an account and for a wrong password. */
export async function signIn(
  deps: AccountDeps,
  given: { email: string; password: string; returnTo?: string | undefined } & Requester,
): Promise<SignedIn> {
  const email = accountEmail(given.email)
  const counts = loginCounts(email, given.network)
  const counted = await countTry(deps, counts)
  const account = counted.ok ? await selectAccountByEmail(deps.db, email) : undefined
  const isRight = counted.ok && (await verifyPassword(given.password, account?.passwordHash))
  if (!isRight) noteFailure(deps, email, given)
  if (!counted.ok) return counted
  if (!account || !isRight) return { ok: false, reason: 'wrong' }
  await uncountTry(deps, counts)
  if (!account.emailVerified) {
    const again = await countTry(deps, [{ name: 'link-account', key: accountKey(email) }])
    const { returnTo } = given
    if (again.ok)
      await mailVerification(deps, account, { requestedFrom: linkRequestOf(deps, given), returnTo })
    return { ok: false, reason: 'unverified' }
  }
  return beginSession(deps, account, { ...given, way: 'Password' })
}

export type CodeAccepted =
  | { ok: true; setCookies: string[]; role: Role }
  | { ok: false; reason: 'wrong' | 'expired' }
  | TooMany

/** In milliseconds. The longest lock after too many wrong codes. */
const CODE_LOCK_MS = 900_000

/** The second step of signing in, after a password or a link: a code of the app, or a recovery code. */
export async function signInWithCode(
  deps: AccountDeps,
  { request, code, kind, ...given }: { request: Request; code: string; kind: 'totp' | 'recovery' } & From,
): Promise<CodeAccepted> {
  const { db, clock, config } = deps
  const { api } = await authOf(deps)
  const counts: Count[] = [{ name: 'login-network', key: given.network }]
  const counted = await countTry(deps, counts)
  if (!counted.ok) return counted
  const ask = {
    headers: secondStepHeaders(request, given.network, config.siteUrl),
    returnHeaders: true,
  } as const
  try {
    const { headers, response } =
      kind === 'totp'
        ? await api.verifyTOTP({ ...ask, body: { code: code.replace(/\s/g, '') } })
        : await api.verifyBackupCode({ ...ask, body: { code: asRecoveryCode(code) } })
    await uncountTry(deps, counts)
    await endReplaced(db, given)
    const account = await selectAccount(db, response.user.id)
    const way = kind === 'totp' ? 'Authenticator code' : 'Recovery code'
    const deviceCookies = await noteSignIn(deps, response.user.id, way, given)
    const setCookies = [...setCookiesOf(headers, config.siteUrl), ...deviceCookies]
    return { ok: true, setCookies, role: account?.role ?? 'client' }
  } catch (error) {
    const reason = codeRefusal(error)
    if (reason !== 'expired') await noteWrongCode(deps, ask.headers, given)
    if (reason !== 'locked') return { ok: false, reason }
    const retryAt = clock.now() + CODE_LOCK_MS
    return { ok: false, reason: 'too-many', retryAt, sentence: await waitSentence(db, retryAt) }
  }
}

async function noteWrongCode(deps: AccountDeps, headers: Headers, from: From): Promise<void> {
  const { user } = await (await authOf(deps)).api.challengedUser({ headers })
  const account = user === null ? undefined : await selectAccount(deps.db, user)
  if (account) noteFailure(deps, account.email, from)
}

/** @throws errors that aren't refusals */
function codeRefusal(error: unknown): 'wrong' | 'expired' | 'locked' {
  const { body, status } = error as { body?: { code?: string }; status?: string }
  // The recovery code was used elsewhere at this moment.
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

/** R39: Ends the session on the server before the response is sent. */
export async function signOut(
  deps: AccountDeps,
  { request }: { request: Request },
): Promise<{ setCookies: string[] }> {
  return { setCookies: await endSessionOf(deps, request) }
}
