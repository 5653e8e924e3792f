import { sql } from 'kysely'
import { type Db, lockRows, type Tx } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'
import { isVisiblePhotoItem } from '../visibility-store.server'
import type { ChosenItem, FavoriteList } from './model'

export type ListRow = Row<'favorite_lists'>

const lists = (db: Db) =>
  db
    .selectFrom('favorite_lists as l')
    .innerJoin('galleries as g', 'g.id', 'l.gallery_id')
    .selectAll('l')
    .select('g.pick_limit as galleryLimit')
    .select((e) =>
      e
        .selectFrom('favorites as f')
        .innerJoin('gallery_items as i', 'i.id', 'f.item_id')
        .select((count) => count.fn.countAll().as('n'))
        .whereRef('f.list_id', '=', 'l.id')
        .where(isVisiblePhotoItem)
        .as('count'),
    )

type SelectedList = Awaited<ReturnType<ReturnType<typeof lists>['execute']>>[number]

const toList = (row: SelectedList): FavoriteList => ({
  id: row.id,
  purpose: row.purpose,
  limit: row.pick_limit ?? row.galleryLimit,
  count: Number(row.count ?? 0),
  submittedAt: row.submitted_at,
  note: row.note,
  version: row.version,
})

/** A client's lists, in order of creation. */
export async function selectLists(db: Db, shareId: string): Promise<FavoriteList[]> {
  return (await lists(db).where('l.share_id', '=', shareId).orderBy('l.id').execute()).map(toList)
}

export async function selectList(
  db: Db,
  { id, shareId }: { id: string; shareId: string },
): Promise<FavoriteList | undefined> {
  const row = await lists(db).where('l.id', '=', id).where('l.share_id', '=', shareId).executeTakeFirst()
  return row && toList(row)
}

/** All lists of a gallery with their clients. */
export async function selectListsOfGallery(
  db: Db,
  galleryId: string,
): Promise<(FavoriteList & { shareId: string; handledAt: number | null; ownLimit: number | null })[]> {
  const rows = await lists(db).where('l.gallery_id', '=', galleryId).orderBy('l.id').execute()
  return rows.map((row) => ({
    ...toList(row),
    shareId: row.share_id,
    handledAt: row.completed_at,
    ownLimit: row.pick_limit,
  }))
}

/**
 * Locks an open list until the transaction ends.
 * @returns undefined: it doesn't exist, is another client's, or is submitted
 */
export async function lockOpenList(
  tx: Tx,
  { id, shareId }: { id: string; shareId: string },
): Promise<ListRow | undefined> {
  const list = tx
    .selectFrom('favorite_lists')
    .selectAll()
    .where('id', '=', id)
    .where('share_id', '=', shareId)
    .where('submitted_at', 'is', null)
  return await lockRows(tx, list).executeTakeFirst()
}

/** Locks a share until the transaction ends, so that its lists are added one at a time. */
export async function lockShare(tx: Tx, shareId: string): Promise<void> {
  await lockRows(tx, tx.selectFrom('gallery_shares').select('id').where('id', '=', shareId)).execute()
}

/** Call it with the share locked, after checking that no list has this name. */
export async function insertList(
  tx: Tx,
  row: Pick<NewRow<'favorite_lists'>, 'id' | 'gallery_id' | 'share_id' | 'purpose' | 'created_at'>,
): Promise<void> {
  await tx
    .insertInto('favorite_lists')
    .values({ ...row, pick_limit: null, submitted_at: null })
    .execute()
}

