import type { Db } from '~/platform/db/database.server'
import { lockRows } from '~/platform/db/row-locks.server'
import { dropTerms } from '~/platform/db/search-terms.server'

export const oldMailsQuery = (db: Db, before: number, limit: number) =>
  db
    .selectFrom('outbox')
    .select('id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)

/** @returns how many went */
export async function deleteOldMails(tx: Db, before: number, limit: number): Promise<number> {
  const ids = (await oldMailsQuery(tx, before, limit).execute()).map(({ id }) => id)
  if (ids.length === 0) return 0
  for (const id of ids) await dropTerms(tx, 'mail', id)
  await tx.deleteFrom('outbox').where('id', 'in', ids).execute()
  return ids.length
}

/** Emails that weren't sent and are of no use now, for this transaction alone. */
export const expiredMailsQuery = (tx: Db, state: 'waiting' | 'failed', now: number, limit: number) =>
  tx
    .selectFrom('outbox')
    .select(['id', 'failure', 'created_at as createdAt'])
    .where('state', '=', state)
    .where('expires_at', '<=', now)
    .limit(limit)

export async function selectExpired(tx: Db, now: number, limit: number) {
  const waiting = await lockRows(tx, expiredMailsQuery(tx, 'waiting', now, limit)).execute()
  const failed = await lockRows(tx, expiredMailsQuery(tx, 'failed', now, limit - waiting.length)).execute()
  return [...waiting, ...failed]
}
