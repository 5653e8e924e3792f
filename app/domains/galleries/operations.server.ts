import { listTextDrafts } from '~/domains/content/versions/operations.server'
import { type PhotoView, shownSmall } from '~/domains/photos/model'
import { photosById } from '~/domains/photos/operations.server'
import type { PhotoUse, UsedPhotos } from '~/domains/photos/photo-use'
import type { TextArticle } from '~/domains/texts/article.server'
import { photosInText } from '~/domains/texts/model'
import { textOf } from '~/domains/texts/stored-text'
import { articleOfText, htmlOfText } from '~/domains/texts/texts.server'
import type { Db } from '~/platform/db/database.server'
import { plainText } from '~/platform/markdown.server'
import { textLines } from '~/platform/search-words'
import type { GalleryDraft } from './draft'
import {
  GALLERY_PAGE_SIZE,
  type GalleryPage,
  type GalleryPhoto,
  type Story,
  type StoryPhoto,
  type StorySummary,
} from './model'
import { publishFromOutside } from './releases/publication.server'
import {
  countGalleryPhotos,
  insertGallery,
  type NumberedPhoto,
  type OpenGallery,
  type StoryItem,
  selectCovered,
  selectFilters,
  selectFirstStoryPhotos,
  selectHolders,
  selectLastGallery,
  selectNumberedPhoto,
  selectNumberedPhotos,
  selectOpenGalleries,
  selectShownSlugs,
  selectStories,
  selectStoryItems,
  selectTexts,
  selectUsedWithin,
} from './store.server'

const STRIP_LENGTH = 8

/** What a visitor reads in a public gallery or a story. */
export interface GalleryTexts {
  kind: 'gallery' | 'story'
  slug: string
  title: string
  /** The category and dateline of a story. */
  detail: string
  text: string
  photo: PhotoView | null
}

/** The texts of the public gallery’s filters and of the published stories, in order. */
export async function listGalleryTexts({ db }: { db: Db }): Promise<GalleryTexts[]> {
  const found: GalleryTexts[] = []
  for (const { slug, title } of await selectFilters(db)) {
    const photos = await selectNumberedPhotos(db, slug, { first: 1, last: Number.MAX_SAFE_INTEGER })
    const captions = new Set(photos.map(({ caption }) => caption))
    found.push({
      ...{ kind: 'gallery', slug, title, detail: '', text: textLines([...captions]) },
      photo: (await galleryPhotos(db, photos.slice(0, 1)))[0] ?? null,
    })
  }
  for (const { id, slug, title, category, dateline, summary } of await selectStories(db)) {
    const items = await selectStoryItems(db, id)
    const texts = items.flatMap(({ caption, body }) => [caption, body && plainText(htmlOfText(body))])
    const detail = [category, dateline].filter(Boolean).join(' · ')
    const photos = await photosOf(db, items)
    const shown = items.flatMap((item) => shownPhoto(item, photos))
    found.push({
      ...{ kind: 'story', slug, title, detail, photo: coverOf(shown) },
      text: textLines([summary, ...texts]),
    })
  }
  return found
}

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
  const last = first + GALLERY_PAGE_SIZE - 1
  const rows = await selectNumberedPhotos(db, filter, { first: first - 1, last: last + 1 })
  const photos = await galleryPhotos(db, rows)
  const shown = photos.filter(({ number }) => number >= first && number <= last)
  if (shown.length === 0 && page > 1) return undefined
  const total = rows[0]?.total ?? 0
  return {
    filters,
    current: filter,
    total,
    page,
    pages: Math.max(1, Math.ceil(total / GALLERY_PAGE_SIZE)),
    photos: shown,
    before: photos.find(({ number }) => number === first - 1) ?? null,
    after: photos.find(({ number }) => number === last + 1) ?? null,
  }
}

/** A photo of the public gallery, numbered in a filter. @returns undefined: not in the filter, or not public */
export async function readGalleryPhoto(
  { db }: { db: Db },
  { photo, filter }: { photo: string; filter: string | null },
): Promise<GalleryPhoto | undefined> {
  const row = await selectNumberedPhoto(db, filter, photo)
  return row && (await galleryPhotos(db, [row]))[0]
}

/** Shows the gallery's first photo on a page for which the owner has chosen none. */
export async function withGalleryPhoto<Page extends { photo: PhotoView | null }>(
  { db }: { db: Db },
  page: Page,
): Promise<Page> {
  if (page.photo) return page
  const [photo = null] = await galleryPhotos(db, await selectNumberedPhotos(db, null, { first: 1, last: 1 }))
  return { ...page, photo }
}

/** The gallery's first photos, for a strip on pages that have nothing of their own to show yet. */
export async function readGalleryStrip({ db }: { db: Db }): Promise<PhotoView[]> {
  const photos = await galleryPhotos(
    db,
    await selectNumberedPhotos(db, null, { first: 1, last: STRIP_LENGTH }),
  )
  return photos.map(shownSmall)
}

/**
 * Of the photos that a page names, those that have a page of the gallery, to link to. Any other may be on a page,
 * such as the first one that a new studio chooses for Home.
 */
export const listLinkedPhotos = ({ db }: { db: Db }, slugs: readonly string[]): Promise<string[]> =>
  selectShownSlugs(db, slugs)

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

