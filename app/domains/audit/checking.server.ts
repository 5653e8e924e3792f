import { type Db, transact } from '~/platform/db/database.server'
import { ChainCheck, chainLeftovers } from './chain.server'
import { readCheckpoints } from './forgetting.server'
import type { LogCheck } from './model'
import { chainOf, countUnnumbered, selectHead, selectHighest } from './store.server'

/**
 * Checks that no entry of the log was removed, changed or moved. Entries that are added during the check aren't part
 * of it.
 * @param newest how many, from the newest back; all when not given
 */
export async function checkLog({ db }: { db: Db }, { newest }: { newest?: number } = {}): Promise<LogCheck> {
  const head = await selectHead(db)
  const from = newest === undefined ? 1 : Math.max(1, head.seq - newest + 1)
  const check = new ChainCheck()
  // From below 1: an entry with such a number is none of ours.
  const lowest = from === 1 ? Number.MIN_SAFE_INTEGER : from
  for await (const row of chainOf(db, { from: lowest, to: head.seq })) check.add(row)
  const done = check.end(head, { from, checkpoints: await readCheckpoints({ db }) })
  // In this order: an entry and its number in the head are written together.
  const highest = await selectHighest(db)
  const { seq } = await selectHead(db)
  if (highest > seq) done.faults.push({ kind: 'detached', seq: seq + 1 })
  return { ...done, unnumbered: await countUnnumbered(db) }
}

/** Chains what the previous version wrote while both were running. */
export async function chainUnnumbered({ db }: { db: Db }): Promise<void> {
  while ((await transact(db, chainLeftovers)) > 0);
}
