import type { Answer } from '~/platform/answerable'
import type { Clock } from '~/platform/clock'
import { beforeCommit, type Db, type Tx, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { momentLabel } from '~/platform/time'
import { appendEntries } from './chain.server'
import type { AuditEntry, AuditedAction, Author, Place } from './model'
import {
  accountEntriesQuery,
  deleteThrough,
  type EntryFilter,
  type EntryRow,
  entriesQuery,
  hasEntry,
  type NewEntry,
  selectOldest,
} from './store.server'

const PAGE_SIZE = 50

/** What a change that is logged needs. */
export interface WriteDeps {
  db: Db
  clock: Clock
  author: Author
}

type Done = Pick<AuditEntry, 'action' | 'subject'> &
  Partial<Pick<AuditEntry, 'changes' | 'accountId' | 'times'>> & {
    /** For sign-ins, account security and exports. */
    place?: Place
  }

/** Logs who did what. `db` is the transaction of the change, so that neither exists without the other. */
export async function recordAction({ db, clock, author }: WriteDeps, done: Done): Promise<void> {
  const { action, subject, changes = [], accountId = '', times = 1, place } = done
  await append(db, {
    id: newId(),
    at: clock.now(),
    author_id: author.uid,
    author_name: author.name.toWellFormed(),
    action,
    subject: subject.toWellFormed(),
    changes: JSON.stringify(changes).toWellFormed(),
    kind: place ? 'security' : 'change',
    account_id: accountId,
    network: place?.network ?? '',
    device: place?.device ?? '',
    times,
  })
}

/** Entries of open transactions, appended just before they commit. */
const waiting = new WeakMap<Db, NewEntry[]>()

async function append(db: Db, entry: NewEntry): Promise<void> {
  if (!db.isTransaction) return transact(db, (tx) => append(tx, entry))
  const already = waiting.get(db)
  if (already) return void already.push(entry)
  const entries = [entry]
  waiting.set(db, entries)
  await beforeCommit(db as Tx, async () => {
    waiting.delete(db)
    await appendEntries(db as Tx, entries)
  })
}

export interface AuditPage {
  entries: (AuditEntry & { when: string })[]
  /** The next page begins before this id; null: last page. */
  next: string | null
}

/** The activity log, newest first, with times in `zone`. */
export async function listAudit(
  { db }: { db: Db },
  {
    before,
    zone,
    kind = null,
  }: Pick<EntryFilter, 'before'> & Partial<Pick<EntryFilter, 'kind'>> & { zone: string },
): Promise<AuditPage> {
  const rows = await entriesQuery(db, { before, kind, limit: PAGE_SIZE + 1 }).execute()
  const entries = rows.slice(0, PAGE_SIZE).map(entryFrom)
  return {
    entries: entries.map((entry) => ({ ...entry, when: momentLabel(entry.at, zone) })),
    next: rows.length > PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null,
  }
}

/** Whether the log has one of these actions on a subject that begins with one of these words. */
export const hasChanged = (
  { db }: { db: Db },
  asked: { actions: readonly AuditedAction[]; subjects?: readonly string[] },
): Promise<boolean> => hasEntry(db, { subjects: [''], ...asked })

/** Entries about an account, newest first. */
export async function listAccountEntries(
  { db }: { db: Db },
  asked: { account: string; limit: number },
): Promise<AuditEntry[]> {
  return (await accountEntriesQuery(db, asked).execute()).map(entryFrom)
}

const entryFrom = (row: EntryRow): AuditEntry => ({
  id: row.id,
  number: row.seq,
  at: row.at,
  author: { uid: row.author_id, name: row.author_name },
  action: row.action as AuditEntry['action'],
  subject: row.subject,
  changes: JSON.parse(row.changes),
  accountId: row.account_id,
  network: row.network,
  device: row.device,
  times: row.times,
})

export type Marked = { ok: true } | { ok: false; reason: 'missing' }

/** Marks a message as answered or unanswered. Repeating it neither changes nor logs anything. */
export const markAnswered = (
  { db, clock, author }: WriteDeps,
  to: 'answered' | 'waiting',
  of: {
    /** Its name in the activity log; undefined: not found. */
    subject: (tx: Tx) => Promise<string | undefined>
    /** @returns whether it changed anything */
    write: (tx: Tx, answer: Answer | null) => Promise<boolean>
  },
): Promise<Marked> =>
  transact(db, async (tx) => {
    const subject = await of.subject(tx)
    if (subject === undefined) return { ok: false, reason: 'missing' }
    const answer = to === 'answered' ? { at: clock.now(), by: author.name } : null
    if (await of.write(tx, answer))
      await recordAction({ db: tx, clock, author }, { action: answer ? 'answered' : 'reopened', subject })
    return { ok: true }
  })

/** Author of automatic entries. */
const NOBODY = { uid: '', name: '' }

/**
 * Deletes the oldest entries, and logs the last deleted number and its hash, so that a check can tell this from
 * tampering.
 * @param before in milliseconds since 1970
 * @returns the number of deleted entries
 */
export async function deleteOldEntries(
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

/** Time of the oldest entry, in milliseconds since 1970. */
export async function oldestEntryAt({ db }: { db: Db }): Promise<number | undefined> {
  return (await selectOldest(db, 1))[0]?.at
}
