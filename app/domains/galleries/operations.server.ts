import type { PhotoView } from '~/domains/photos/model'
import { photosById } from '~/domains/photos/operations.server'
import type { PhotoUse } from '~/domains/photos/photo-use'
import type { Db } from '~/platform/db/database.server'
import { renderMarkdown } from '~/platform/markdown.server'
import type { GalleryDraft } from './draft'
import {
  GALLERY_PAGE_SIZE,
  type GalleryPage,
  type GalleryPhoto,
  type GalleryPhotoView,
  type Story,
  type StoryPhoto,
  type StorySummary,
} from './model'
import { publishFromOutside } from './releases/publication.server'
import {
  countGalleryPhotos,
  insertGallery,
  type NumberedPhoto,
  type StoryItem,
  selectCovered,
  selectFilters,
  selectFirstStoryPhotos,
  selectHolders,
  selectLastGallery,
  selectNumberedPhotos,
  selectPhotoAndNeighbors,
  selectStories,
  selectStoryItems,
  selectUsedWithin,
} from './store.server'

/**
 * One page of the public gallery.
 * @param filter a public gallery's slug; null: all
 * @param page from 1
 * @returns undefined: no such filter or page
 */
export async function readGallery(
  { db }: { db: Db },
  { filter, page }: { filter: string | null; page: number },
): Promise<GalleryPage | undefined> {
  if (!Number.isSafeInteger(page) || page < 1) return undefined
  const filters = await selectFilters(db)
  if (filter !== null && !filters.some(({ slug }) => slug === filter)) return undefined
  const first = (page - 1) * GALLERY_PAGE_SIZE + 1
  const rows = await selectNumberedPhotos(db, filter, { first, last: first + GALLERY_PAGE_SIZE - 1 })
  if (rows.length === 0 && page > 1) return undefined
  const total = rows[0]?.total ?? 0
  return {
    filters,
    current: filter,
    total,
    page,
    pages: Math.max(1, Math.ceil(total / GALLERY_PAGE_SIZE)),
    photos: await galleryPhotos(db, rows),
  }
}

/** A photo of the public gallery with its neighbors. @returns undefined: not in the filter, or not public */
export async function readGalleryPhoto(
  { db }: { db: Db },
  { photo, filter }: { photo: string; filter: string | null },
): Promise<GalleryPhotoView | undefined> {
  const rows = await selectPhotoAndNeighbors(db, filter, photo)
  const here = rows.find(({ slug }) => slug === photo)
  if (!here) return undefined
  const photos = await galleryPhotos(db, rows)
  const at = (number: number) => photos.find((each) => each.number === number) ?? null
  const current = at(here.number)
  if (!current) return undefined
  return {
    photo: current,
    total: here.total,
    previous: at(here.number - 1),
    next: at(here.number + 1),
    page: Math.ceil(here.number / GALLERY_PAGE_SIZE),
    current: filter,
  }
}

/** Number of photos on the gallery page, each counted once. */
export const countPublicPhotos = ({ db }: { db: Db }): Promise<number> => countGalleryPhotos(db)

/** All photos of the gallery page in order, for the sitemap. */
export async function listPublicPhotos({ db }: { db: Db }): Promise<GalleryPhoto[]> {
  return await galleryPhotos(
    db,
    await selectNumberedPhotos(db, null, { first: 1, last: Number.MAX_SAFE_INTEGER }),
  )
}

async function galleryPhotos(db: Db, rows: NumberedPhoto[]): Promise<GalleryPhoto[]> {
  const photos = await photosById(
    { db },
    rows.map(({ photoId }) => photoId),
  )
  return rows.flatMap((row) => {
    const photo = photos.get(row.photoId)
    return photo ? [galleryPhoto(photo, row)] : []
  })
}

const galleryPhoto = (photo: PhotoView, { number, category, caption }: NumberedPhoto): GalleryPhoto => ({
  ...photo,
  number,
  category,
  caption,
})

/** Photos of a story's strip in the list. */
const STRIP_LENGTH = 12

