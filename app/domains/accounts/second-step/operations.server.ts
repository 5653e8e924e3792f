import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import {
  isSecondStepRequired,
  putSecondStepRequired,
  readSecondSteps,
} from '~/platform/auth/second-step.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { lockOwners, selectAccount } from '../store.server'

/** Whether the team needs a passkey, or a code besides the password, to open the Studio. */
export const readTeamRule = async ({ db }: { db: Db }): Promise<{ isRequired: boolean }> => ({
  isRequired: await isSecondStepRequired(db),
})

export type TeamRuleSaved =
  | { ok: true }
  /** `none`: the owner has no second step, and would be the first to be turned away. */
  | { ok: false; reason: 'none' | 'gone' }

/** Asks a second step of everyone on the team from now on, or of nobody. The route asks for a recent proof. */
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

async function hasSecondStep(db: Db, user: string): Promise<boolean> {
  const account = await selectAccount(db, user)
  return account?.twoFactor === true || (await readSecondSteps(db, user)).passkey
}

/** Whether somebody on the team would be without the second step that they need. Ask after it was taken off. */
export async function isLastSecondStep(tx: Db, user: string): Promise<boolean> {
  const account = await selectAccount(tx, user)
  if (!account || account.role === 'client') return false
  const { passkey, isRequired } = await readSecondSteps(tx, user)
  return isRequired && !passkey && !account.twoFactor
}
