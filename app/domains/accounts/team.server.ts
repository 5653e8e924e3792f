import { z } from 'zod'
import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { outdateMail, queueMail } from '~/domains/outbox/operations.server'
import { joinAccount } from '~/domains/people/accounts.server'
import type { Role } from '~/platform/auth/actor'
import { hashPassword } from '~/platform/auth/password.server'
import { type Db, transact } from '~/platform/db/database.server'
import { choice } from '~/platform/fields'
import { parseForm } from '~/platform/forms'
import { newId, newToken, sha256 } from '~/platform/ids.server'
import { dateOf, longDate, momentLabel } from '~/platform/time'
import { invitationMail } from './emails.server'
import { accountKey, countTry } from './limits.server'
import {
  deleteLinksOf,
  insertOwnerLink,
  lockFirstStartLinks,
  markRedeemed,
  noteRedeemer,
  selectOwnerLink,
  withdrawOthers,
} from './link-store.server'
import { type AccountDeps, readEmailBranding } from './messages.server'
import { type AccountErrors, accountAddress, accountEmail, type From } from './model'
import { accountSchema } from './registration.server'
import { noteSignIn } from './sign-ins/devices.server'
import { beginSession, renewSessions } from './sign-ins/session.server'
import {
  deletePasskeys,
  deleteSessions,
  deleteTwoFactor,
  hasOwner,
  insertAccount,
  lockOwners,
  putPassword,
  selectAccount,
  selectAccountByEmail,
  updateAccount,
} from './store.server'
import { type Invited, type OpenLink, type RoleChanged, TEAM_ROLES, type TeamRole } from './team'
import { selectOpenLinks, selectTeam, updateRole, withdrawOpen } from './team-store.server'

type TeamDeps = Pick<AccountDeps, 'db' | 'clock' | 'config'> & { author: Author }

const invitationSchema = () => z.object({ email: accountAddress(), role: choice(TEAM_ROLES) })

/** In milliseconds: long enough for a weekend, short enough that a forgotten email isn't a risk. */
const INVITATION_LASTS = 3 * 86_400_000

/** The team and the open links, with times in the studio's zone. */
export async function readTeam({ db, clock }: Pick<TeamDeps, 'db' | 'clock'>, { zone }: { zone: string }) {
  const [people, links] = await Promise.all([selectTeam(db), selectOpenLinks(db, clock.now())])
  return {
    people: people.map(({ since, seen, ...person }) => ({
      ...person,
      since: longDate(dateOf(since, zone)),
      seen: seen === null ? null : momentLabel(seen, zone),
    })),
    links: links.map(({ expiresAt, ...link }) => ({
      ...link,
      until: momentLabel(expiresAt, zone),
      isOver: expiresAt <= clock.now(),
    })),
  }
}

/**
 * D5: Emails a link that works once and makes its recipient an owner or an assistant. An address has one open
 * invitation: a new one replaces it.
 */
export async function inviteToTeam(deps: TeamDeps, given: { email: string; role: string }): Promise<Invited> {
  const { db, clock, config, author } = deps
  const read = parseForm(invitationSchema(), given)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  const { email, role } = read.value
  const counted = await countTry(deps, [
    { name: 'invite-author', key: author.uid },
    { name: 'invite-address', key: accountKey(email) },
  ])
  if (!counted.ok) return counted
  const token = newToken()
  const mail = invitationMail(await readEmailBranding(deps), { email }, { role, token, by: author.name })
  return transact(db, async (tx): Promise<Invited> => {
    if (!(await lockOwners(tx)).includes(author.uid)) return { ok: false, reason: 'gone' }
    const known = await selectAccountByEmail(tx, email)
    if (known && known.role !== 'client') return { ok: false, reason: 'in-team', name: known.name }
    const at = clock.now()
    await withdrawOpen(tx, { invited: email }, at)
    const expiresAt = at + INVITATION_LASTS
    const invitation = { id: newId(), invitedBy: author }
    await insertOwnerLink(tx, { tokenHash: sha256(token), role, email, at, expiresAt, ...invitation })
    await outdateMail({ db: tx, clock }, aboutInvitation(email))
    await queueMail({ db: tx, clock, config }, { ...mail, expiresAt, about: aboutInvitation(email) })
    await recordAction({ db: tx, clock, author }, { action: 'invited', subject: `${email}, as ${role}` })
    return { ok: true, email }
  })
}

/** The `about` of outbox rows for an invitation. */
const aboutInvitation = (email: string): string => `invitation ${email}`

/** Sends an open invitation again with a new link. */
export async function inviteAgain(deps: TeamDeps, id: string): Promise<Invited> {
  const open = (await selectOpenLinks(deps.db, deps.clock.now())).find((link) => link.id === id)
  if (!open?.email || open.invitedBy === null) return { ok: false, reason: 'gone' }
  return inviteToTeam(deps, { email: open.email, role: open.role })
}

