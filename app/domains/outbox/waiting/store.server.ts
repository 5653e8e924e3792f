import type { Db } from '~/platform/db/database.server'
import { lockRows } from '~/platform/db/row-locks.server'
import { readCorrespondent } from '../correspondent'

export interface WaitingRow {
  id: string
  subject: string
  /** An address. */
  to: string
  createdAt: number
}

/**
 * Emails that wait for a mail server, oldest first, for this transaction alone.
 * @param usefulAt leaves out those that are out of date then
 */
export async function selectWaiting(
  tx: Db,
  { id, usefulAt, limit }: { id: string | null; usefulAt?: number; limit: number },
): Promise<WaitingRow[]> {
  const query = tx
    .selectFrom('outbox')
    .select(['id', 'subject', 'to_address', 'created_at'])
    .where('state', '=', 'waiting')
    .$if(id !== null, (found) => found.where('id', '=', id ?? ''))
    .$if(usefulAt !== undefined, (found) =>
      found.where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', usefulAt ?? 0)])),
    )
    .orderBy('id')
    .limit(limit)
  const rows = await lockRows(tx, query).execute()
  return rows.map((row) => ({
    id: row.id,
    subject: row.subject,
    to: readCorrespondent(row.to_address).email,
    createdAt: row.created_at,
  }))
}