export async function updateList(
  tx: Tx,
  id: string,
  set: Partial<Pick<ListRow, 'pick_limit' | 'note' | 'submitted_at' | 'completed_at'>> = {},
): Promise<void> {
  await tx
    .updateTable('favorite_lists')
    .set((e) => ({ ...set, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteList(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('favorite_lists').where('id', '=', id).execute()
}

/** Number of a list's visible photos. */
export async function countPicks(db: Db, listId: string): Promise<number> {
  const row = await db
    .selectFrom('favorites as f')
    .innerJoin('gallery_items as i', 'i.id', 'f.item_id')
    .select((e) => e.fn.countAll().as('n'))
    .where('f.list_id', '=', listId)
    .where(isVisiblePhotoItem)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

/** Number of favorites on all lists, by share. Shares without favorites are missing. */
export async function countFavorites(db: Db, shareIds: readonly string[]): Promise<Map<string, number>> {
  if (shareIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('favorite_lists as l')
    .innerJoin('favorites as f', 'f.list_id', 'l.id')
    .innerJoin('gallery_items as i', 'i.id', 'f.item_id')
    .select(['l.share_id', (e) => e.fn.count<number>('f.item_id').distinct().as('n')])
    .where('l.share_id', 'in', shareIds)
    .where(isVisiblePhotoItem)
    .groupBy('l.share_id')
    .execute()
  return new Map(rows.map((row) => [row.share_id, Number(row.n)]))
}

/** Submitted lists with their number of visible photos, oldest first. */
export async function selectSubmitted(db: Db, shareIds: readonly string[]) {
  if (shareIds.length === 0) return []
  const rows = await db
    .selectFrom('favorite_lists as l')
    .leftJoin('favorites as f', 'f.list_id', 'l.id')
    .leftJoin('gallery_items as i', (join) => join.onRef('i.id', '=', 'f.item_id').on(isVisiblePhotoItem))
    .select(['l.id', 'l.share_id', 'l.purpose', 'l.submitted_at', (e) => e.fn.count<number>('i.id').as('n')])
    .where('l.share_id', 'in', shareIds)
    .where('l.submitted_at', 'is not', null)
    .groupBy(['l.id', 'l.share_id', 'l.purpose', 'l.submitted_at'])
    .orderBy('l.submitted_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    shareId: row.share_id,
    purpose: row.purpose,
    submittedAt: row.submitted_at ?? 0,
    count: Number(row.n),
  }))
}

export async function hasPick(db: Db, listId: string, itemId: string): Promise<boolean> {
  const row = await db
    .selectFrom('favorites')
    .select('item_id')
    .where('list_id', '=', listId)
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertPick(tx: Tx, listId: string, itemId: string, at: number): Promise<void> {
  await tx
    .insertInto('favorites')
    .values({ list_id: listId, item_id: itemId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deletePick(tx: Tx, listId: string, itemId: string): Promise<void> {
  await tx.deleteFrom('favorites').where('list_id', '=', listId).where('item_id', '=', itemId).execute()
}

export async function isVisibleInGallery(db: Db, galleryId: string, itemId: string): Promise<boolean> {
  const row = await db
    .selectFrom('gallery_items as i')
    .select('i.id')
    .where('i.id', '=', itemId)
    .where('i.gallery_id', '=', galleryId)
    .where(isVisiblePhotoItem)
    .executeTakeFirst()
  return row !== undefined
}

/** Those of these items that are on the list. */
export async function selectPicked(db: Db, listId: string, itemIds: readonly string[]): Promise<string[]> {
  if (itemIds.length === 0) return []
  const rows = await db
    .selectFrom('favorites')
    .select('item_id')
    .where('list_id', '=', listId)
    .where('item_id', 'in', itemIds)
    .execute()
  return rows.map(({ item_id }) => item_id)
}

/** The photos of a gallery as its clients see it, numbered in order. */
const numbered = (db: Db, galleryId: string) =>
  db
    .with('numbered', (cte) =>
      cte
        .selectFrom('gallery_items as i')
        .leftJoin('gallery_sets as s', 's.id', 'i.set_id')
        .select(['i.id', 'i.photo_id', 'i.caption', 'i.file_name'])
        .select(
          sql<number>`row_number() over (order by coalesce(s.position, -1), coalesce(s.id, ''), i.position, i.id)`.as(
            'number',
          ),
        )
        .where('i.gallery_id', '=', galleryId)
        .where(isVisiblePhotoItem),
    )
    .selectFrom('numbered as n')
    .innerJoin('photos as p', 'p.id', 'n.photo_id')
    .select(['n.id as itemId', 'p.id as photoId', 'n.caption', 'n.file_name as fileName', 'p.title'])
    .select(['n.number', 'p.original_name as originalName'])
    .orderBy('n.number')

type NumberedRow = Awaited<ReturnType<ReturnType<typeof numbered>['execute']>>[number]

const named = <R extends NumberedRow>({ originalName, ...row }: R) => ({
  ...row,
  number: Number(row.number),
  fileName: row.fileName || originalName,
})

const chosen = (db: Db, galleryId: string) =>
  numbered(db, galleryId)
    .innerJoin('favorites as f', 'f.item_id', 'n.id')
    .select(['f.list_id as listId', 'f.created_at as chosenAt'])

/** A list's photos, in the gallery's order. */
export async function selectChosen(
  db: Db,
  { galleryId, listId }: { galleryId: string; listId: string },
): Promise<ChosenItem[]> {
  return (await chosen(db, galleryId).where('f.list_id', '=', listId).execute()).map(named)
}

/** The photos of each list of a gallery, by list. They are numbered once for all lists. */
export async function selectChosenByList(db: Db, galleryId: string): Promise<Map<string, ChosenItem[]>> {
  const rows = await chosen(db, galleryId).execute()
  return Map.groupBy(rows.map(named), ({ listId }) => listId)
}

/** These photos of a gallery, if visible. */
export async function selectNumbered(
  db: Db,
  { galleryId, itemIds }: { galleryId: string; itemIds: readonly string[] },
): Promise<Omit<ChosenItem, 'chosenAt'>[]> {
  if (itemIds.length === 0) return []
  const rows = await numbered(db, galleryId).where('n.id', 'in', itemIds).execute()
  return rows.map(named)
}

export type CommentRow = Row<'photo_comments'>

export async function insertComment(tx: Tx, row: NewRow<'photo_comments'>): Promise<void> {
  await tx.insertInto('photo_comments').values(row).execute()
}

/**
 * The comments on some photos that a client can read: their own, and the studio's to them or to all. Oldest
 * first.
 */
export async function selectCommentsFor(
  db: Db,
  { galleryId, shareId, itemIds }: { galleryId: string; shareId: string; itemIds: readonly string[] },
): Promise<CommentRow[]> {
  if (itemIds.length === 0) return []
  return await db
    .selectFrom('photo_comments')
    .selectAll()
    .where('gallery_id', '=', galleryId)
    .where('item_id', 'in', itemIds)
    .where((e) =>
      e.or([
        e('share_id', '=', shareId),
        e.and([
          e('share_id', 'is', null),
          e.or([e('to_share_id', 'is', null), e('to_share_id', '=', shareId)]),
        ]),
      ]),
    )
    .orderBy('id')
    .execute()
}

/** All comments in a gallery, oldest first, in index order. */
export async function selectCommentsOfGallery(db: Db, galleryId: string): Promise<CommentRow[]> {
  return await db
    .selectFrom('photo_comments')
    .selectAll()
    .where('gallery_id', '=', galleryId)
    .orderBy('item_id')
    .orderBy('id')
    .execute()
}

/** @param shareId null: the studio’s comments @returns comments on a photo, newest first */
export async function selectOwnComments(
  db: Db,
  { itemId, galleryId, shareId }: { itemId: string; galleryId: string; shareId: string | null },
): Promise<CommentRow[]> {
  return await db
    .selectFrom('photo_comments')
    .selectAll()
    .where('gallery_id', '=', galleryId)
    .where('item_id', '=', itemId)
    .where('share_id', shareId === null ? 'is' : '=', shareId)
    .orderBy('id', 'desc')
    .execute()
}

export async function hasComments(db: Db, shareId: string): Promise<boolean> {
  const row = await db
    .selectFrom('photo_comments')
    .select('id')
    .where('share_id', '=', shareId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the studio has commented for a client. @param given.since milliseconds since 1970 */
export async function hasAnswers(
  db: Db,
  { shareId, since }: { shareId: string; since: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('photo_comments')
    .select('id')
    .where('to_share_id', '=', shareId)
    .where('created_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** @param shareId null: the studio’s comment @returns the deleted comment; undefined: it didn't exist */
export async function deleteComment(
  tx: Tx,
  { id, galleryId, shareId }: { id: string; galleryId: string; shareId: string | null },
): Promise<CommentRow | undefined> {
  return await tx
    .deleteFrom('photo_comments')
    .where('id', '=', id)
    .where('gallery_id', '=', galleryId)
    .where('share_id', shareId === null ? 'is' : '=', shareId)
    .returningAll()
    .executeTakeFirst()
}
