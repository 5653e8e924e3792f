import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { matches, type Search } from '~/platform/db/search-terms.server'
import type { GalleryState } from '../../gallery-state'
import type { GalleryKind } from '../model'

export interface GalleryQuery {
  kind: GalleryKind | null
  state: GalleryState | null
  search: Search
  before: string | null
  limit: number
}

/** Newest first. */
export const galleryQuery = (db: Db, { kind, state, search, before, limit }: GalleryQuery) =>
  db
    .selectFrom('galleries')
    .$if(kind !== null, (query) => query.where('kind', '=', kind ?? 'client'))
    .$if(state === 'archived', (query) => query.where('archived_at', 'is not', null))
    .$if(state !== null && state !== 'archived', (query) => query.where('archived_at', 'is', null))
    .$if(state === 'draft', (query) => query.where('published_at', 'is', null))
    .$if(state === 'published', (query) =>
      query.where('published_at', 'is not', null).where('expired_at', 'is', null),
    )
    .$if(state === 'expired', (query) =>
      query.where('published_at', 'is not', null).where('expired_at', 'is not', null),
    )
    .$if(before !== null, (query) => query.where('galleries.id', '<', before))
    .$if(search !== null, (query) => query.where(matches(db, search, 'galleries.id')))
    .orderBy('galleries.id', 'desc')
    .limit(limit)

export const selectGalleries = (db: Db, query: GalleryQuery): Promise<Row<'galleries'>[]> =>
  galleryQuery(db, query).selectAll('galleries').execute()

/** Photographs of each, whether visitors or clients see them or not. */
export async function countPhotos(db: Db, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('gallery_items')
    .select(['gallery_id', (e) => e.fn.countAll<number>().as('count')])
    .where('gallery_id', 'in', ids)
    .where('photo_id', 'is not', null)
    .where('removed_at', 'is', null)
    .groupBy('gallery_id')
    .execute()
  return new Map(rows.map(({ gallery_id, count }) => [gallery_id, Number(count)]))
}

/** The first photograph of each, for those that have no cover. */
export async function selectFirstPhotos(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('galleries as g')
    .select((e) => [
      'g.id',
      e
        .selectFrom('gallery_items as i')
        .select('i.photo_id')
        .whereRef('i.gallery_id', '=', 'g.id')
        .where('i.photo_id', 'is not', null)
        .where('i.removed_at', 'is', null)
        .orderBy('i.position')
        .limit(1)
        .as('photoId'),
    ])
    .where('g.id', 'in', ids)
    .execute()
  return new Map(rows.flatMap(({ id, photoId }) => (photoId === null ? [] : [[id, photoId] as const])))
}
