import type { Author, Place } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import type { Role } from '~/platform/auth/actor'
import { authOf } from '~/platform/auth/auth.server'
import { personHeaders, signInHeaders } from '~/platform/auth/auth-calls.server'
import { endedCookies, setCookiesOf } from '~/platform/auth/cookies'
import { type Db, transact } from '~/platform/db/database.server'
import { deleteLinksOf } from '../link-store.server'
import type { AccountDeps } from '../messages.server'
import type { From, SignInWay } from '../model'
import { deleteExpired, deleteSession, deleteSessions, lockOwners, selectAccount } from '../store.server'
import { noteSignIn } from './devices.server'

type SessionDeps = Pick<AccountDeps, 'db' | 'config'>
type SignInDeps = Pick<AccountDeps, 'db' | 'clock' | 'config'>

export type SessionStarted =
  | { ok: true; setCookies: string[]; role: Role }
  | { ok: false; reason: 'two-factor'; setCookies: string[] }

/**
 * Signs in a person with a proven identity, after a code if they have a second factor. Replaces the browser's
 * previous session.
 */
export async function beginSession(
  deps: SignInDeps,
  user: { id: string; role: Role },
  { way, ...from }: From & { way: SignInWay },
): Promise<SessionStarted> {
  const { db, config } = deps
  await deleteExpired(db, Date.now())
  const { headers, response } = await (await authOf({ db, config })).api.signInProven({
    body: { userId: user.id },
    headers: signInHeaders(from),
    returnHeaders: true,
  })
  const setCookies = setCookiesOf(headers, config.siteUrl)
  if (response.twoFactorRedirect) return { ok: false, reason: 'two-factor', setCookies }
  if (!response.signedIn) throw new Error('The account was gone before its session began.')
  await endReplaced(db, from)
  return {
    ok: true,
    setCookies: [...setCookies, ...(await noteSignIn(deps, user.id, way, from))],
    role: user.role,
  }
}

/** Invalidates the session that was replaced in this browser, so that a copied cookie is useless. */
export async function endReplaced(db: Db, { sessionId }: From): Promise<void> {
  if (sessionId !== undefined) await deleteSession(db, sessionId)
}

/**
 * Ends all of a person's sessions and begins a new one here.
 * @param from.twoSteps a code or a passkey was used here
 */
export async function renewSessions(
  { db, config }: SessionDeps,
  user: string,
  { twoSteps, ...from }: From & { twoSteps: boolean },
): Promise<string[]> {
  await deleteSessions(db, user)
  await endReplaced(db, from)
  const { headers } = await (await authOf({ db, config })).api.renewSession({
    body: { userId: user, twoSteps },
    headers: signInHeaders(from),
    returnHeaders: true,
  })
  return setCookiesOf(headers, config.siteUrl)
}

/** Ends the request's session on the server, and deletes all our cookies in the browser. */
export async function endSessionOf({ db, config }: SessionDeps, request: Request): Promise<string[]> {
  await (await authOf({ db, config })).api.signOut({ headers: personHeaders(request, '') })
  return endedCookies(request, config.siteUrl)
}

/** Signs a person out everywhere for an owner, and deletes the links by which they could sign in. */
export async function signOutPerson(
  { db, clock, author, place }: Pick<AccountDeps, 'db' | 'clock'> & { author: Author; place: Place },
  user: string,
): Promise<{ ok: true; name: string } | { ok: false; reason: 'gone' }> {
  return transact(db, async (tx) => {
    const isOwner = (await lockOwners(tx)).includes(author.uid)
    const account = isOwner ? await selectAccount(tx, user) : undefined
    if (!account) return { ok: false, reason: 'gone' }
    const ended = await deleteSessions(tx, user)
    await deleteLinksOf(tx, user)
    await recordAction(
      { db: tx, clock, author },
      {
        action: 'devices-signed-out',
        subject: ended === 1 ? '1 device' : `${ended} devices`,
        ...{ accountId: user, place },
      },
    )
    return { ok: true, name: account.name }
  })
}
