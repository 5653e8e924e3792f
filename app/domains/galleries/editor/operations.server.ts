import { listChoices } from '~/domains/blog/teasers.server'
import { percentOf } from '~/domains/photos/focal-point'
import { findLibraryPhotoById, libraryEntries, listChoosablePhotos } from '~/domains/photos/library.server'
import {
  type ChoosablePhoto,
  type LibraryEntry,
  type LibraryPhoto,
  mediaPath,
  renditionFor,
} from '~/domains/photos/model'
import type { EditorChoices } from '~/domains/texts/blocks'
import { photosInText } from '~/domains/texts/model'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { readSearch } from '~/platform/db/search-terms.server'
import { longDate } from '~/platform/time'
import { type GalleryState, galleryState } from '../model'
import { readReleaseState } from '../releases/publication.server'
import { selectPublicPhotos } from '../visibility-store.server'
import {
  countBySet,
  countPhotosBefore,
  type EditorItemRow,
  hasArrangement,
  type SetChoice,
  selectItem,
  selectItems,
} from './item-store.server'
import {
  EDITOR_PAGE_SIZE,
  type EditorItem,
  type GalleryKind,
  type GallerySet,
  type ItemPhoto,
  KIND_LABELS,
} from './model'
import { readUnpublished, type Unpublished } from './publishing.server'
import { countPhotos, selectFirstPhotos, selectGalleries, selectGallery, selectSets } from './store.server'
import { readText } from './texts.server'

/** What the header of a gallery's pages shows. */
export type GalleryHead = Pick<EditedGallery, 'id' | 'title' | 'kind' | 'state' | 'version'>

export async function readGalleryHead({ db }: { db: Db }, id: string): Promise<GalleryHead | undefined> {
  const row = await selectGallery(db, id)
  return row && { id, title: row.title, kind: row.kind, state: galleryState(row), version: row.version }
}

export interface EditedGallery {
  id: string
  slug: string
  title: string
  kind: GalleryKind
  state: GalleryState
  version: number
  sets: GallerySet[]
  /** Number of items without a set. */
  unsorted: number
  /** Number of photos in the gallery. */
  photos: number
  /** For a published gallery, its photos that aren't public; null: none. */
  unpublished: Unpublished | null
  /** The shown part: null: everything; '': items without a set; or a set’s id. */
  set: SetChoice
  /** Number of items in the shown part. */
  total: number
  page: number
  pages: number
  items: EditorItem[]
  canUnsort: boolean
}

/**
 * One page of a gallery’s items in the editor.
 * @param page from 1; a page past the end means the last
 * @returns undefined: no such gallery
 */
export async function readEditedGallery(
  deps: { db: Db; clock: Clock },
  { id, set: asked, page: wanted }: { id: string; set: SetChoice; page: number },
): Promise<EditedGallery | undefined> {
  const { db } = deps
  const gallery = await selectGallery(db, id)
  if (!gallery) return undefined
  const counts = await countBySet(db, id)
  const sets = (await selectSets(db, id)).map((set) => ({
    id: set.id,
    title: set.title,
    count: counts.get(set.id)?.all ?? 0,
  }))
  const set = asked === null || asked === '' || sets.some((each) => each.id === asked) ? asked : null
  const total = [...counts].reduce((sum, [key, { all }]) => sum + (set === null || key === set ? all : 0), 0)
  const pages = Math.max(1, Math.ceil(total / EDITOR_PAGE_SIZE))
  const page = Math.min(pages, Math.max(1, Number.isSafeInteger(wanted) ? wanted : 1))
  const offset = (page - 1) * EDITOR_PAGE_SIZE
  const query = { galleryId: id, set, offset }
  const rows = await selectItems(db, { ...query, limit: EDITOR_PAGE_SIZE })
  const before = (await countPhotosBefore(db, query)) + photosBefore(set, sets, counts)
  return {
    id,
    slug: gallery.slug,
    title: gallery.title,
    kind: gallery.kind,
    state: galleryState(gallery),
    version: gallery.version,
    sets,
    unsorted: counts.get('')?.all ?? 0,
    photos: [...counts.values()].reduce((sum, { photos }) => sum + photos, 0),
    unpublished: (await readUnpublished(db, gallery)) ?? null,
    set,
    total,
    page,
    pages,
    items: await itemsOf(deps, gallery, rows, before),
    canUnsort: await hasArrangement(db, id),
  }
}

