import type { Db } from '~/platform/db/database.server'
import { unlessDiskFull } from '~/platform/disk-full'
import { sha256 } from '~/platform/ids.server'
import { type Actor, type Role, VISITOR } from './actor'
import type { AuthConfig } from './cookies'
import { sessionEnd } from './cookies'
import { SECOND_STEP_REQUIRED } from './second-step.server'
import { readSessionCookie } from './signed-cookies.server'

/** Last use is stored with a precision of an hour, so that page views rarely write. */
const EXTEND_EVERY_MS = 3_600_000

/**
 * The sender of a request, from its session cookie. Forged, truncated, expired and unknown ones are visitors.
 * One statement instead of Better Auth's `getSession`, since every page of a signed-in person needs it.
 * @throws when the database fails
 */
export async function readActor(
  { db, config }: { db: Db; config: AuthConfig },
  request: Request,
): Promise<Actor> {
  const cookie = readSessionCookie(request.headers.get('cookie') ?? undefined, config)
  const found = cookie.kind === 'signed' ? await selectSession(db, cookie.token) : undefined
  if (!found) return VISITOR
  if (found.updated_at < Date.now() - EXTEND_EVERY_MS) await extendSession(db, found)
  const role = roleFrom(found.role)
  const twoFactor = found.two_factor_enabled === 1
  const passkey = found.passkey !== null
  const hasOne = twoFactor || passkey
  const twoSteps = found.two_steps === 1
  const isMet = role === 'client' || found.required !== 'true' || (hasOne && twoSteps)
  return {
    kind: 'person',
    uid: found.user_id,
    role,
    name: found.name,
    email: found.email,
    emailVerified: found.email_verified === 1,
    twoFactor,
    passkey,
    twoSteps,
    secondStep: isMet ? 'met' : hasOne ? 'confirm' : 'set-up',
    sessionId: found.id,
    provedAt: found.proved_at ?? found.created_at,
  }
}

/** An open session, its person, whether they have a passkey, and whether the team needs a second factor. */
const selectSession = (db: Db, token: string) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id', 's.created_at', 's.updated_at', 's.proved_at', 's.two_steps'])
    .select(['u.role', 'u.name', 'u.email', 'u.email_verified', 'u.two_factor_enabled'])
    .select((e) => [
      e.selectFrom('passkeys').select('id').whereRef('user_id', '=', 'u.id').limit(1).as('passkey'),
      e.selectFrom('settings').select('value').where('key', '=', SECOND_STEP_REQUIRED).as('required'),
    ])
    .where('s.token', '=', sha256(token))
    .where('s.expires_at', '>', Date.now())
    .executeTakeFirst()

/** Extends a session in use. Works without writing when the disk is full. */
async function extendSession(db: Db, { id, created_at }: { id: string; created_at: number }): Promise<void> {
  const now = Date.now()
  const seen = { updated_at: now, expires_at: sessionEnd(created_at, now) }
  await unlessDiskFull(db.updateTable('sessions').set(seen).where('id', '=', id).execute())
}

const roleFrom = (text: string): Role => (text === 'owner' || text === 'assistant' ? text : 'client')
