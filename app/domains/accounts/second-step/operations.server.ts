import type { Author, Place } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import {
  isSecondStepRequired,
  putSecondStepRequired,
  readSecondSteps,
} from '~/platform/auth/second-step.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { deleteLinksOf } from '../links/store.server'
import { type AccountDeps, prepareNotice } from '../messages/operations.server'
import { deletePasskeys, deleteSessions, deleteTwoFactor, lockOwners, selectAccount } from '../store.server'

/** Whether the team needs a passkey, or a code besides the password, to open the Studio. */
export const readTeamRule = async ({ db }: { db: Db }): Promise<{ isRequired: boolean }> => ({
  isRequired: await isSecondStepRequired(db),
})

export type TeamRuleSaved =
  | { ok: true }
  /** `none`: the owner has no second step, and would be the first to be turned away. */
  | { ok: false; reason: 'none' | 'gone' }

/** Requires a second step of everyone on the team, or stops requiring it. The route asks for a recent proof. */
export async function saveTeamRule(
  { db, clock, author }: { db: Db; clock: Clock; author: Author },
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
        changes: [{ field: 'Second step', from: words(!isRequired), to: words(isRequired) }],
      },
    )
    return { ok: true }
  })
}

/**
 * Takes a lost second step off a colleague's account, on behalf of an owner: their passkeys, their app and its recovery
 * codes. They're signed out and set up a new one after their password. The route asks for a recent proof.
 */
export async function resetSecondStep(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'config'> & { author: Author; place: Place },
  user: string,
): Promise<{ ok: boolean }> {
  const { db, clock, author, place } = deps
  const found = await selectAccount(db, user)
  if (!found || found.role === 'client' || user === author.uid) return { ok: false }
  const tell = await prepareNotice(deps, found, 'second-step-reset')
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
    await tell(tx)
    return { ok: true }
  })
}

async function hasSecondStep(db: Db, user: string): Promise<boolean> {
  const account = await selectAccount(db, user)
  return account?.twoFactor === true || (await readSecondSteps(db, user)).passkey
}

/** Whether a team member has lost the second step that the team’s rule requires. Call it after removing one. */
export async function isLastSecondStep(tx: Db, user: string): Promise<boolean> {
  const account = await selectAccount(tx, user)
  if (!account || account.role === 'client') return false
  const { passkey, isRequired } = await readSecondSteps(tx, user)
  return isRequired && !passkey && !account.twoFactor
}
