import { sql } from 'kysely'
import type { Db } from '~/platform/db/database.server'
import { isShown } from '../store.server'

export interface StoredSeries {
  id: string
  slug: string
  title: string
  category: string
  dateline: string
  summary: string
  publishedAt: number
}

export interface SeriesItem {
  galleryId: string
  /** null: a text. */
  photoId: string | null
  caption: string
  /** Markdown */
  body: string
  chosen: boolean
  /** Photographs of the series. */
  count: number
}

/** The published portfolio series in their order. */
export async function selectSeries(db: Db): Promise<StoredSeries[]> {
  return await db
    .selectFrom('galleries')
    .select(['id', 'slug', 'title', 'category', 'dateline', 'summary'])
    .select((eb) => eb.ref('published_at').$notNull().as('publishedAt'))
    .where('kind', '=', 'portfolio')
    .where('published_at', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** The first photographs of each series, at most `limit` of each. */
export async function selectFirstFrames(db: Db, seriesIds: string[], limit: number): Promise<SeriesItem[]> {
  if (seriesIds.length === 0) return []
  const rows = await db
    .selectFrom(
      db
        .selectFrom('gallery_items as i')
        .innerJoin('photos as p', 'p.id', 'i.photo_id')
        .select(['i.gallery_id as galleryId', 'i.photo_id as photoId', 'i.caption', 'i.body', 'i.chosen'])
        .select(
          sql<number>`row_number() over (partition by i.gallery_id order by i.position, i.id)`.as('number'),
        )
        .select(sql<number>`count(*) over (partition by i.gallery_id)`.as('count'))
        .where('i.gallery_id', 'in', seriesIds)
        .where(isShown)
        .as('item'),
    )
    .selectAll()
    .where('number', '<=', limit)
    .orderBy('galleryId')
    .orderBy('number')
    .execute()
  return rows.map(({ number: _, ...row }) => ({ ...row, chosen: row.chosen === 1 }))
}

/** The photographs and texts of a series in sequence. */
export async function selectSeriesItems(db: Db, seriesId: string): Promise<Omit<SeriesItem, 'count'>[]> {
  const rows = await db
    .selectFrom('gallery_items as i')
    .leftJoin('photos as p', 'p.id', 'i.photo_id')
    .select(['i.gallery_id as galleryId', 'i.photo_id as photoId', 'i.caption', 'i.body', 'i.chosen'])
    .where('i.gallery_id', '=', seriesId)
    .where('i.removed_at', 'is', null)
    .where('i.hidden_at', 'is', null)
    .where((e) => e.or([e('i.photo_id', 'is', null), isShown(e)]))
    .orderBy('i.position')
    .orderBy('i.id')
    .execute()
  return rows.map((row) => ({ ...row, chosen: row.chosen === 1 }))
}
