import type { Author, Place } from '~/domains/audit/model'
import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { authOf } from '~/platform/auth/auth.server'
import { personHeaders } from '~/platform/auth/auth-calls.server'
import { setCookiesOf } from '~/platform/auth/cookies'
import { asRecoveryCode } from '~/platform/auth/recovery-codes'
import {
  isSecondStepRequired,
  putSecondStepRequired,
  readSecondSteps,
} from '~/platform/auth/second-step.server'
import { type Db, transact } from '~/platform/db/database.server'
import { accountKey, type Count, countTry, uncountTry } from './limits.server'
import { deleteLinksOf } from './link-store.server'
import { type AccountDeps, prepareNotice, readEmailBranding } from './messages.server'
import type { TooMany } from './model'
import {
  fromOf,
  hasPassword,
  type MyDeps,
  noteMyFailure,
  provePassword,
  recordMyAction,
} from './security.server'
import { renewSessions } from './sign-ins/session.server'
import {
  deletePasskeys,
  deleteSessions,
  deleteTwoFactor,
  lockAccount,
  lockOwners,
  selectAccount,
} from './store.server'

/** Whether the team needs a second step, a passkey or a code besides the password, to open the Studio. */
export const readTeamRule = async ({ db }: { db: Db }): Promise<{ isRequired: boolean }> => ({
  isRequired: await isSecondStepRequired(db),
})

export type TeamRuleSaved =
  | { ok: true }
  /** `none`: the owner has no second step, and would be locked out. */
  | { ok: false; reason: 'none' | 'gone' }

/** Turns the team's second-factor rule on or off. The route requires a recent proof. */
export async function saveTeamRule(
  { db, clock, author }: WriteDeps,
  { isRequired }: { isRequired: boolean },
): Promise<TeamRuleSaved> {
  return transact(db, async (tx): Promise<TeamRuleSaved> => {
    if (!(await lockOwners(tx)).includes(author.uid)) return { ok: false, reason: 'gone' }
    if (isRequired && !(await hasSecondStep(tx, author.uid))) return { ok: false, reason: 'none' }
    if ((await isSecondStepRequired(tx)) === isRequired) return { ok: true }
    await putSecondStepRequired(tx, isRequired, clock.now())
    const words = (required: boolean) => (required ? 'Required' : 'Optional')
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'settings-changed',
        subject: 'Team',
        changes: [{ field: 'Two-factor authentication', from: words(!isRequired), to: words(isRequired) }],
      },
    )
    return { ok: true }
  })
}

/**
 * Lets an owner reset a colleague's lost second factor: passkeys, app and recovery codes. They are signed out
 * and set up a new one after their password. The route requires a recent proof.
 */
export async function resetSecondStep(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'config'> & { author: Author; place: Place },
  user: string,
): Promise<{ ok: boolean }> {
  const { db, clock, author, place } = deps
  const found = await selectAccount(db, user)
  if (!found || found.role === 'client' || user === author.uid) return { ok: false }
  const notify = await prepareNotice(deps, found, 'second-step-reset')
  return transact(db, async (tx) => {
    const isOwner = (await lockOwners(tx)).includes(author.uid)
    const account = isOwner ? await selectAccount(tx, user) : undefined
    if (!account || account.role === 'client') return { ok: false }
    await deleteTwoFactor(tx, user)
    await deletePasskeys(tx, user)
    await deleteSessions(tx, user)
    await deleteLinksOf(tx, user)
    const done = { action: 'second-step-reset', subject: '', accountId: user, place } as const
    await recordAction({ db: tx, clock, author }, done)
    await notify(tx)
    return { ok: true }
  })
}

async function hasSecondStep(db: Db, user: string): Promise<boolean> {
  const account = await selectAccount(db, user)
  return account?.twoFactor === true || (await readSecondSteps(db, user)).passkey
}

/**
 * Whether a team member has no second step although the team’s rule requires one. Call it after removing one.
 */
export async function isLastSecondStep(tx: Db, user: string): Promise<boolean> {
  const account = await selectAccount(tx, user)
  if (!account || account.role === 'client') return false
  const { passkey, isRequired } = await readSecondSteps(tx, user)
  return isRequired && !passkey && !account.twoFactor
}

export type TwoFactorStarted =
  | {
      ok: true
      /** `otpauth:`, for a QR code. */
      uri: string
      /** The same key in groups of four, to type in. */
      secret: string
      /** Each works once instead of a code. They are shown only now. */
      recoveryCodes: string[]
    }
  | { ok: false; reason: 'wrong-password' | 'already' }
  | TooMany

/** Prepares a second factor. It is required after a code has confirmed it. */
export async function beginTwoFactor(
  deps: MyDeps,
  { password, request }: { password: string; request: Request },
): Promise<TwoFactorStarted> {
  if (deps.actor.twoFactor) return { ok: false, reason: 'already' }
  const proof = await provePassword(deps, password)
  if (!proof.ok) return proof
  const { name } = await readEmailBranding(deps)
  const begun = await (await authOf(deps)).api.enableTwoFactor({
    body: { password, method: 'totp', issuer: name },
    headers: personHeaders(request, deps.clientAddress),
  })
  if (begun.method !== 'totp')
    throw new Error('Another second factor than an authenticator app was prepared.')
  const secret = new URL(begun.totpURI).searchParams.get('secret') ?? ''
  return {
    ok: true,
    uri: begun.totpURI,
    secret: secret.match(/.{1,4}/g)?.join(' ') ?? '',
    recoveryCodes: begun.backupCodes,
  }
}