/** Photos of a story's strip: in the list, and at the end of another story. */
const STRIP_LENGTHS = { list: 8, next: 12 }

/** The published portfolio stories with the first photos of their strips. */
export const listStories = async ({ db }: { db: Db }): Promise<(StorySummary & { publishedAt: number })[]> =>
  withStrips(db, await selectStories(db), STRIP_LENGTHS.list)

async function withStrips<T extends { id: string }>(
  db: Db,
  stories: T[],
  length: number,
): Promise<(Omit<T, 'id'> & Pick<StorySummary, 'count' | 'photos'>)[]> {
  const items = await selectFirstStoryPhotos(
    db,
    stories.map(({ id }) => id),
    length,
  )
  // One object for each photo, however many stories show it: the page's data contains an object once.
  const small = new Map([...(await photosOf(db, items))].map(([id, photo]) => [id, shownSmall(photo)]))
  return stories.map(({ id, ...each }) => {
    const own = items.filter(({ galleryId }) => galleryId === id)
    const photos = own.flatMap((item) => shownPhoto(item, small))
    return {
      ...each,
      count: own[0]?.count ?? 0,
      photos: photos.map(({ photo, featured }) => ({ photo, featured })),
    }
  })
}

/** Published public galleries and portfolio stories, each with its featured photo, else the first. */
export async function listGalleryTeasers(
  { db }: { db: Db },
  isWanted: (gallery: OpenGallery) => boolean,
): Promise<(Omit<OpenGallery, 'id'> & { cover: PhotoView | null })[]> {
  const wanted = (await selectOpenGalleries(db)).filter(isWanted)
  return (await withStrips(db, wanted, STRIP_LENGTHS.list))
    .filter(({ count }) => count > 0)
    .map(({ photos, count: _, ...each }) => ({ ...each, cover: coverOf(photos) }))
}

const coverOf = (photos: Pick<StoryPhoto, 'photo' | 'featured'>[]): PhotoView | null =>
  (photos.find(({ featured }) => featured) ?? photos[0])?.photo ?? null

/** A story whose texts don't have what they show of other parts of the site. */
interface UnreadStory extends Omit<Story, 'parts'> {
  parts: (Exclude<Story['parts'][number], { kind: 'text' }> | { kind: 'text'; article: TextArticle })[]
}

/** @returns undefined: no such story, or not published */
export async function readStory({ db }: { db: Db }, slug: string): Promise<UnreadStory | undefined> {
  const all = await selectStories(db)
  const index = all.findIndex((each) => each.slug === slug)
  const story = all[index]
  if (!story) return undefined
  const items = await selectStoryItems(db, story.id)
  const photos = await photosOf(db, items)
  const shown = items.flatMap((item) => shownPhoto(item, photos))
  const next = all[(index + 1) % all.length]
  const [nextStory] = next && next !== story ? await withStrips(db, [next], STRIP_LENGTHS.next) : []
  return {
    slug: story.slug,
    title: story.title,
    category: story.category,
    dateline: story.dateline,
    summary: story.summary,
    count: shown.length,
    photos: shown,
    parts: partsOf(items, photos),
    nextStory: nextStory ?? null,
  }
}

function partsOf(items: Omit<StoryItem, 'count'>[], photos: Map<string, PhotoView>): UnreadStory['parts'] {
  let number = 0
  return items.flatMap((item): UnreadStory['parts'] => {
    if (item.photoId === null)
      return item.body === '' ? [] : [{ kind: 'text', article: articleOfText(item.body) }]
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
export async function usesInGalleries(
  { db }: { db: Db },
  photo: { id: string; slug: string },
): Promise<PhotoUse[]> {
  const holders = await selectHolders(db, photo.id)
  const covered = await selectCovered(db, photo.id)
  const texts = (await textsWithPhotos(db)).filter(({ slugs }) => slugs.includes(photo.slug))
  const use =
    (role: string, isDraft = false) =>
    (place: (typeof holders)[number]): PhotoUse => ({
      place: PLACES[place.kind],
      slug: place.kind === 'client' ? place.id : place.slug,
      title: place.title,
      role,
      visible: isDraft || place.kind === 'client' || place.published_at === null ? 'no' : 'now',
    })
  return [
    ...covered.map(use('Cover')),
    ...holders.map(use('Photo')),
    ...texts.flatMap(({ isDraft, place }) => use(isDraft ? 'In a draft' : 'In a text', isDraft)(place)),
  ]
}

/** Slugs of the photos in the texts of stories, and in their drafts. */
async function textsWithPhotos(db: Db) {
  const drafts = await listTextDrafts({ db })
  return (await selectTexts(db)).flatMap(({ item, body, document, ...place }) => [
    { place, isDraft: false, slugs: photosInText(textOf({ body, document })) },
    { place, isDraft: true, slugs: photosInText(drafts.get(item)?.body ?? '') },
  ])
}

/** All photos in the texts of stories. */
export const usedInStoryTexts = async ({ db }: { db: Db }): Promise<UsedPhotos> => ({
  ids: new Set(),
  slugs: new Set((await textsWithPhotos(db)).flatMap(({ slugs }) => slugs)),
})

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
