import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'

/** Every page with what stands in it. There is a fixed, small number of them. */
export async function selectPageBodies(db: Db): Promise<{ slug: string; title: string; body: unknown }[]> {
  const rows = await db.selectFrom('pages').select(['slug', 'title', 'body']).orderBy('slug').execute()
  return rows.map((row) => ({ ...row, body: JSON.parse(row.body) }))
}

/** Every service with its photographs, published or not. */
export const selectServicePhotos = (
  db: Db,
): Promise<Pick<Row<'services'>, 'slug' | 'title' | 'photo_id' | 'thumbnail_photo_id' | 'published_at'>[]> =>
  db
    .selectFrom('services')
    .select(['slug', 'title', 'photo_id', 'thumbnail_photo_id', 'published_at'])
    .orderBy('position')
    .orderBy('id')
    .execute()