/** Withdraws an open link or invitation. */
export async function withdrawLink(
  { db, clock, author }: TeamDeps,
  id: string,
): Promise<{ ok: true } | { ok: false; reason: 'gone' }> {
  return transact(db, async (tx) => {
    const withdrawn = await withdrawOpen(tx, { id }, clock.now())
    await recordWithdrawn({ db: tx, clock, author }, withdrawn)
    return withdrawn.length > 0 ? { ok: true } : { ok: false, reason: 'gone' }
  })
}

/** Withdraws the open invitations of an owner who loses that role. Call it in the same transaction. */
export async function withdrawInvitationsBy(
  { db, clock, author }: { db: Db } & Pick<TeamDeps, 'clock' | 'author'>,
  owner: string,
): Promise<void> {
  await recordWithdrawn({ db, clock, author }, await withdrawOpen(db, { invitedBy: owner }, clock.now()))
}

async function recordWithdrawn(
  deps: { db: Db } & Pick<TeamDeps, 'clock' | 'author'>,
  links: Pick<OpenLink, 'email' | 'role'>[],
): Promise<void> {
  for (const { email, role } of links) {
    const subject = `${email ?? 'Anyone with the link'}, as ${role}`
    await recordAction(deps, { action: 'invitation-withdrawn', subject })
    if (email) await outdateMail(deps, aboutInvitation(email))
  }
}

/**
 * Changes a team member's role; `client` ends their access. Ends all their sessions. The last owner stays,
 * also under simultaneous changes.
 * @param was the role shown in the list
 */
export async function changeRole(
  { db, clock, author }: TeamDeps,
  { user, was, to }: { user: string; was: TeamRole; to: TeamRole | 'client' },
): Promise<RoleChanged> {
  return transact(db, async (tx): Promise<RoleChanged> => {
    const owners = await lockOwners(tx)
    // The author's own role may have just been changed.
    if (!owners.includes(author.uid)) return { ok: false, reason: 'gone' }
    const person = await selectAccount(tx, user)
    if (!person || person.role === 'client') return { ok: false, reason: 'gone' }
    if (person.role !== was) return { ok: false, reason: 'changed-since' }
    if (was === to) return { ok: true, name: person.name }
    if (was === 'owner' && owners.length === 1) return { ok: false, reason: 'last-owner' }
    if (!(await updateRole(tx, user, { was, to, at: clock.now() })))
      return { ok: false, reason: 'changed-since' }
    await deleteSessions(tx, user)
    if (was === 'owner') await withdrawInvitationsBy({ db: tx, clock, author }, user)
    await recordChange({ db: tx, clock, author }, { subject: `${person.name}, ${person.email}`, was, to })
    return { ok: true, name: person.name }
  })
}

const recordChange = (
  deps: Pick<TeamDeps, 'clock' | 'author'> & { db: Db },
  { subject, was, to }: { subject: string; was: TeamRole; to: TeamRole | 'client' },
): Promise<void> =>
  recordAction(deps, {
    action: to === 'client' ? 'access-ended' : 'role-changed',
    subject,
    changes: [{ field: 'Role', from: was, to }],
  })

type LinkDeps = Pick<AccountDeps, 'db' | 'clock' | 'config'>

const DAY = 86_400_000

type IssueDeps = Pick<LinkDeps, 'db' | 'clock'> & { config: Pick<LinkDeps['config'], 'siteUrl'> }

/** Creates a link that makes or restores an owner or an assistant, once within a day. @returns its URL */
export const issueOwnerLink = (
  deps: IssueDeps,
  { email, role }: { email: string; role: 'owner' | 'assistant' },
): Promise<string> => issueLink(deps, { email: accountEmail(email), role })

/** The link to print at startup when there is no owner. Using one invalidates all of them. */
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

/** What a working link is for. */
export async function readOwnerLink(
  { db, clock }: Pick<LinkDeps, 'db' | 'clock'>,
  token: string,
): Promise<{ role: 'owner' | 'assistant'; email?: string } | undefined> {
  const link = await selectOwnerLink(db, sha256(token), clock.now())
  return link && { role: link.role, ...(link.email !== undefined && { email: link.email }) }
}

export type OwnerLinkRedeemed =
  | { ok: true; setCookies: string[]; role: Role }
  /** The account already has a second factor, and its code is required now. */
  | { ok: false; reason: 'two-factor'; setCookies: string[] }
  | { ok: false; reason: 'gone' }
  | { ok: false; reason: 'refused'; errors: AccountErrors }

/**
 * Makes an owner or assistant, and signs them in. An existing account of the address is restored: it gets
 * this password and this role, unless it has a higher one, and is signed out everywhere else. A link printed
 * by a command is for someone who can't sign in, so it removes second factor and passkeys; an emailed
 * invitation doesn't. Each link works once, even with simultaneous requests.
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
    // Locks roles: an invitation must not demote someone who has become an owner since.
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
