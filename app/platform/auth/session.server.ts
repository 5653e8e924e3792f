import type { Db } from '~/platform/db/database.server'
import { unlessDiskFull } from '~/platform/disk-full'
import { type Actor, type Role, VISITOR } from './actor'
import { authOf } from './auth.server'
import type { AuthConfig } from './cookies'
import { sessionEnd } from './cookies'
import { readSecondSteps } from './second-step.server'
import { readSessionCookie, signedAnew } from './signed-cookies.server'

/** Last use is stored with a precision of an hour, so that page views rarely write. */
const EXTEND_EVERY_MS = 3_600_000

/**
 * The sender of a request, from its session cookie. Forged, truncated, expired and unknown ones are visitors.
 * @throws when the database fails
 */
export async function readActor(deps: { db: Db; config: AuthConfig }, request: Request): Promise<Actor> {
  const cookie = request.headers.get('cookie') ?? ''
  if (readSessionCookie(cookie, deps.config).kind !== 'signed') return VISITOR
  const headers = new Headers({ cookie: signedAnew(cookie, deps.config) })
  const found = await authOf(deps).api.getSession({ headers })
  if (!found) return VISITOR
  const { user, session } = found
  if (session.updatedAt.getTime() < Date.now() - EXTEND_EVERY_MS) await extendSession(deps.db, session)
  const role = roleFrom(user.role)
  const twoFactor = user.twoFactorEnabled === true
  const { passkey, isRequired } = await readSecondSteps(deps.db, user.id)
  const hasOne = twoFactor || passkey
  const twoSteps = session.twoSteps === true
  const isMet = role === 'client' || !isRequired || (hasOne && twoSteps)
  return {
    kind: 'person',
    uid: user.id,
    role,
    name: user.name,
    email: user.email,
    emailVerified: user.emailVerified,
    twoFactor,
    passkey,
    twoSteps,
    secondStep: isMet ? 'met' : hasOne ? 'confirm' : 'set-up',
    sessionId: session.id,
    provedAt: (session.provedAt ?? session.createdAt).getTime(),
  }
}

/** Extends a session in use. Works without writing when the disk is full. */
async function extendSession(db: Db, { id, createdAt }: { id: string; createdAt: Date }): Promise<void> {
  const now = Date.now()
  const seen = { updated_at: now, expires_at: sessionEnd(createdAt.getTime(), now) }
  await unlessDiskFull(db.updateTable('sessions').set(seen).where('id', '=', id).execute())
}

const roleFrom = (text: string): Role => (text === 'owner' || text === 'assistant' ? text : 'client')
