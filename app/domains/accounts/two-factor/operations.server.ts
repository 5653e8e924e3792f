import { authOf, personHeaders } from '~/platform/auth/auth.server'
import { setCookiesOf } from '~/platform/auth/cookies'
import { asRecoveryCode } from '~/platform/auth/recovery-codes'
import { transact } from '~/platform/db/database.server'
import { accountKey, type Count, countTry, uncountTry } from '../limits/operations.server'
import { prepareNotice, readLetterhead } from '../messages/operations.server'
import type { TooMany } from '../model'
import { isLastSecondStep } from '../second-step/operations.server'
import {
  fromOf,
  hasPassword,
  type MyDeps,
  noteMyFailure,
  provePassword,
  recordMine,
} from '../security/operations.server'
import { renewSessions } from '../sessions/operations.server'
import { deleteTwoFactor, lockAccount } from '../store.server'

export type TwoFactorBegun =
  | {
      ok: true
      /** `otpauth:`, for a QR code. */
      uri: string
      /** The same key to type in, in groups of four. */
      secret: string
      /** Each works once in place of a code. They are shown now and never again. */
      recoveryCodes: string[]
    }
  | { ok: false; reason: 'wrong-password' | 'already' }
  | TooMany

/** Prepares a second factor. Nothing is asked for at sign-in before a code has confirmed it. */
export async function beginTwoFactor(
  deps: MyDeps,
  { password, request }: { password: string; request: Request },
): Promise<TwoFactorBegun> {
  if (deps.actor.twoFactor) return { ok: false, reason: 'already' }
  const proof = await provePassword(deps, password)
  if (!proof.ok) return proof
  const { name } = await readLetterhead(deps)
  const begun = await authOf(deps).api.enableTwoFactor({
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

/** Turns the second factor on when the app shows the right code. All sessions end; this one gets a new id. */
export async function confirmTwoFactor(
  deps: MyDeps,
  { code, request }: { code: string; request: Request },
): Promise<TwoFactorChanged> {
  const { db, actor } = deps
  const checked = await checkCode(deps, { code, kind: 'totp' }, request)
  if (!checked.ok) return checked
  const tell = await prepareNotice(deps, actor, 'two-factor-on')
  await transact(db, async (tx) => {
    await recordMine({ ...deps, db: tx }, { action: 'two-factor-on' })
    await tell(tx)
  })
  const from = { ...fromOf(deps, request), twoSteps: true }
  return { ok: true, setCookies: await renewSessions(deps, actor.uid, from) }
}

/**
 * Turns it off: takes the password, if there is one, and a present code, so that neither alone is enough. A recovery
 * code stands in for a lost phone. The route asks for a recent proof where there is no password. `last`: the team's rule
 * asks for a second step, and this is the only one.
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
  const tell = await prepareNotice(deps, actor, 'two-factor-off')
  const isOff = await transact(db, async (tx, rollback) => {
    await lockAccount(tx, actor.uid)
    await deleteTwoFactor(tx, actor.uid)
    if (await isLastSecondStep(tx, actor.uid)) return rollback(false)
    await recordMine({ ...deps, db: tx }, { action: 'two-factor-off' })
    await tell(tx)
    return true
  })
  if (!isOff) return { ok: false, reason: 'last' }
  return { ok: true, setCookies: await renewSessions(deps, actor.uid, fromOf(deps, request)) }
}

export type RecoveryCodesMade =
  | { ok: true; recoveryCodes: string[] }
  | { ok: false; reason: 'wrong' }
  | TooMany

/**
 * New recovery codes in place of the old ones, which stop working. Takes the password, if there is one; the route asks
 * for a recent proof where there is none.
 */
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
  const tell = await prepareNotice(deps, deps.actor, 'recovery-codes')
  const made = await authOf(deps).api.generateBackupCodes({
    body: isProved ? { password } : {},
    headers: personHeaders(request, deps.clientAddress),
  })
  await transact(deps.db, async (tx) => {
    await recordMine({ ...deps, db: tx }, { action: 'recovery-codes-made' })
    await tell(tx)
  })
  return { ok: true, recoveryCodes: made.backupCodes }
}

const WRONG_CODES = ['INVALID_CODE', 'INVALID_BACKUP_CODE', 'TOTP_NOT_ENABLED', 'BACKUP_CODES_NOT_ENABLED']

/** A present code of the person’s app, or one of their recovery codes. */
export async function checkCode(
  deps: MyDeps,
  { code, kind }: { code: string; kind: 'totp' | 'recovery' },
  request: Request,
): Promise<TwoFactorChanged> {
  const counts: Count[] = [{ name: 'login-account', key: accountKey(`code ${deps.actor.uid}`) }]
  const counted = await countTry(deps, counts)
  if (!counted.ok) return counted
  try {
    const { api } = authOf(deps)
    const ask = { headers: personHeaders(request, deps.clientAddress), returnHeaders: true } as const
    const { headers } =
      kind === 'totp'
        ? await api.verifyTOTP({ ...ask, body: { code: code.replace(/\s/g, '') } })
        : await api.verifyBackupCode({ ...ask, body: { code: asRecoveryCode(code), disableSession: true } })
    await uncountTry(deps, counts)
    return { ok: true, setCookies: setCookiesOf(headers, deps.config.siteUrl) }
  } catch (error) {
    const { body, status } = error as { body?: { code?: string }; status?: string }
    // A conflict: the same recovery code was used elsewhere at this very moment.
    if (status !== 'CONFLICT' && !WRONG_CODES.includes(body?.code ?? '')) throw error
    noteMyFailure(deps)
    return { ok: false, reason: 'wrong' }
  }
}
