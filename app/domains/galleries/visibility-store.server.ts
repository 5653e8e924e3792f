import type { ExpressionBuilder } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import { readInParts } from '~/platform/db/in-parts'
import type { Database } from '~/platform/db/schema'

type Item = { i: Database['gallery_items'] }
type ItemPhoto = Item & { p: Database['photos'] }

/** An item `i`, photo or text, that its gallery shows. */
export const isVisibleItem = (e: ExpressionBuilder<Item, 'i'>) =>
  e.and([e('i.hidden_at', 'is', null), e('i.removed_at', 'is', null)])

/** A photo that its gallery shows. The same condition as the index `gallery_items_shown`. */
export const isVisiblePhotoItem = (e: ExpressionBuilder<Item, 'i'>) =>
  e.and([e('i.photo_id', 'is not', null), isVisibleItem(e)])

/** A photo `p` that its gallery shows and that hasn't failed, so that clients can download it. */
export const isClientPhoto = (e: ExpressionBuilder<ItemPhoto, 'i' | 'p'>) =>
  e.and([isVisibleItem(e), e('p.state', '<>', 'failed')])

/** A photo that visitors see if its gallery is on the public site. */
export const isPublicPhoto = (e: ExpressionBuilder<ItemPhoto, 'i' | 'p'>) =>
  e.and([isClientPhoto(e), e('p.published_at', 'is not', null)])

/** The photos that are public. */
export async function selectPublicPhotos(db: Db, photoIds: readonly string[]): Promise<Set<string>> {
  const rows = await readInParts(photoIds, (some) =>
    db
      .selectFrom('photos')
      .select('id')
      .where('id', 'in', some)
      .where('published_at', 'is not', null)
      .execute(),
  )
  return new Set(rows.map(({ id }) => id))
}
