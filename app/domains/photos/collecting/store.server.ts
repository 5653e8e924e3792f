import type { Db } from '~/platform/db/database.server'
import type { PhotoRow, RenditionRow } from '../store.server'

/** The photographs of these contents. */
export const selectContents = (db: Db, sha256s: string[]): Promise<Pick<PhotoRow, 'sha256' | 'format'>[]> =>
  sha256s.length === 0
    ? Promise.resolve([])
    : db.selectFrom('photos').select(['sha256', 'format']).where('sha256', 'in', sha256s).execute()

/** The renditions of the photographs that these media addresses name. */
export const selectMedia = (
  db: Db,
  media: string[],
): Promise<({ media: string } & Pick<RenditionRow, 'width' | 'format'>)[]> =>
  media.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('renditions as r')
        .innerJoin('photos as p', 'p.id', 'r.photo_id')
        .select(['p.media_hash as media', 'r.width', 'r.format'])
        .where('p.media_hash', 'in', media)
        .execute()

/** Some photographs after that of an id, by id. */
export const selectPhotosAfter = (db: Db, after: string, limit: number): Promise<PhotoRow[]> =>
  db.selectFrom('photos').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()

export async function deleteRendition(
  db: Db,
  { photo_id, width, format }: Pick<RenditionRow, 'photo_id' | 'width' | 'format'>,
): Promise<void> {
  await db
    .deleteFrom('renditions')
    .where('photo_id', '=', photo_id)
    .where('width', '=', width)
    .where('format', '=', format)
    .execute()
}
