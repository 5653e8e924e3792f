import type { Db, Tx } from '~/platform/db/database.server'
import { sha256 } from '~/platform/ids.server'
import { type Checkpoint, type LogCheck, type LogFault, MOST_FAULTS } from './model'
import {
  byActionQuery,
  CHAIN_START,
  type ChainedRow,
  type ChainHead,
  chainOf,
  countUnnumbered,
  type EntryRow,
  insertEntries,
  lockHead,
  moveHead,
  type NewEntry,
  selectHead,
  selectHighest,
} from './store.server'

/** Appends entries to the chain. */
export async function appendEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  const rows = chainAfter(await lockHead(tx), entries)
  const head = rows.at(-1)
  if (!head) return
  await insertEntries(tx, rows)
  await moveHead(tx, head)
}

function chainAfter(head: ChainHead, entries: readonly NewEntry[]): ChainedRow[] {
  let { seq, hash } = head
  return entries.map((entry) => {
    const row = { ...entry, seq: seq + 1, prev: hash, hash: '' }
    row.hash = hashOf(row)
    seq = row.seq
    hash = row.hash
    return row
  })
}

/**
 * Hash of an entry's fields in a fixed order. The order must never change, since all stored hashes depend on
 * it.
 */
const hashOf = (row: EntryRow): string =>
  sha256(
    JSON.stringify([
      row.seq,
      row.prev,
      row.id,
      row.at,
      row.kind,
      row.account_id,
      row.author_id,
      row.author_name,
      row.action,
      row.subject,
      row.changes,
      row.network,
      row.device,
      row.times,
    ]),
  )

interface Begin {
  /** First number to check. */
  from: number
  /** Possible beginnings of the log, after older entries were deleted. */
  checkpoints: readonly Checkpoint[]
}

/** Checks entries in the order of their numbers, and finds those that don't continue the chain. */
export class ChainCheck {
  readonly #faults: LogFault[] = []
  #first: ChainedRow | undefined
  #last: ChainHead | undefined
  #count = 0

  add(row: ChainedRow): void {
    const before = this.#last
    if (before && row.seq > before.seq + 1)
      this.#fault({ kind: 'missing', from: before.seq + 1, to: row.seq - 1 })
    else if (before && row.prev !== before.hash) this.#fault({ kind: 'detached', seq: row.seq })
    if (hashOf(row) !== row.hash) this.#fault({ kind: 'altered', seq: row.seq })
    this.#first ??= row
    this.#last = { seq: row.seq, hash: row.hash }
    this.#count += 1
  }

  /** @param head the end of the chain, from its own table */
  end(head: ChainHead, begin: Begin): LogCheck {
    const [first, last] = [this.#first, this.#last]
    if (first?.seq !== begin.from || begin.from === 1) this.#checkBegin(first, head, begin)
    if (last && last.seq < head.seq) this.#fault({ kind: 'missing', from: last.seq + 1, to: head.seq })
    else if (last && (last.seq > head.seq || last.hash !== head.hash))
      this.#fault({ kind: 'detached', seq: last.seq })
    return { entries: this.#count, first: first?.seq ?? 0, head, faults: this.#faults }
  }

  #checkBegin(first: ChainedRow | undefined, head: ChainHead, begin: Begin): void {
    const start = first ? { seq: first.seq - 1, hash: first.prev } : head
    const places = [CHAIN_START, ...begin.checkpoints]
    if (places.some(({ seq, hash }) => seq === start.seq && hash === start.hash)) return
    const deleted = Math.max(...places.map(({ seq }) => seq).filter((seq) => seq < start.seq), 0)
    if (start.seq > 0)
      this.#fault({ kind: 'missing', from: Math.max(deleted + 1, begin.from), to: start.seq })
    else this.#fault({ kind: 'detached', seq: 1 })
  }

  #fault(fault: LogFault): void {
    if (this.#faults.length < MOST_FAULTS) this.#faults.push(fault)
  }
}

/**
 * Verifies that no entry of the log was removed, changed or moved. Ignores entries added during the check.
 * @param newest number of newest entries to check; all if undefined
 */
export async function checkLog({ db }: { db: Db }, { newest }: { newest?: number } = {}): Promise<LogCheck> {
  const head = await selectHead(db)
  const from = newest === undefined ? 1 : Math.max(1, head.seq - newest + 1)
  const check = new ChainCheck()
  // Includes numbers below 1, which only tampering can produce.
  const lowest = from === 1 ? Number.MIN_SAFE_INTEGER : from
  for await (const row of chainOf(db, { from: lowest, to: head.seq })) check.add(row)
  const done = check.end(head, { from, checkpoints: await readCheckpoints({ db }) })
  // Read before the head, since an entry and the head's number are written together.
  const highest = await selectHighest(db)
  const { seq } = await selectHead(db)
  if (highest > seq) done.faults.push({ kind: 'detached', seq: seq + 1 })
  const unnumbered = await countUnnumbered(db)
  if (unnumbered > 0) done.faults.push({ kind: 'unnumbered', count: unnumbered })
  return done
}

/** Maximum number of deletions that a check reads. There are twelve a year. */
const MOST_CHECKPOINTS = 2_000

/** Possible beginnings of the log. */
export async function readCheckpoints({ db }: { db: Db }): Promise<Checkpoint[]> {
  const rows = await byActionQuery(db, { action: 'log-shortened', limit: MOST_CHECKPOINTS }).execute()
  return rows.map(({ changes }) => {
    const [{ from, to }] = JSON.parse(changes) as [{ from: string; to: string }]
    return { seq: Number(from), hash: to }
  })
}
