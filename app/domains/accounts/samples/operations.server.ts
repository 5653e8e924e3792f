import { joinAccount } from '~/domains/people/accounts.server'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { newId, newToken } from '~/platform/ids.server'
import { insertLink } from '../links/store.server'
import { insertAccount, selectAccount } from '../store.server'

/** An account of the demo content: nobody has a password for it, and a command alone makes links that open it. */
export async function addSampleAccount(
  { db: tx, clock }: { db: Db; clock: Clock },
  { name, email }: { name: string; email: string },
): Promise<void> {
  const id = newId()
  if (!(await insertAccount(tx, { id, name, email, emailVerified: true, role: 'client' }, clock.now())))
    return
  await joinAccount({ db: tx, clock }, { userId: id, email, name })
}

const LASTS_MS = 15 * 60_000

/** A link that signs in once. @returns its address; undefined: there is no such account */
export async function issueSampleLink(
  { db, clock, config }: { db: Db; clock: Clock; config: Pick<Config, 'siteUrl'> },
  user: string,
): Promise<string | undefined> {
  const token = newToken()
  return await transact(db, async (tx) => {
    const account = await selectAccount(tx, user)
    if (account?.role !== 'client') return undefined
    const at = clock.now()
    const { id, email } = account
    await insertLink(tx, { purpose: 'sign-in', token, user: id, email, at, expiresAt: at + LASTS_MS })
    return `${config.siteUrl}/sign-in/${token}`
  })
}
