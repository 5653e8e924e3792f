import type { HistoryQuery } from '~/domains/people/model'
import type { Db } from '~/platform/db/database.server'

/** Favorites lists of these addresses by creation or submission, newest first. */
export const listsOfQuery = (
  db: Db,
  by: 'created_at' | 'submitted_at',
  { emails, until, limit }: HistoryQuery,
) =>
  db
    .selectFrom('gallery_shares as s')
    .innerJoin('favorite_lists as l', 'l.share_id', 's.id')
    .innerJoin('galleries as g', 'g.id', 'l.gallery_id')
    .select(['l.id', 'l.gallery_id as galleryId', 'g.title as gallery', 'l.purpose'])
    .select((e) => [
      e.ref(`l.${by}`).$notNull().as('at'),
      e
        .selectFrom('favorites as f')
        .select((x) => x.fn.countAll<number>().as('n'))
        .whereRef('f.list_id', '=', 'l.id')
        .as('count'),
    ])
    .where('s.email_key', 'in', emails)
    .where(`l.${by}`, '<=', until)
    .orderBy(`l.${by}`, 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit)

/** Downloads by these addresses, newest first. */
export const downloadsOfQuery = (db: Db, { emails, until, limit }: HistoryQuery) =>
  db
    .selectFrom('gallery_shares as s')
    .innerJoin('downloads as d', 'd.share_id', 's.id')
    .innerJoin('galleries as g', 'g.id', 'd.gallery_id')
    .select(['d.id', 'd.gallery_id as galleryId', 'g.title as gallery', 'd.what', 'd.size', 'd.files'])
    .select(['d.started_at as at', 'd.completed_at as completedAt'])
    .where('s.email_key', 'in', emails)
    .where('d.started_at', '<=', until)
    .orderBy('d.started_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit)

/** @param email in lower case */
export const selectShares = (db: Db, email: string) =>
  db
    .selectFrom('gallery_shares as s')
    .innerJoin('galleries as g', 'g.id', 's.gallery_id')
    .select(['s.id', 'g.title as gallery', 's.name', 's.email', 's.can_favorite', 's.sizes'])
    .select(['s.created_at', 's.sent_at', 's.first_opened_at', 's.last_opened_at'])
    .select(['s.expires_at', 's.revoked_at'])
    .where('s.email_key', '=', email)
    .orderBy('s.id')
    .execute()

export const selectLists = (db: Db, shareId: string) =>
  db
    .selectFrom('favorite_lists')
    .select(['id', 'purpose', 'note', 'created_at', 'submitted_at'])
    .where('share_id', '=', shareId)
    .orderBy('id')
    .execute()

export async function selectFavorites(db: Db, listId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('favorites as f')
    .innerJoin('gallery_items as i', 'i.id', 'f.item_id')
    .select('i.file_name')
    .where('f.list_id', '=', listId)
    .orderBy('i.file_name')
    .execute()
  return rows.map(({ file_name }) => file_name)
}

export const selectComments = (db: Db, shareId: string) =>
  db
    .selectFrom('photo_comments as c')
    .innerJoin('gallery_items as i', 'i.id', 'c.item_id')
    .select(['i.file_name as photograph', 'c.body', 'c.created_at as createdAt'])
    .where('c.share_id', '=', shareId)
    .orderBy('c.id')
    .execute()

export const selectDownloads = (db: Db, shareId: string) =>
  db
    .selectFrom('downloads')
    .select(['what', 'size', 'files', 'bytes', 'started_at as startedAt', 'completed_at as completedAt'])
    .where('share_id', '=', shareId)
    .orderBy('id')
    .execute()
