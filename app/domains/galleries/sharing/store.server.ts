import type { HistoryQuery } from '~/domains/people/model'
import { type Db, lockRows } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'

export type ShareRow = Row<'gallery_shares'>

/** A gallery's clients, in the order they were added. */
export const selectShares = (db: Db, galleryId: string): Promise<ShareRow[]> =>
  db.selectFrom('gallery_shares').selectAll().where('gallery_id', '=', galleryId).orderBy('id').execute()

/**
 * Active shares without an email so far. Locked until the transaction ends, so that no one is emailed twice.
 */
export const lockUnsentShares = (tx: Db, galleryId: string): Promise<ShareRow[]> =>
  lockRows(
    tx,
    tx
      .selectFrom('gallery_shares')
      .selectAll()
      .where('gallery_id', '=', galleryId)
      .where('sent_at', 'is', null)
      .where('revoked_at', 'is', null)
      .orderBy('id'),
  ).execute()

export const selectShareRow = (db: Db, galleryId: string, id: string): Promise<ShareRow | undefined> =>
  db
    .selectFrom('gallery_shares')
    .selectAll()
    .where('gallery_id', '=', galleryId)
    .where('id', '=', id)
    .executeTakeFirst()

/** @returns false if the gallery is already shared with this address */
export async function insertShare(db: Db, row: NewRow<'gallery_shares'>): Promise<boolean> {
  const inserted = await db
    .insertInto('gallery_shares')
    .values(row)
    .onConflict((conflict) => conflict.columns(['gallery_id', 'email_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** @returns undefined when someone else just changed it */
export const updateShare = (
  db: Db,
  { id, version }: { id: string; version: number },
  set: Partial<ShareRow>,
): Promise<ShareRow | undefined> =>
  db
    .updateTable('gallery_shares')
    .set({ ...set, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()

export async function markSent(db: Db, id: string, at: number): Promise<void> {
  await db.updateTable('gallery_shares').set({ sent_at: at }).where('id', '=', id).execute()
}

/** Galleries shared with an address, newest first, with their shares. */
export const selectSharedWith = (db: Db, email: string) =>
  db
    .selectFrom('gallery_shares as s')
    .innerJoin('galleries as g', 'g.id', 's.gallery_id')
    .selectAll('g')
    .select(['s.id as share_id', 's.name as share_name', 's.expires_at as share_expires_at'])
    .select(['s.sizes as share_sizes', 's.can_favorite as share_can_favorite'])
    .where('s.email_key', '=', email)
    .where('s.revoked_at', 'is', null)
    .where('g.kind', '=', 'client')
    .where('g.published_at', 'is not', null)
    .where('g.archived_at', 'is', null)
    .orderBy('g.id', 'desc')
    .execute()

/** For a person's history: galleries shared with their addresses, by time of the email or of sharing. */
export const selectSharesOf = (
  db: Db,
  { emails, until, limit }: HistoryQuery,
  by: 'created_at' | 'first_opened_at',
) =>
  db
    .selectFrom('gallery_shares as s')
    .innerJoin('galleries as g', 'g.id', 's.gallery_id')
    .select(['s.id', 's.gallery_id', 'g.title', 's.email', 's.created_at', 's.first_opened_at'])
    .where('s.email_key', 'in', emails)
    .where(`s.${by}`, '<=', until)
    .orderBy(`s.${by}`, 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute()
