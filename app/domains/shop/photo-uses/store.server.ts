import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'

/** Every product that has a photograph, published or not. */
export const selectProductPhotos = (
  db: Db,
): Promise<Pick<Row<'products'>, 'slug' | 'title' | 'photo_id' | 'published_at'>[]> =>
  db
    .selectFrom('products')
    .select(['slug', 'title', 'photo_id', 'published_at'])
    .where('photo_id', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
