import { randomInt } from 'node:crypto'
import { queueMail } from '~/domains/outbox/operations.server'
import { transact } from '~/platform/db/database.server'
import { proofCodeMail } from './emails.server'
import { accountKey, type Count, countTry, uncountTry } from './limits.server'
import { deleteLinksOf, insertLink, takeLink } from './link-store.server'
import { readEmailBranding } from './messages.server'
import type { ProofGiven, TooMany } from './model'
import { checkPasskey } from './passkeys/operations.server'
import { type MyDeps, provePassword } from './security.server'
import { noteTwoSteps, updateProvedAt } from './store.server'
import { checkCode } from './two-factor.server'

/** In milliseconds: long enough to find the email, and as long as a proof lasts. */
const CODE_LASTS_MS = 600_000

export type Proved = { ok: true } | { ok: false; reason: 'wrong' } | TooMany

/** Proves a signed-in person's identity again, for ten minutes in this session. */
export async function proveAgain(
  deps: MyDeps,
  given: ProofGiven,
  { request }: { request: Request },
): Promise<Proved> {
  const proved = await checkProof(deps, given, request)
  if (!proved.ok) return proved.reason === 'too-many' ? proved : { ok: false, reason: 'wrong' }
  await noteProof(deps)
  if (given.by === 'code' || given.by === 'passkey') await noteTwoSteps(deps.db, deps.actor.sessionId)
  return { ok: true }
}

/** Records that the person has just proved their identity in this session. */
const noteProof = ({ db, clock, actor }: Pick<MyDeps, 'db' | 'clock' | 'actor'>): Promise<void> =>
  updateProvedAt(db, actor.sessionId, clock.now())

async function checkProof(deps: MyDeps, given: ProofGiven, request: Request) {
  switch (given.by) {
    case 'password':
      return provePassword(deps, given.password)
    case 'code':
      return checkCode(
        deps,
        { code: given.code, kind: /^[\d\s]*$/.test(given.code) ? 'totp' : 'recovery' },
        request,
      )
    case 'emailed-code':
      return checkEmailedCode(deps, given.code)
    case 'passkey':
      return checkPasskey(deps, given.answer, request)
  }
}

/**
 * Emails a code that proves the person's identity in this session. With a second factor, the code isn't
 * sufficient, just as for signing in.
 */
export async function emailProofCode(
  deps: MyDeps,
): Promise<{ ok: true } | { ok: false; reason: 'second-factor' } | TooMany> {
  const { db, clock, config, actor } = deps
  if (actor.twoFactor) return { ok: false, reason: 'second-factor' }
  const counted = await countTry(deps, [{ name: 'link-account', key: accountKey(actor.email) }])
  if (!counted.ok) return counted
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const mail = proofCodeMail(await readEmailBranding(deps), actor, code)
  const at = clock.now()
  await transact(db, async (tx) => {
    await deleteLinksOf(tx, actor.uid, 'proof-code')
    await insertLink(tx, {
      purpose: 'proof-code',
      token: tokenOf(actor.sessionId, code),
      user: actor.uid,
      email: actor.email,
      at,
      expiresAt: at + CODE_LASTS_MS,
    })
    await queueMail({ db: tx, clock, config }, { ...mail, pace: 'link', expiresAt: at + CODE_LASTS_MS })
  })
  return { ok: true }
}

const CODE_DIGITS = 8

const tokenOf = (sessionId: string, code: string) => `${sessionId} ${code}`

async function checkEmailedCode(deps: MyDeps, code: string): Promise<Proved> {
  const { db, clock, actor } = deps
  if (actor.twoFactor) return { ok: false, reason: 'wrong' }
  const counts: Count[] = [{ name: 'login-account', key: accountKey(`code ${actor.uid}`) }]
  const counted = await countTry(deps, counts)
  if (!counted.ok) return counted
  const token = tokenOf(actor.sessionId, code.replace(/\D/g, ''))
  if (!(await takeLink(db, 'proof-code', token, clock.now()))) return { ok: false, reason: 'wrong' }
  await uncountTry(deps, counts)
  return { ok: true }
}
