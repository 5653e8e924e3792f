import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'

type Place = Pick<Row<'galleries'>, 'id' | 'kind' | 'slug' | 'title' | 'published_at'>

/** The galleries and series in which a photograph stands. */
export const selectHolders = (db: Db, photoId: string): Promise<Place[]> =>
  db
    .selectFrom('gallery_items as i')
    .innerJoin('galleries as g', 'g.id', 'i.gallery_id')
    .select(['g.id', 'g.kind', 'g.slug', 'g.title', 'g.published_at'])
    .where('i.photo_id', '=', photoId)
    .where('i.removed_at', 'is', null)
    .orderBy('g.kind')
    .orderBy('g.position')
    .orderBy('g.id')
    .execute()

/** Those whose cover it is. */
export const selectCovered = (db: Db, photoId: string): Promise<Place[]> =>
  db
    .selectFrom('galleries')
    .select(['id', 'kind', 'slug', 'title', 'published_at'])
    .where('cover_photo_id', '=', photoId)
    .orderBy('kind')
    .orderBy('position')
    .orderBy('id')
    .execute()

interface IdRange {
  first: string
  last: string
}

export const heldQuery = (db: Db, { first, last }: IdRange) =>
  db
    .selectFrom('gallery_items')
    .select('photo_id')
    .where('photo_id', '>=', first)
    .where('photo_id', '<=', last)

/** Photographs from one id to another that stand in a gallery, or are the cover of one. */
export async function selectUsedWithin(db: Db, range: IdRange): Promise<Set<string>> {
  const held = await heldQuery(db, range).execute()
  const covers = await db
    .selectFrom('galleries')
    .select('cover_photo_id as photo_id')
    .where('cover_photo_id', '>=', range.first)
    .where('cover_photo_id', '<=', range.last)
    .execute()
  return new Set([...held, ...covers].flatMap(({ photo_id }) => photo_id ?? []))
}
