import { deleteUnsignedContract } from '~/domains/contracts/prepared.server'
import { type Db, transact } from '~/platform/db/database.server'
import { deleteProposals, lockProposal, unsignedBeforeQuery } from './store.server'

/**
 * Deletes up to `limit` proposals that were made before an instant, and that no one has signed or could still sign
 * then, with the contracts that were prepared for them. Signed ones stay, as contracts do.
 * @returns how many
 */
export const deleteUnsignedProposals = ({ db }: { db: Db }, before: number, limit: number): Promise<number> =>
  transact(db, async (tx) => {
    const ids: string[] = []
    for (const { id } of await unsignedBeforeQuery(tx, before, limit).execute())
      if (await lockProposal(tx, id)) ids.push(id)
    if (ids.length === 0) return 0
    // Read again, since someone could have signed before the lock.
    const old = await unsignedBeforeQuery(tx, before, limit).where('id', 'in', ids).execute()
    if (old.length > 0)
      await deleteProposals(
        tx,
        old.map(({ id }) => id),
      )
    for (const { contract_id } of old)
      if (contract_id !== null) await deleteUnsignedContract({ db: tx }, contract_id)
    return old.length
  })
