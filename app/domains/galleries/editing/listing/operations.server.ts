import { libraryEntries } from '~/domains/photos/library.server'
import { mediaPath, renditionFor } from '~/domains/photos/model'
import type { Clock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { readSearch } from '~/platform/db/search-terms.server'
import { longDate } from '~/platform/time'
import { type GalleryState, galleryState } from '../../gallery-state'
import { type GalleryKind, KIND_LABELS } from '../model'
import { countPhotos, selectFirstPhotos, selectGalleries } from './store.server'

const PAGE_SIZE = 40
const THUMB_WIDTH = 240

/** One line of the list. */
export interface GalleryLine {
  id: string
  title: string
  kind: GalleryKind
  state: GalleryState
  dateline: string
  /** Photographs. */
  count: number
  /** Its last day, as people read it; null: it has none. */
  lastDay: string | null
  tone: string
  /** Address of a small picture; null: none. */
  thumb: string | null
}

interface Asked {
  kind: GalleryKind | null
  state: GalleryState | null
  /** Words as they were typed. */
  search: string
  before: string | null
}

/** One page of the galleries of every kind, newest first. */
export async function listGalleries(
  { db, clock }: { db: Db; clock: Clock },
  { search, ...asked }: Asked,
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

/** Galleries of every kind that have these words, newest first. */
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

/** The newest drafts for clients, to go on with. */
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
