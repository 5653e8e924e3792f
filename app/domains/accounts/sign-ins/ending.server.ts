import type { Author, Place } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { transact } from '~/platform/db/database.server'
import { deleteLinksOf } from '../links/store.server'
import type { AccountDeps } from '../messages/operations.server'
import { deleteSessions, lockOwners, selectAccount } from '../store.server'

/** Signs a person out everywhere, on behalf of an owner. Links by which they could sign in end too. */
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