/** Number of photos before a set. */
function photosBefore(
  set: SetChoice,
  sets: { id: string }[],
  counts: Map<string, { photos: number }>,
): number {
  if (set === null || set === '') return 0
  const before = [
    '',
    ...sets
      .slice(
        0,
        sets.findIndex(({ id }) => id === set),
      )
      .map(({ id }) => id),
  ]
  return before.reduce((sum, id) => sum + (counts.get(id)?.photos ?? 0), 0)
}

async function itemsOf(
  deps: { db: Db; clock: Clock },
  gallery: Row<'galleries'>,
  rows: EditorItemRow[],
  before: number,
): Promise<EditorItem[]> {
  const ids = rows.flatMap(({ photo_id }) => photo_id ?? [])
  const entries = new Map((await libraryEntries(deps, ids)).map((entry) => [entry.photo.id, entry]))
  const published = await selectPublicPhotos(deps.db, ids)
  let number = before
  return rows.map((row) => {
    const entry = entries.get(row.photo_id ?? '')
    if (row.photo_id !== null) number += 1
    return {
      id: row.id,
      number: row.photo_id === null ? 0 : number,
      setId: row.set_id,
      photo: entry ? itemPhoto(entry, published.has(entry.photo.id)) : null,
      fileName: row.file_name,
      caption: row.caption,
      body: row.body,
      isHidden: row.hidden_at !== null,
      isCover: row.photo_id !== null && row.photo_id === gallery.cover_photo_id,
    }
  })
}

function itemPhoto(
  { photo, thumb, state, made, sizes, needsAlt }: LibraryEntry,
  isPublic: boolean,
): ItemPhoto {
  return {
    slug: photo.slug,
    title: photo.title,
    alt: photo.alt,
    tone: photo.tone,
    thumb,
    focal: { x: percentOf(photo.focal.x), y: percentOf(photo.focal.y) },
    made: state === 'processing' ? made / sizes : 1,
    hasFailed: state === 'failed',
    needsAlt,
    isPublic,
  }
}

type OpenText = Awaited<ReturnType<typeof readText>> & {
  /** What its blocks can show. */
  blocks: { photos: ChoosablePhoto[]; choices: EditorChoices }
}

/** An item with all its details. */
export interface OpenItem {
  id: string
  caption: string
  /** The newest version of a text, and whether the story shows it yet; null: a photo. */
  text: OpenText | null
  fileName: string
  isHidden: boolean
  isCover: boolean
  isPublic: boolean
  /** The photo has no recognizable people. */
  noRecognizablePeople: boolean
  /** Why it can't be public: whose release is missing. null: it can. */
  releaseMissing: string | null
  /** null: a text. */
  entry: LibraryPhoto | null
}

/** @returns undefined: not in the gallery, or removed */
export async function readItem(
  deps: { db: Db; clock: Clock },
  { gallery: galleryId, item: id, zone }: { gallery: string; item: string; zone: string },
): Promise<OpenItem | undefined> {
  const [gallery, row] = [
    await selectGallery(deps.db, galleryId),
    await selectItem(deps.db, { galleryId, id }),
  ]
  if (!gallery || !row) return undefined
  const { photo_id: photoId } = row
  const entry = photoId === null ? undefined : await findLibraryPhotoById(deps, photoId, zone)
  const release = photoId === null ? undefined : await readReleaseState(deps, photoId)
  return {
    id,
    caption: row.caption,
    text: photoId === null ? await openText(deps.db, row) : null,
    fileName: row.file_name,
    isHidden: row.hidden_at !== null,
    isCover: photoId !== null && gallery.cover_photo_id === photoId,
    isPublic: photoId !== null && (await selectPublicPhotos(deps.db, [photoId])).has(photoId),
    noRecognizablePeople: release?.noRecognizablePeople ?? false,
    releaseMissing: release?.missing ?? null,
    entry: entry ?? null,
  }
}

