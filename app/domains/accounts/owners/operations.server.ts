import { recordAction } from '~/domains/audit/operations.server'
import { joinAccount } from '~/domains/people/accounts.server'
import type { Role } from '~/platform/auth/actor'
import { hashPassword } from '~/platform/auth/password.server'
import { transact } from '~/platform/db/database.server'
import { parseForm } from '~/platform/forms'
import { newId, newToken, sha256 } from '~/platform/ids.server'
import { deleteLinksOf } from '../links/store.server'
import type { AccountDeps } from '../messages/operations.server'
import { type AccountErrors, accountEmail, type From } from '../model'
import { accountSchema } from '../registration/operations.server'
import { beginSession, renewSessions } from '../sessions/operations.server'
import { noteSignIn } from '../sign-ins/devices.server'
import {
  deletePasskeys,
  deleteSessions,
  deleteTwoFactor,
  hasOwner,
  insertAccount,
  lockOwners,
  putPassword,
  selectAccountByEmail,
  updateAccount,
} from '../store.server'
import {
  insertOwnerLink,
  lockFirstStartLinks,
  markRedeemed,
  noteRedeemer,
  selectOwnerLink,
  withdrawOthers,
} from './store.server'

type LinkDeps = Pick<AccountDeps, 'db' | 'clock' | 'config'>

const DAY = 86_400_000

type IssueDeps = Pick<LinkDeps, 'db' | 'clock'> & { config: Pick<LinkDeps['config'], 'siteUrl'> }

/** A link that makes, or restores, an owner or an assistant: once, within a day. @returns its address */
export const issueOwnerLink = (
  deps: IssueDeps,
  { email, role }: { email: string; role: 'owner' | 'assistant' },
): Promise<string> => issueLink(deps, { email: accountEmail(email), role })

/** The link to print when the site is started and nobody owns it. All of them end when one is used. */
export async function ownerLinkOfFirstStart(deps: IssueDeps): Promise<string | undefined> {
  return (await hasOwner(deps.db)) ? undefined : issueLink(deps, { email: undefined, role: 'owner' })
}

async function issueLink(
  { db, clock, config }: IssueDeps,
  link: { email: string | undefined; role: 'owner' | 'assistant' },
): Promise<string> {
  const token = newToken()
  const at = clock.now()
  await insertOwnerLink(db, { ...link, id: newId(), tokenHash: sha256(token), at, expiresAt: at + DAY })
  return `${config.siteUrl}/owner/${token}`
}

/** What a link that still works is for. */
export async function readOwnerLink(
  { db, clock }: Pick<LinkDeps, 'db' | 'clock'>,
  token: string,
): Promise<{ role: 'owner' | 'assistant'; email?: string } | undefined> {
  const link = await selectOwnerLink(db, sha256(token), clock.now())
  return link && { role: link.role, ...(link.email !== undefined && { email: link.email }) }
}

export type OwnerLinkRedeemed =
  | { ok: true; setCookies: string[]; role: Role }
  /** The account was protected before, and its code is asked for now. */
  | { ok: false; reason: 'two-factor'; setCookies: string[] }
  | { ok: false; reason: 'gone' }
  | { ok: false; reason: 'refused'; errors: AccountErrors }

/**
 * Makes the owner, and signs them in. An account that its address has already is restored: it gets this password and
 * this role, unless it has a higher one, and is signed out everywhere else. A link that a command printed is for who
 * cannot get in, so it takes the second factor and the passkeys away; an invitation by mail does not. Each link makes one owner,
 * however many try.
 */
export async function redeemOwnerLink(
  deps: AccountDeps,
  { token, ...given }: { token: string; name: string; email: string; password: string } & From,
): Promise<OwnerLinkRedeemed> {
  const { db, clock } = deps
  const tokenHash = sha256(token)
  const link = await selectOwnerLink(db, tokenHash, clock.now())
  if (!link) return { ok: false, reason: 'gone' }
  const fields = { name: given.name, email: link.email ?? given.email, password: given.password }
  const read = parseForm(accountSchema(fields), fields)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { name, email, password } = read.value
  const hash = await hashPassword(password)
  const made = await transact(db, async (tx) => {
    const at = clock.now()
    // Nobody changes a role meanwhile: an invitation must not demote who has become an owner since.
    await lockOwners(tx)
    await lockFirstStartLinks(tx)
    if (!(await markRedeemed(tx, tokenHash, at))) return undefined
    await withdrawOthers(tx, { email, at })
    const id = newId()
    const isNew = await insertAccount(tx, { id, name, email, emailVerified: true, role: link.role }, at)
    const account = isNew ? undefined : await selectAccountByEmail(tx, email)
    const user = isNew ? id : account?.id
    if (user === undefined) throw new Error('The account exists but can’t be found.')
    const role = account?.role === 'owner' ? 'owner' : link.role
    const keepsCode = link.isInvitation && account?.twoFactor === true
    if (account) {
      await updateAccount(tx, user, { name, role, email_verified: 1 }, at)
      if (!keepsCode) await deleteTwoFactor(tx, user)
      if (!link.isInvitation) await deletePasskeys(tx, user)
      await deleteLinksOf(tx, user)
    }
    await putPassword(tx, user, hash, { id: newId(), at })
    await deleteSessions(tx, user)
    await noteRedeemer(tx, tokenHash, user)
    await joinAccount({ db: tx, clock }, { userId: user, email, name })
    const author = { uid: user, name }
    await recordAction({ db: tx, clock, author }, { action: 'joined', subject: `The Studio, as ${role}` })
    return { id: user, role, keepsCode }
  })
  if (made === undefined) return { ok: false, reason: 'gone' }
  if (made.keepsCode) return await beginSession(deps, made, { ...given, way: 'Invitation' })
  const setCookies = await renewSessions(deps, made.id, { ...given, twoSteps: false })
  setCookies.push(...(await noteSignIn(deps, made.id, 'Invitation', given)))
  return { ok: true, setCookies, role: made.role }
}
