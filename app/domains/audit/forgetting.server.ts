import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import type { Checkpoint } from './model'
import { recordAction } from './operations.server'
import { deleteThrough, selectByAction, selectOldest } from './store.server'

/** Who an entry names that no person caused. */
const NOBODY = { uid: '', name: '' }

/** Deletions since the log began that a check knows: at twelve a year, more than come up. */
const MOST_CHECKPOINTS = 2_000

/**
 * Deletes the oldest entries. The log then begins later, and an entry says through which number it was shortened and
 * what the hash of that entry was, so that this can be told from entries that somebody removed.
 * @param before in milliseconds since 1970
 * @returns how many
 */
export async function forgetEntries(
  { db, clock }: { db: Db; clock: Clock },
  before: number,
  limit: number,
): Promise<number> {
  return await transact(db, async (tx) => {
    const oldest = await selectOldest(tx, limit)
    const young = oldest.findIndex(({ at }) => at >= before)
    const old = young < 0 ? oldest : oldest.slice(0, young)
    const last = old.at(-1)
    if (!last) return 0
    await deleteThrough(tx, last.seq)
    await recordAction(
      { db: tx, clock, author: NOBODY },
      {
        action: 'log-shortened',
        subject: `Entries ${old[0]?.seq} to ${last.seq}`,
        changes: [{ field: 'Last deleted entry', from: String(last.seq), to: last.hash }],
      },
    )
    return old.length
  })
}

/** When the first entry that is left was written, in milliseconds since 1970. */
export async function oldestEntryAt({ db }: { db: Db }): Promise<number | undefined> {
  return (await selectOldest(db, 1))[0]?.at
}

/** Where the log may begin. */
export async function readCheckpoints({ db }: { db: Db }): Promise<Checkpoint[]> {
  const rows = await selectByAction(db, { action: 'log-shortened', limit: MOST_CHECKPOINTS })
  return rows.map(({ changes }) => {
    const [{ from, to }] = JSON.parse(changes) as [{ from: string; to: string }]
    return { seq: Number(from), hash: to }
  })
}