async function openText(db: Db, row: EditorItemRow): Promise<OpenText> {
  const text = await readText(db, row)
  const photos = await listChoosablePhotos({ db }, { shown: photosInText(text.text) })
  return { ...text, blocks: { photos, choices: await listChoices({ db }) } }
}

const PAGE_SIZE = 40
const THUMB_WIDTH = 240

/** A row of the list. */
export interface GalleryLine {
  id: string
  title: string
  kind: GalleryKind
  state: GalleryState
  dateline: string
  /** Number of photos. */
  count: number
  /** Its last day as text; null: no expiration. */
  lastDay: string | null
  tone: string
  /** URL of a thumbnail; null: none. */
  thumb: string | null
}

interface GalleriesQuery {
  kind: GalleryKind | null
  state: GalleryState | null
  /** As typed. */
  search: string
  before: string | null
}

/** One page of all galleries, newest first. */
export async function listGalleries(
  { db, clock }: { db: Db; clock: Clock },
  { search, ...asked }: GalleriesQuery,
): Promise<{ galleries: GalleryLine[]; next: string | null }> {
  const words = await readSearch(db, 'gallery', search)
  const found = await selectGalleries(db, { ...asked, search: words, limit: PAGE_SIZE + 1 })
  const rows = found.slice(0, PAGE_SIZE)
  return {
    galleries: await linesOf({ db, clock }, rows),
    next: found.length > PAGE_SIZE ? (rows.at(-1)?.id ?? null) : null,
  }
}

async function linesOf(deps: { db: Db; clock: Clock }, rows: Row<'galleries'>[]): Promise<GalleryLine[]> {
  const ids = rows.map(({ id }) => id)
  const counts = await countPhotos(deps.db, ids)
  const firsts = await selectFirstPhotos(deps.db, ids)
  const coverOf = (row: Row<'galleries'>) => row.cover_photo_id ?? firsts.get(row.id) ?? ''
  const entries = await libraryEntries(deps, [...new Set(rows.map(coverOf))])
  const photos = new Map(entries.map(({ photo }) => [photo.id, photo]))
  return rows.map((row) => {
    const cover = photos.get(coverOf(row))
    const width = cover && renditionFor(cover, THUMB_WIDTH)
    return {
      id: row.id,
      title: row.title,
      kind: row.kind,
      state: galleryState(row),
      dateline: row.dateline,
      count: counts.get(row.id) ?? 0,
      lastDay: row.expires_on && longDate(row.expires_on),
      tone: cover?.tone ?? '',
      thumb: cover && width ? mediaPath(cover, width, 'avif') : null,
    }
  })
}

/** Finds galleries by words, newest first. */
export async function findGalleriesOfStudio(
  { db }: { db: Db },
  words: string,
  limit: number,
): Promise<{ id: string; title: string; detail: string }[]> {
  const search = await readSearch(db, 'gallery', words)
  const rows = await selectGalleries(db, { kind: null, state: null, search, before: null, limit })
  return rows.map(({ id, title, kind, dateline }) => ({
    id,
    title,
    detail: [KIND_LABELS[kind], dateline].filter((each) => each !== '').join(', '),
  }))
}

/** The newest drafts of client galleries. */
export async function galleriesInProgress({ db }: { db: Db }): Promise<{ id: string; title: string }[]> {
  const rows = await selectGalleries(db, {
    kind: 'client',
    state: 'draft',
    search: null,
    before: null,
    limit: 4,
  })
  return rows.map(({ id, title }) => ({ id, title }))
}