/** The published portfolio stories with the first photos of their strips. */
export async function listStories({ db }: { db: Db }): Promise<(StorySummary & { publishedAt: number })[]> {
  const stories = await selectStories(db)
  const items = await selectFirstStoryPhotos(
    db,
    stories.map(({ id }) => id),
    STRIP_LENGTH,
  )
  const photos = await photosOf(db, items)
  return stories.map(({ id, ...each }) => {
    const own = items.filter(({ galleryId }) => galleryId === id)
    return { ...each, count: own[0]?.count ?? 0, photos: own.flatMap((item) => shownPhoto(item, photos)) }
  })
}

/** @returns undefined: no such story, or not published */
export async function readStory({ db }: { db: Db }, slug: string): Promise<Story | undefined> {
  const all = await selectStories(db)
  const index = all.findIndex((each) => each.slug === slug)
  const story = all[index]
  if (!story) return undefined
  const items = await selectStoryItems(db, story.id)
  const photos = await photosOf(db, items)
  const shown = items.flatMap((item) => shownPhoto(item, photos))
  const next = all[(index + 1) % all.length]
  return {
    slug: story.slug,
    title: story.title,
    category: story.category,
    dateline: story.dateline,
    summary: story.summary,
    count: shown.length,
    photos: shown,
    parts: partsOf(items, photos),
    nextStory: next && next !== story ? { slug: next.slug, title: next.title } : null,
  }
}

function partsOf(items: Omit<StoryItem, 'count'>[], photos: Map<string, PhotoView>): Story['parts'] {
  let number = 0
  return items.flatMap((item): Story['parts'] => {
    if (item.photoId === null) return [{ kind: 'text', html: renderMarkdown(item.body) }]
    return shownPhoto(item, photos).map((shown) => {
      number += 1
      return { kind: 'photo', number, item: shown }
    })
  })
}

const photosOf = (db: Db, items: Omit<StoryItem, 'count'>[]): Promise<Map<string, PhotoView>> =>
  photosById({ db }, [...new Set(items.flatMap(({ photoId }) => (photoId === null ? [] : [photoId])))])

function shownPhoto(item: Omit<StoryItem, 'count'>, photos: Map<string, PhotoView>): StoryPhoto[] {
  const photo = photos.get(item.photoId ?? '')
  return photo ? [{ photo, caption: item.caption, featured: item.featured }] : []
}

/** Recorded as the basis of these releases. */
const WITH_FIRST_CONTENT = 'Came with the first content; the owner is responsible for the releases'

/** Adds a gallery or a story with its photos. Photos that aren't in `photoIds` are skipped. */
export async function addGallery(
  { db }: { db: Db },
  gallery: GalleryDraft,
  place: { position: number; photoIds: Map<string, string>; at: number },
): Promise<void> {
  const added = await insertGallery(db, gallery, place)
  if (!gallery.published) return
  const clock = { now: () => place.at }
  await publishFromOutside({ db, clock }, { ...added, basis: WITH_FIRST_CONTENT })
}

/** The galleries and portfolio stories that show a photo. */
export async function usesInGalleries({ db }: { db: Db }, photo: { id: string }): Promise<PhotoUse[]> {
  const holders = await selectHolders(db, photo.id)
  const covered = await selectCovered(db, photo.id)
  const use =
    (role: string) =>
    (place: (typeof holders)[number]): PhotoUse => ({
      place: PLACES[place.kind],
      slug: place.kind === 'client' ? place.id : place.slug,
      title: place.title,
      role,
      visible: place.kind === 'client' || place.published_at === null ? 'no' : 'now',
    })
  return [...covered.map(use('Cover')), ...holders.map(use('Photo'))]
}

const PLACES = { public: 'gallery', portfolio: 'story', client: 'client-gallery' } as const

/**
 * Ids of photos within a range of ids (inclusive) that galleries and stories use. Limited to a range since
 * there may be many.
 */
export const usedInGalleries = (
  { db }: { db: Db },
  range: { first: string; last: string },
): Promise<Set<string>> => selectUsedWithin(db, range)

/** A gallery or a story as a search result. */
export interface FoundGallery {
  slug: string
  kind: 'public' | 'portfolio'
  title: string
  dateline: string
  publishedAt: number
}

/** The gallery published last; undefined: none. */
export const findLastGallery = ({ db }: { db: Db }): Promise<FoundGallery | undefined> =>
  selectLastGallery(db)
