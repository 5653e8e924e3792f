import { sql } from 'kysely'
import { columnsOfText, textOf } from '~/domains/texts/stored-text'
import { keptWithContent } from '~/platform/db/content-version.server'
import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { indexTerms } from '~/platform/db/search-terms.server'
import { newId } from '~/platform/ids.server'
import type { GalleryDraft } from './draft'
import type { GalleryFilter } from './model'
import { gallerySearchTexts } from './model'
import { isPublicPhoto, isVisibleItem } from './visibility-store.server'

/** A photo and its position in the current filter. */
export interface NumberedPhoto {
  photoId: string
  slug: string
  category: string
  caption: string
  /** From 1. */
  number: number
  /** Number of photos in the filter. */
  total: number
}

/** The published public galleries that have visible photos, with their number. */
export const selectFilters = keptWithContent(async (db: Db): Promise<GalleryFilter[]> => {
  const rows = await db
    .selectFrom('galleries as g')
    .innerJoin('gallery_items as i', 'i.gallery_id', 'g.id')
    .innerJoin('photos as p', 'p.id', 'i.photo_id')
    .select(['g.slug', 'g.title'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('g.kind', '=', 'public')
    .where('g.published_at', 'is not', null)
    .where(isPublicPhoto)
    .groupBy(['g.id', 'g.slug', 'g.title', 'g.position'])
    .orderBy('g.position')
    .orderBy('g.id')
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
})

/** The photos of a filter numbered `first` to `last`. */
export async function selectNumberedPhotos(
  db: Db,
  filter: string | null,
  { first, last }: { first: number; last: number },
): Promise<NumberedPhoto[]> {
  return (await allNumbered(db, filter)).slice(Math.max(0, first - 1), last)
}

/** A photo with its number in a filter. */
export async function selectNumberedPhoto(
  db: Db,
  filter: string | null,
  photo: string,
): Promise<NumberedPhoto | undefined> {
  return (await allNumbered(db, filter)).find(({ slug }) => slug === photo)
}

/**
 * Every public photo of a filter, numbered. Galleries alternate, so that the page mixes services; a photo in
 * several galleries counts once, in the first. Numbering thousands takes longer than rendering a page, and any page
 * of the gallery needs it.
 */
const allNumbered = keptWithContent(
  async (db: Db, filter: string | null): Promise<NumberedPhoto[]> =>
    await db
      .selectFrom(
        db
          .selectFrom(firstPlaces(db, filter).as('place'))
          .select(['photoId', 'slug', 'category', 'caption', 'gallery', 'galleryId'])
          .select(
            sql<number>`row_number() over (partition by "galleryId" order by "position", "itemId")`.as(
              'turn',
            ),
          )
          .where('copy', '=', 1)
          .as('turns'),
      )
      .select(['photoId', 'slug', 'category', 'caption'])
      .select(sql<number>`row_number() over (order by "turn", "gallery", "galleryId")`.as('number'))
      .select(sql<number>`count(*) over ()`.as('total'))
      .orderBy('number')
      .execute(),
)

const firstPlaces = (db: Db, filter: string | null) =>
  db
    .selectFrom('gallery_items as i')
    .innerJoin('galleries as g', 'g.id', 'i.gallery_id')
    .innerJoin('photos as p', 'p.id', 'i.photo_id')
    .select([
      'p.id as photoId',
      'p.slug as slug',
      'g.category as category',
      'i.caption as caption',
      'g.position as gallery',
      'g.id as galleryId',
      'i.position as position',
      'i.id as itemId',
    ])
    .select(sql<number>`row_number() over (partition by p.id order by g.position, g.id)`.as('copy'))
    .where('g.kind', '=', 'public')
    .where('g.published_at', 'is not', null)
    .where(isPublicPhoto)
    .$if(filter !== null, (query) => query.where('g.slug', '=', filter ?? ''))

/** Of these slugs, those of photos in a published public gallery. */
export async function selectShownSlugs(db: Db, slugs: readonly string[]): Promise<string[]> {
  const asked = new Set(slugs)
  return (await allNumbered(db, null)).flatMap(({ slug }) => (asked.has(slug) ? [slug] : []))
}

/** Photos in a published public gallery, each once. */
export const countGalleryPhotos = async (db: Db): Promise<number> => (await allNumbered(db, null)).length

export async function insertGallery(
  db: Db,
  gallery: GalleryDraft,
  { position, photoIds, at }: { position: number; photoIds: Map<string, string>; at: number },
): Promise<{ galleryId: string; photoIds: string[] }> {
  const id = newId()
  const held: string[] = []
  await db
    .insertInto('galleries')
    .values({
      id,
      slug: gallery.slug,
      kind: gallery.kind,
      title: gallery.title,
      category: gallery.category,
      summary: gallery.summary,
      dateline: gallery.dateline,
      position,
      cover_photo_id: photoIds.get(gallery.cover ?? '') ?? null,
      published_at: gallery.published ? at : null,
      created_at: at,
    })
    .execute()
  await indexTerms(db, 'gallery', id, gallerySearchTexts(gallery))
  for (const [index, item] of gallery.items.entries()) {
    const row =
      'body' in item
        ? { photo_id: null, caption: '', ...columnsOfText(item.body), featured: 0 }
        : {
            photo_id: photoIds.get(item.photo) ?? null,
            caption: item.caption,
            body: '',
            featured: item.featured ? 1 : 0,
          }
    if (row.photo_id === null && row.body === '') continue
    if (row.photo_id !== null) held.push(row.photo_id)
    await db
      .insertInto('gallery_items')
      .values({ id: newId(), gallery_id: id, position: index, ...row })
      .execute()
  }
  return { galleryId: id, photoIds: held }
}

export interface StoredStory {
  id: string
  slug: string
  title: string
  category: string
  dateline: string
  summary: string
  publishedAt: number
}

export interface StoryItem {
  galleryId: string
  /** null: a text. */
  photoId: string | null
  caption: string
  /** Of a text: a document, or Markdown. */
  body: string
  featured: boolean
  /** Number of the story's photos. */
  count: number
}

/** The published portfolio stories in their order. */
export async function selectStories(db: Db): Promise<StoredStory[]> {
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

export interface OpenGallery {
  id: string
  kind: 'portfolio' | 'public'
  slug: string
  title: string
  category: string
  dateline: string
}

/** The galleries that every visitor can see, in their order. */
export const selectOpenGalleries = (db: Db): Promise<OpenGallery[]> =>
  db
    .selectFrom('galleries')
    .select(['id', 'slug', 'title', 'category', 'dateline'])
    .select((e) => e.ref('kind').$castTo<OpenGallery['kind']>().as('kind'))
    .where('kind', '!=', 'client')
    .where('published_at', 'is not', null)
    .orderBy('kind')
    .orderBy('position')
    .orderBy('id')
    .execute()

/** The first photos of each story, up to `limit` per story. */
export async function selectFirstStoryPhotos(
  db: Db,
  storyIds: string[],
  limit: number,
): Promise<StoryItem[]> {
  if (storyIds.length === 0) return []
  const rows = await db
    .selectFrom(
      db
        .selectFrom('gallery_items as i')
        .innerJoin('photos as p', 'p.id', 'i.photo_id')
        .select(['i.gallery_id as galleryId', 'i.photo_id as photoId', 'i.caption', 'i.body', 'i.featured'])
        .select(
          sql<number>`row_number() over (partition by i.gallery_id order by i.position, i.id)`.as('number'),
        )
        .select(sql<number>`count(*) over (partition by i.gallery_id)`.as('count'))
        .where('i.gallery_id', 'in', storyIds)
        .where(isPublicPhoto)
        .as('item'),
    )
    .selectAll()
    .where('number', '<=', limit)
    .orderBy('galleryId')
    .orderBy('number')
    .execute()
  return rows.map(({ number: _, ...row }) => ({ ...row, featured: row.featured === 1 }))
}

/** The photos and texts of a story in sequence. */
export async function selectStoryItems(db: Db, storyId: string): Promise<Omit<StoryItem, 'count'>[]> {
  const rows = await db
    .selectFrom('gallery_items as i')
    .leftJoin('photos as p', 'p.id', 'i.photo_id')
    .select(['i.gallery_id as galleryId', 'i.photo_id as photoId', 'i.caption', 'i.body', 'i.featured'])
    .select('i.document')
    .where('i.gallery_id', '=', storyId)
    .where(isVisibleItem)
    .where((e) => e.or([e('i.photo_id', 'is', null), isPublicPhoto(e)]))
    .orderBy('i.position')
    .orderBy('i.id')
    .execute()
  return rows.map(({ document, ...row }) => ({
    ...row,
    body: textOf({ ...row, document }),
    featured: row.featured === 1,
  }))
}

type Place = Pick<Row<'galleries'>, 'id' | 'kind' | 'slug' | 'title' | 'published_at'>

/** The texts of stories, also empty ones, which may have a draft, and removed ones, which can be restored. */
export const selectTexts = (
  db: Db,
): Promise<(Place & Pick<Row<'gallery_items'>, 'body' | 'document'> & { item: string })[]> =>
  db
    .selectFrom('gallery_items as i')
    .innerJoin('galleries as g', 'g.id', 'i.gallery_id')
    .select(['g.id', 'g.kind', 'g.slug', 'g.title', 'g.published_at', 'i.id as item'])
    .select(['i.body', 'i.document'])
    .where('i.photo_id', 'is', null)
    .orderBy('i.id')
    .execute()

/** The galleries and stories that contain a photo. */
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

/** The galleries and stories whose cover it is. */
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

/** Photos in an id range that are in a gallery, or are the cover of one. */
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

export const selectLastGallery = (db: Db) =>
  db
    .selectFrom('galleries')
    .select(['slug', 'title', 'dateline'])
    .select((e) => e.ref('kind').$castTo<'public' | 'portfolio'>().as('kind'))
    .select((e) => e.ref('published_at').$notNull().as('publishedAt'))
    .where('published_at', 'is not', null)
    .where('kind', '<>', 'client')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
