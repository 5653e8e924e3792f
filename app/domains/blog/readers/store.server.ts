import type { Db, Tx } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'
import { isVersion } from '~/platform/db/versioned.server'

export type LinkRow = Row<'post_links'>

/** The newest first. */
export const selectLinks = (db: Db, post: string): Promise<LinkRow[]> =>
  db
    .selectFrom('post_links')
    .selectAll()
    .where('post_id', '=', post)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const selectLink = (db: Db, id: string): Promise<LinkRow | undefined> =>
  db.selectFrom('post_links').selectAll().where('id', '=', id).executeTakeFirst()

export async function insertLink(tx: Tx, link: NewRow<'post_links'>): Promise<void> {
  await tx.insertInto('post_links').values(link).execute()
}

/** Ends a link. @returns undefined: someone else changed it before */
export async function revokeLinkRow(
  tx: Tx,
  { post, id, version }: { post: string; id: string; version: number },
  at: number,
): Promise<LinkRow | undefined> {
  if (!isVersion(version)) return undefined
  return await tx
    .updateTable('post_links')
    .set({ revoked_at: at, version: version + 1 })
    .where('id', '=', id)
    .where('post_id', '=', post)
    .where('version', '=', version)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Counts an attempt, unless the reader has to wait. @returns the wrong ones in a row with this one, or undefined */
export async function countTry(tx: Tx, id: string, now: number): Promise<number | undefined> {
  const row = await tx
    .updateTable('post_links')
    .set((e) => ({ failures: e('failures', '+', 1) }))
    .where('id', '=', id)
    .where((e) => e.or([e('wait_until', 'is', null), e('wait_until', '<=', now)]))
    .returning('failures')
    .executeTakeFirst()
  return row?.failures
}

export async function updateTries(
  tx: Tx,
  id: string,
  changes: Partial<Pick<LinkRow, 'failures' | 'wait_until' | 'opened_at'>>,
): Promise<void> {
  await tx.updateTable('post_links').set(changes).where('id', '=', id).execute()
}
