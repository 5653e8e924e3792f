import { z } from 'zod'
import type { SecurityAction } from '~/domains/audit/model'
import { MAIL_PRIORITY } from '~/domains/outbox/model'
import type { Person } from '~/platform/auth/actor'
import { hashPassword, verifyPassword } from '~/platform/auth/password.server'
import { transact } from '~/platform/db/database.server'
import { parseForm } from '~/platform/forms'
import { newId } from '~/platform/ids.server'
import { enqueue } from '~/platform/jobs/queue.server'
import { deviceName } from './device-name'
import { accountKey, type Count, countTry, uncountTry } from './limits.server'
import { deleteLinksOf } from './link-store.server'
import { type AccountDeps, linkRequestOf, prepareNotice } from './messages.server'
import { addressSchema, MAIL_EMAIL_CHANGE, type Requester, type TooMany } from './model'
import { newPassword } from './password-rule.server'
import { noteFailure } from './sign-ins/failures.server'
import { placeOfRequest, recordOwnAction } from './sign-ins/log.server'
import { renewSessions } from './sign-ins/session.server'
import {
  type Account,
  deleteOwnSession,
  deleteSessions,
  putPassword,
  selectAccount,
  selectSessions,
} from './store.server'

/** What the operations of a signed-in person need. */
export type MyDeps = AccountDeps & { actor: Person; clientAddress: string; userAgent: string }

export interface SignedInDevice {
  id: string
  /** Whether it's the requesting session. */
  current: boolean
  createdAt: number
  lastSeenAt: number
  network: string
  /** Such as “Firefox on Windows”. */
  device: string
}

export type PasswordProof = { ok: true; account: Account } | { ok: false; reason: 'wrong-password' } | TooMany

/** Checks the person’s own password again before a critical action. Wrong ones count like failed sign-ins. */
export async function provePassword(deps: MyDeps, password: string): Promise<PasswordProof> {
  const counts: Count[] = [{ name: 'login-account', key: accountKey(deps.actor.uid) }]
  const counted = await countTry(deps, counts)
  if (!counted.ok) return counted
  const account = await selectAccount(deps.db, deps.actor.uid)
  if (!(await verifyPassword(password, account?.passwordHash)) || !account) {
    noteMyFailure(deps)
    return { ok: false, reason: 'wrong-password' }
  }
  await uncountTry(deps, counts)
  return { ok: true, account }
}

/** A signed-in person's wrong password or code counts like a failed sign-in. */
export const noteMyFailure = (deps: MyDeps): void =>
  noteFailure(deps, deps.actor.email, { network: deps.clientAddress, userAgent: deps.userAgent })

/** Accounts can also be without a password and use emailed links. */
export const hasPassword = async ({ db, actor }: Pick<MyDeps, 'db' | 'actor'>): Promise<boolean> =>
  (await selectAccount(db, actor.uid))?.passwordHash !== undefined

export type PasswordChanged =
  | { ok: true; setCookies: string[] }
  | { ok: false; reason: 'refused'; errors: { current?: string; password?: string } }
  | TooMany

const NOT_YOUR_PASSWORD = 'That’s not your current password.'

/** Changes the password, ends all other sessions, and gives this one a new id. */
export async function changePassword(
  deps: MyDeps,
  { current, password, request }: { current: string; password: string; request: Request },
): Promise<PasswordChanged> {
  const { db, clock, actor } = deps
  const schema = z.object({ password: newPassword([actor.name, actor.email]) })
  const read = parseForm(schema, { password })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const proof = await provePassword(deps, current)
  if (!proof.ok && proof.reason === 'too-many') return proof
  if (!proof.ok) return { ok: false, reason: 'refused', errors: { current: NOT_YOUR_PASSWORD } }
  const hash = await hashPassword(password)
  const notify = await prepareNotice(deps, proof.account, 'password')
  await transact(db, async (tx) => {
    await putPassword(tx, actor.uid, hash, { id: newId(), at: clock.now() })
    await deleteLinksOf(tx, actor.uid)
    await recordMyAction({ ...deps, db: tx }, { action: 'password-changed' })
    await notify(tx)
  })
  return { ok: true, setCookies: await renewSessions(deps, actor.uid, fromOf(deps, request)) }
}

export type EmailChangeRequested =
  | { ok: true }
  | { ok: false; reason: 'refused'; errors: { email?: string; password?: string } }
  | TooMany

/**
 * Sends a link to the new address; the old one stays until it is used. A job checks whether the address is
 * another account's, which gets no email, so that neither the response nor its time reveals it.
 */
export async function requestEmailChange(
  deps: MyDeps,
  given: { email: string; password: string } & Requester,
): Promise<EmailChangeRequested> {
  const schema = addressSchema().refine(({ email }) => email !== deps.actor.email, {
    path: ['email'],
    error: 'That’s already your email.',
  })
  const read = parseForm(schema, { email: given.email })
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { email } = read.value
  const proof = await provePassword(deps, given.password)
  if (!proof.ok && proof.reason === 'too-many') return proof
  if (!proof.ok) return { ok: false, reason: 'refused', errors: { password: NOT_YOUR_PASSWORD } }
  const counted = await countTry(deps, [{ name: 'link-account', key: accountKey(deps.actor.uid) }])
  if (!counted.ok) return counted
  await enqueue(deps, {
    kind: MAIL_EMAIL_CHANGE,
    payload: {
      user: deps.actor.uid,
      email,
      passwordAt: proof.account.passwordAt,
      requestedFrom: linkRequestOf(deps, given),
    },
    priority: MAIL_PRIORITY,
  })
  return { ok: true }
}

/** The person's sessions, newest first. */
export async function listDevices({ db, clock, actor }: MyDeps): Promise<SignedInDevice[]> {
  const sessions = await selectSessions(db, actor.uid, clock.now())
  return sessions.map(({ id, createdAt, lastSeenAt, network, userAgent }) => ({
    id,
    current: id === actor.sessionId,
    createdAt,
    lastSeenAt,
    network,
    device: deviceName(userAgent),
  }))
}

/** `ok` is false if the person has no such session. */
export async function endSession(deps: MyDeps, { id }: { id: string }): Promise<{ ok: boolean }> {
  return transact(deps.db, async (tx) => {
    const ended = await deleteOwnSession(tx, deps.actor.uid, id)
    if (ended === undefined) return { ok: false }
    const subject = deviceName(ended.userAgent)
    await recordMyAction({ ...deps, db: tx }, { action: 'devices-signed-out', subject })
    return { ok: true }
  })
}

export async function signOutOtherDevices(deps: MyDeps): Promise<{ ended: number }> {
  return transact(deps.db, async (tx) => {
    const ended = await deleteSessions(tx, deps.actor.uid, deps.actor.sessionId)
    if (ended > 0)
      await recordMyAction(
        { ...deps, db: tx },
        { action: 'devices-signed-out', subject: 'All other devices' },
      )
    return { ended }
  })
}

/** Logs an action of the person on their own account. */
export const recordMyAction = (
  deps: MyDeps,
  done: { action: SecurityAction; subject?: string },
): Promise<void> => {
  const { uid: id, name, role } = deps.actor
  return recordOwnAction(deps, { id, name, role }, { ...done, place: placeOfRequest(deps) })
}

/** The origin of a signed-in person's request, for a session that replaces theirs. */
export const fromOf = (deps: Pick<MyDeps, 'clientAddress' | 'actor'>, request: Request) => ({
  twoSteps: deps.actor.twoSteps,
  network: deps.clientAddress,
  userAgent: request.headers.get('user-agent') ?? '',
})