export type TwoFactorChanged = { ok: true; setCookies: string[] } | { ok: false; reason: 'wrong' } | TooMany

/** Turns the second factor on if the app's code is right. All sessions end, and this one gets a new id. */
export async function confirmTwoFactor(
  deps: MyDeps,
  { code, request }: { code: string; request: Request },
): Promise<TwoFactorChanged> {
  const { db, actor } = deps
  const checked = await checkCode(deps, { code, kind: 'totp' }, request)
  if (!checked.ok) return checked
  const notify = await prepareNotice(deps, actor, 'two-factor-on')
  await transact(db, async (tx) => {
    await recordMyAction({ ...deps, db: tx }, { action: 'two-factor-on' })
    await notify(tx)
  })
  const from = { ...fromOf(deps, request), twoSteps: true }
  return { ok: true, setCookies: await renewSessions(deps, actor.uid, from) }
}

/**
 * Turns the second factor off. Requires the password, if there is one, and a current code; a recovery code
 * replaces a lost phone. Without a password, the route requires a recent proof. `last`: the team's rule
 * requires a second factor, and this is the only one.
 */
export async function endTwoFactor(
  deps: MyDeps,
  { password, code, request }: { password: string; code: string; request: Request },
): Promise<TwoFactorChanged | { ok: false; reason: 'last' }> {
  const { db, actor } = deps
  if (await hasPassword(deps)) {
    const proof = await provePassword(deps, password)
    if (!proof.ok) return proof.reason === 'too-many' ? proof : { ok: false, reason: 'wrong' }
  }
  const kind = /^[\d\s]*$/.test(code) ? 'totp' : 'recovery'
  const checked = await checkCode(deps, { code, kind }, request)
  if (!checked.ok) return checked
  const notify = await prepareNotice(deps, actor, 'two-factor-off')
  const isOff = await transact(db, async (tx, rollback) => {
    await lockAccount(tx, actor.uid)
    await deleteTwoFactor(tx, actor.uid)
    if (await isLastSecondStep(tx, actor.uid)) return rollback(false)
    await recordMyAction({ ...deps, db: tx }, { action: 'two-factor-off' })
    await notify(tx)
    return true
  })
  if (!isOff) return { ok: false, reason: 'last' }
  return { ok: true, setCookies: await renewSessions(deps, actor.uid, fromOf(deps, request)) }
}

export type RecoveryCodesMade =
  | { ok: true; recoveryCodes: string[] }
  | { ok: false; reason: 'wrong' }
  | TooMany

/** Replaces the recovery codes. Requires the password, if there is one, or a recent proof in the route. */
export async function renewRecoveryCodes(
  deps: MyDeps,
  { password, request }: { password: string; request: Request },
): Promise<RecoveryCodesMade> {
  if (!deps.actor.twoFactor) return { ok: false, reason: 'wrong' }
  const isProved = await hasPassword(deps)
  if (isProved) {
    const proof = await provePassword(deps, password)
    if (!proof.ok) return proof.reason === 'too-many' ? proof : { ok: false, reason: 'wrong' }
  }
  const notify = await prepareNotice(deps, deps.actor, 'recovery-codes')
  const made = await (await authOf(deps)).api.generateBackupCodes({
    body: isProved ? { password } : {},
    headers: personHeaders(request, deps.clientAddress),
  })
  await transact(deps.db, async (tx) => {
    await recordMyAction({ ...deps, db: tx }, { action: 'recovery-codes-made' })
    await notify(tx)
  })
  return { ok: true, recoveryCodes: made.backupCodes }
}

const WRONG_CODES = ['INVALID_CODE', 'INVALID_BACKUP_CODE', 'TOTP_NOT_ENABLED', 'BACKUP_CODES_NOT_ENABLED']

/** Checks a current code of the person’s app, or one of their recovery codes. */
export async function checkCode(
  deps: MyDeps,
  { code, kind }: { code: string; kind: 'totp' | 'recovery' },
  request: Request,
): Promise<TwoFactorChanged> {
  const counts: Count[] = [{ name: 'login-account', key: accountKey(`code ${deps.actor.uid}`) }]
  const counted = await countTry(deps, counts)
  if (!counted.ok) return counted
  try {
    const { api } = await authOf(deps)
    const ask = { headers: personHeaders(request, deps.clientAddress), returnHeaders: true } as const
    const { headers } =
      kind === 'totp'
        ? await api.verifyTOTP({ ...ask, body: { code: code.replace(/\s/g, '') } })
        : await api.verifyBackupCode({ ...ask, body: { code: asRecoveryCode(code), disableSession: true } })
    await uncountTry(deps, counts)
    return { ok: true, setCookies: setCookiesOf(headers, deps.config.siteUrl) }
  } catch (error) {
    const { body, status } = error as { body?: { code?: string }; status?: string }
    // A conflict means that the recovery code was used elsewhere at this moment.
    if (status !== 'CONFLICT' && !WRONG_CODES.includes(body?.code ?? '')) throw error
    noteMyFailure(deps)
    return { ok: false, reason: 'wrong' }
  }
}
