import type { Clock } from '~/platform/clock'
import { beforeCommit, type Db, type Tx, transact } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { momentLabel } from '~/platform/time'
import { appendEntries } from './chain.server'
import type { AuditEntry, Author, Place } from './model'
import {
  accountEntriesQuery,
  type EntryFilter,
  type EntryRow,
  entriesQuery,
  type NewEntry,
} from './store.server'

const PAGE_SIZE = 50

type Done = Pick<AuditEntry, 'action' | 'subject'> &
  Partial<Pick<AuditEntry, 'changes' | 'accountId' | 'times'>> & {
    /** Given for what concerns signing in and taking data out. */
    place?: Place
  }

/** Writes down who did what. `db` is the transaction of what was done: there is no change without its entry. */
export async function recordAction(
  { db, clock, author }: { db: Db; clock: Clock; author: Author },
  done: Done,
): Promise<void> {
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

/** Entries that each open transaction adds at its end. */
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
  /** What the next page begins before; null: this is the last. */
  next: string | null
}

/** Who did what and when, newest first. `zone` is what the times are told in. */
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

/** What happened to an account, newest first. */
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
