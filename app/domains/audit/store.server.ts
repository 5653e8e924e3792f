import { type Db, lockRows, type Tx } from '~/platform/db/database.server'
import { inParts } from '~/platform/db/in-parts'
import type { Row } from '~/platform/db/schema'

export type EntryRow = Row<'audit'>
export type NewEntry = Omit<EntryRow, 'seq' | 'prev' | 'hash'>
export type ChainedRow = EntryRow & { seq: number; prev: string; hash: string }

/** The newest entry of the chain, or a placeholder before the first. */
export interface ChainHead {
  seq: number
  hash: string
}

export const CHAIN_START: ChainHead = { seq: 0, hash: '' }

/** Locks and returns the end of the chain until the transaction ends. */
export async function lockHead(tx: Tx): Promise<ChainHead> {
  const head = lockRows(tx, tx.selectFrom('audit_chain').select(['seq', 'hash']).where('id', '=', 1))
  const known = await head.executeTakeFirst()
  if (known) return known
  await tx
    .insertInto('audit_chain')
    .values({ id: 1, ...CHAIN_START })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return await head.executeTakeFirstOrThrow()
}

export async function moveHead(tx: Tx, { seq, hash }: ChainHead): Promise<void> {
  await tx.updateTable('audit_chain').set({ seq, hash }).where('id', '=', 1).execute()
}

export async function insertEntries(tx: Tx, rows: readonly ChainedRow[]): Promise<void> {
  for (const some of inParts(rows)) await tx.insertInto('audit').values(some).execute()
}

export async function selectHead(db: Db): Promise<ChainHead> {
  const head = await db
    .selectFrom('audit_chain')
    .select(['seq', 'hash'])
    .where('id', '=', 1)
    .executeTakeFirst()
  return head ?? CHAIN_START
}

const CHECKED_AT_ONCE = 1_000

interface Numbers {
  from: number
  /** Inclusive. */
  to: number
}

export const chainQuery = (db: Db, { from, to }: Numbers) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .orderBy('seq')
    .limit(CHECKED_AT_ONCE)

/** Entries in the order of their numbers. */
export async function* chainOf(db: Db, { from, to }: Numbers): AsyncGenerator<ChainedRow> {
  for (let next = from; ; ) {
    const rows = await chainQuery(db, { from: next, to }).execute()
    for (const row of rows) yield { ...row, seq: Number(row.seq), prev: row.prev ?? '', hash: row.hash ?? '' }
    const last = rows.at(-1)
    if (!last) return
    next = Number(last.seq) + 1
  }
}

/** The highest number; 0: the log is empty. */
export async function selectHighest(db: Db): Promise<number> {
  const row = await db
    .selectFrom('audit')
    .select('seq')
    .where('seq', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? 0
}

/** Entries without a number, which this program never writes. */
export async function countUnnumbered(db: Db): Promise<number> {
  const row = await db
    .selectFrom('audit')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('seq', 'is', null)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Entries of one action, the newest first. */
export const byActionQuery = (db: Db, { action, limit }: { action: string; limit: number }) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('kind', '=', 'change')
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(limit)

interface Changes {
  actions: readonly string[]
  /** How subjects begin. */
  subjects: readonly string[]
}

export const hasEntry = async (db: Db, changes: Changes): Promise<boolean> =>
  (await changeQuery(db, changes).executeTakeFirst()) !== undefined

export const changeQuery = (db: Db, { actions, subjects }: Changes) =>
  db
    .selectFrom('audit')
    .select('id')
    .where('kind', '=', 'change')
    .where('action', 'in', actions)
    .where((e) => e.or(subjects.map((start) => e('subject', 'like', `${start}%`))))
    .limit(1)

/** The first entries of the log. */
export async function selectOldest(db: Db, limit: number): Promise<ChainedRow[]> {
  const rows: ChainedRow[] = []
  for await (const row of chainOf(db, { from: 0, to: Number.MAX_SAFE_INTEGER })) {
    rows.push(row)
    if (rows.length >= limit) break
  }
  return rows
}

export async function deleteThrough(tx: Tx, seq: number): Promise<void> {
  await tx.deleteFrom('audit').where('seq', '<=', seq).execute()
}

export interface EntryFilter {
  /** Only entries older than this id; null: from the newest. */
  before: string | null
  limit: number
  /** null: all. */
  kind: 'change' | 'security' | null
}

/** Newest first. */
export const entriesQuery = (db: Db, { before, limit, kind }: EntryFilter) =>
  db
    .selectFrom('audit')
    .selectAll()
    .$if(kind !== null, (query) => query.where('kind', '=', kind as 'change'))
    .$if(before !== null, (query) => query.where('id', '<', before as string))
    .orderBy('id', 'desc')
    .limit(limit)

/** Entries about an account, newest first. */
export const accountEntriesQuery = (db: Db, { account, limit }: { account: string; limit: number }) =>
  db.selectFrom('audit').selectAll().where('account_id', '=', account).orderBy('id', 'desc').limit(limit)
