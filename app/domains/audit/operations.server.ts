import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { momentLabel } from '~/platform/time'
import type { AuditEntry, Author } from './model'
import { insertEntry, selectEntries } from './store.server'

const PAGE_SIZE = 50

/** Writes down who did what. `db` is the transaction of what was done: there is no change without its entry. */
export async function recordAction(
  { db, clock, author }: { db: Db; clock: Clock; author: Author },
  done: Pick<AuditEntry, 'action' | 'subject'> & { changes?: AuditEntry['changes'] },
): Promise<void> {
  const { uid, name } = author
  await insertEntry(db, {
    id: newId(),
    at: clock.now(),
    author: { uid, name },
    action: done.action,
    subject: done.subject,
    changes: done.changes ?? [],
  })
}

export interface AuditPage {
  entries: (AuditEntry & { when: string })[]
  /** What the next page begins before; null: this is the last. */
  next: string | null
}

/** Who changed what and when, newest first. `zone` is what the times are told in. */
export async function listAudit(
  { db }: { db: Db },
  { before, zone }: { before: string | null; zone: string },
): Promise<AuditPage> {
  const found = await selectEntries(db, { before, limit: PAGE_SIZE + 1 })
  const entries = found.slice(0, PAGE_SIZE)
  return {
    entries: entries.map((entry) => ({ ...entry, when: momentLabel(entry.at, zone) })),
    next: found.length > PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null,
  }
}
