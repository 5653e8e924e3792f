import type { Db, Tx } from '~/platform/db/database.server'
import type { NewRow, Row } from '~/platform/db/schema'

export type CommentRow = Row<'photo_comments'>

export async function insertComment(tx: Tx, row: NewRow<'photo_comments'>): Promise<void> {
  await tx.insertInto('photo_comments').values(row).execute()
}

/** What a person sees on some photographs, oldest first: their own words and what the studio said to them or to all. */
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

/** Everything that was said in a gallery, oldest first, in the order of its index. */
export async function selectCommentsOfGallery(db: Db, galleryId: string): Promise<CommentRow[]> {
  return await db
    .selectFrom('photo_comments')
    .selectAll()
    .where('gallery_id', '=', galleryId)
    .orderBy('item_id')
    .orderBy('id')
    .execute()
}

/** @param shareId null: the studio’s. @returns its words on one photograph, newest first */
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

/** @param shareId null: the studio’s own. @returns what was removed, if it was there */
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
