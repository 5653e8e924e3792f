import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { bytesLabel } from '~/platform/bytes-label'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import type { Row } from '~/platform/db/schema'
import { dropTerms, indexTerms, indexTermsOfMany, readSearch } from '~/platform/db/search-terms.server'
import { parseForm } from '~/platform/forms'
import { WIDEST_RENDITION } from '~/platform/imaging/limits'
import { enqueueAll } from '~/platform/jobs/queue.server'
import { checkFolders } from '~/platform/storage/file-kinds.server'
import { cameraLabel, momentLabel } from '~/platform/time'
import { percentOf } from './focal-point'
import {
  deletePhoto,
  type LibraryQuery,
  selectLibrary,
  selectNames,
  selectPhoto,
  selectPhotosById,
  selectPhotosNamed,
  selectSlugs,
  updateDescription,
  updateTexts,
  upsertRemoved,
} from './library-store.server'
import {
  type ChoosablePhoto,
  type LibraryEntry,
  type LibraryPhoto,
  mediaPath,
  needsAlt,
  type PhotoPage,
  type PhotoView,
  renditionFor,
  renditionWidths,
} from './model'
import { photosById, photosBySlug } from './operations.server'
import {
  changesBetween,
  manyPhotosSchema,
  type PhotoField,
  type PhotoValues,
  photoSchema,
} from './photo-form'
import { renditionJobs } from './photo-jobs'
import { type PhotoRow, searchTexts, setPhotoState, thumbWidths, viewsOf } from './store.server'
import { foldersOf, originalExtension, originalKey } from './stored-files'

const PAGE_SIZE = 60

/** Time in milliseconds after which an unfinished photo counts as late. */
const LATE_AFTER = 3_600_000

interface ListRequest {
  show: LibraryQuery['show']
  /** Search words as typed. */
  search: string
  before: string | null
}

/** A page of the library, newest first. */
export async function listPhotos(
  { db, clock }: { db: Db; clock: Clock },
  { show, search, before }: ListRequest,
): Promise<PhotoPage> {
  const query = { show, search: await readSearch(db, 'photo', search), before, limit: PAGE_SIZE + 1 }
  const found = await selectLibrary(db, query)
  const rows = found.slice(0, PAGE_SIZE)
  return {
    photos: await entriesOf(db, rows, clock.now()),
    next: found.length > PAGE_SIZE ? (rows.at(-1)?.id ?? null) : null,
  }
}

/** Ids and slugs of up to `limit` photos, newest first, for scanning many. */
export async function listPhotoNames(
  { db }: { db: Db },
  { search, before, limit }: Omit<ListRequest, 'show'> & { limit: number },
): Promise<{ id: string; slug: string }[]> {
  return await selectNames(db, { show: null, search: await readSearch(db, 'photo', search), before, limit })
}

/** A photo, also a private one; undefined if there is none with this slug. */
export async function findPhotoName(
  { db }: { db: Db },
  slug: string,
): Promise<{ id: string; slug: string } | undefined> {
  const row = await selectPhoto(db, slug)
  return row && { id: row.id, slug: row.slug }
}

export async function findPhotoNameById(
  { db }: { db: Db },
  id: string,
): Promise<{ id: string; slug: string } | undefined> {
  const [row] = await selectPhotosById(db, [id])
  return row && { id: row.id, slug: row.slug }
}

/**
 * Deletes an unused photo and everything made from it. Its files have no row then: the next collection
 * quarantines the original under its former name.
 */
export async function removePhoto({ db, clock }: { db: Db; clock: Clock }, id: string): Promise<void> {
  const [photo] = await selectPhotosById(db, [id])
  if (!photo) return
  const now = clock.now()
  await upsertRemoved(db, photo, now)
  await checkFolders(db, foldersOf(photo), now)
  await dropTerms(db, 'photo', id)
  await deletePhoto(db, id)
}

/** Entries of these photos for the grid, newest first. */
export async function libraryEntries(
  { db, clock }: { db: Db; clock: Clock },
  ids: string[],
): Promise<LibraryEntry[]> {
  return await entriesOf(db, await selectPhotosById(db, ids), clock.now())
}

async function entriesOf(db: Db, rows: PhotoRow[], now: number): Promise<LibraryEntry[]> {
  const views = await viewsOf(db, rows)
  const thumbs = await thumbWidths(
    db,
    rows.map(({ id }) => id),
  )
  return rows.flatMap((row, at) => {
    const photo = views[at]
    if (!photo) return []
    const thumbWidth = thumbs.get(row.id)
    return {
      photo,
      thumb: thumbWidth === undefined ? null : mediaPath(photo, thumbWidth, 'jpg'),
      state: row.state,
      failure: row.failure,
      made: photo.widths.length,
      sizes: renditionWidths(row.width).length,
      isLate: row.state === 'processing' && now - row.created_at > LATE_AFTER,
      needsAlt: needsAlt(row),
      noRecognizablePeople: row.no_recognizable_people === 1,
    }
  })
}

/** A photo with all details. Times are in `zone`. */
export async function findLibraryPhoto(
  { db, clock }: { db: Db; clock: Clock },
  slug: string,
  zone: string,
): Promise<LibraryPhoto | undefined> {
  const row = await selectPhoto(db, slug)
  const [entry] = row ? await entriesOf(db, [row], clock.now()) : []
  if (!row || !entry) return undefined
  const labels = {
    taken: row.captured_at && cameraLabel(row.captured_at),
    stored: momentLabel(row.created_at, zone),
  }
  return { ...entry, version: row.version, facts: photoFacts(row, labels) }
}

export type PhotoSaved =
  | { ok: true; changed: number }
  | { ok: false; reason: 'missing' }
  | { ok: false; reason: 'refused'; errors: Partial<PhotoValues> }
  /** Someone else has saved the photo since the form was opened. */
  | { ok: false; reason: 'changed-since' }

const LABELS: Record<PhotoField, string> = {
  title: 'Title',
  alt: 'Alt text',
  focalX: 'Focal point from the left',
  focalY: 'Focal point from the top',
}

/**
 * Saves a photo's texts and focal point. They appear wherever the photo is shown.
 * @param isPublic visitors see the photo, so it needs an alt text
 */
export async function savePhoto(
  { db, clock, author }: WriteDeps,
  { slug, sent, version, isPublic }: { slug: string; sent: PhotoValues; version: number; isPublic: boolean },
): Promise<PhotoSaved> {
  const read = parseForm(photoSchema({ isPublic }), sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await transact(db, async (tx): Promise<PhotoSaved> => {
    const before = await selectPhoto(tx, slug)
    if (!before) return { ok: false, reason: 'missing' }
    if (before.version !== version) return { ok: false, reason: 'changed-since' }
    const after = { ...before, ...read.value }
    const changes = changesBetween(valuesOf(before), valuesOf(after), LABELS)
    if (changes.length === 0) return { ok: true, changed: 0 }
    if (!(await updateDescription(tx, { id: before.id, version }, read.value)))
      return { ok: false, reason: 'changed-since' }
    await indexTerms(tx, 'photo', before.id, searchTexts(after))
    const action = { action: 'photo-changed' as const, subject: `“${after.title}”`, changes }
    await recordAction({ db: tx, clock, author }, action)
    return { ok: true, changed: changes.length }
  })
}

export type PhotosDescribed =
  | { ok: true; changed: number }
  | { ok: false; reason: 'refused'; errors: Partial<PhotoValues> }

/**
 * Sets the title, the alt text, or both of many photos. Empty fields stay unchanged. Forms opened before are
 * refused as outdated.
 */
export async function describePhotos(
  { db, clock, author }: WriteDeps,
  ids: readonly string[],
  sent: Pick<PhotoValues, 'title' | 'alt'>,
): Promise<PhotosDescribed> {
  const read = parseForm(manyPhotosSchema(), sent)
  if (!read.ok) return { ok: false, reason: 'refused', errors: read.errors }
  return await transact(db, async (tx): Promise<PhotosDescribed> => {
    const rows = (await selectPhotosById(tx, [...ids])).map((row) => ({
      row,
      after: { ...row, ...read.value },
    }))
    const changed = rows.filter(({ row, after }) => row.title !== after.title || row.alt !== after.alt)
    if (changed.length === 0) return { ok: true, changed: 0 }
    await updateTexts(
      tx,
      changed.map(({ row }) => row.id),
      read.value,
    )
    const records = changed.map(({ row, after }) => ({ id: row.id, texts: searchTexts(after) }))
    await indexTermsOfMany(tx, 'photo', records)
    const changes = (['title', 'alt'] as const).flatMap((name) =>
      read.value[name] === undefined ? [] : [{ field: LABELS[name], from: '', to: read.value[name] }],
    )
    const subject = changed.length === 1 ? `“${changed[0]?.row.title}”` : `${changed.length} photos`
    await recordAction({ db: tx, clock, author }, { action: 'photo-changed', subject, changes })
    return { ok: true, changed: changed.length }
  })
}

/** A photo with all details, by its id. */
export async function findLibraryPhotoById(
  deps: { db: Db; clock: Clock },
  id: string,
  zone: string,
): Promise<LibraryPhoto | undefined> {
  const [row] = await selectPhotosById(deps.db, [id])
  return row && (await findLibraryPhoto(deps, row.slug, zone))
}

const valuesOf = (photo: Pick<PhotoRow, 'title' | 'alt' | 'focal_x' | 'focal_y'>): PhotoValues => ({
  title: photo.title,
  alt: photo.alt,
  focalX: String(percentOf(photo.focal_x)),
  focalY: String(percentOf(photo.focal_y)),
})

/** Queues the renditions of a failed or late photo again. Does nothing for a finished one. */
export async function retryPhoto(
  { db, clock, author }: WriteDeps,
  slug: string,
): Promise<{ ok: true } | { ok: false; reason: 'missing' }> {
  return await transact(db, async (tx) => {
    const photo = await selectPhoto(tx, slug)
    if (!photo) return { ok: false, reason: 'missing' }
    if (photo.state === 'ready') return { ok: true }
    await setPhotoState(tx, photo.id, 'processing')
    await enqueueAll({ db: tx, clock }, renditionJobs(photo, 0))
    const done = { action: 'photo-retried' as const, subject: `“${photo.title}”` }
    await recordAction({ db: tx, clock, author }, done)
    return { ok: true }
  })
}

/** Maximum number of listed photos. Older ones are found by title. */
const LISTED = 240
const THUMB_WIDTH = 240

/** The newest photos, or those that match the words, and the ones that the form already shows. */
export async function listChoosablePhotos(
  { db }: { db: Db },
  { search = '', shown = [], limit = LISTED }: { search?: string; shown?: string[]; limit?: number } = {},
): Promise<ChoosablePhoto[]> {
  const slugs = [...new Set([...shown, ...(await selectSlugs(db, { search, limit }))])]
  const views = await photosBySlug({ db }, slugs)
  return (await choosable(db, Object.values(views))).toSorted(
    (a, b) => slugs.indexOf(a.slug) - slugs.indexOf(b.slug),
  )
}

/** These photos by id, if they are published. */
export async function choosablePhotosById(
  { db }: { db: Db },
  ids: string[],
): Promise<Map<string, ChoosablePhoto>> {
  const views = [...(await photosById({ db }, ids)).values()]
  const photos = await choosable(db, views)
  return new Map(views.flatMap(({ id }, at) => (photos[at] ? [[id, photos[at]]] : [])))
}

/** In the same order. */
async function choosable(db: Db, views: PhotoView[]): Promise<ChoosablePhoto[]> {
  const isNew = ({ widths }: PhotoView) => widths.length === 0
  const thumbs = await thumbWidths(
    db,
    views.filter(isNew).map(({ id }) => id),
  )
  return views.map((photo) => {
    const { id, slug, title, tone } = photo
    const width = renditionFor(photo, THUMB_WIDTH) ?? thumbs.get(id)
    // A photo's first rendition is a JPEG.
    const format = isNew(photo) ? 'jpg' : 'avif'
    return { slug, title, tone, thumb: width ? mediaPath(photo, width, format) : null }
  })
}

/** Facts about a photo, most useful first, without unknown ones. */
export function photoFacts(
  photo: Row<'photos'>,
  labels: { taken: string | null; stored: string },
): { label: string; value: string }[] {
  const facts: [label: string, value: string | null][] = [
    ['Taken', labels.taken && `${labels.taken}, by the camera’s clock`],
    ['Camera', photo.camera],
    ['Lens', photo.lens],
    ['Exposure', photo.exposure],
    ['Creator', photo.creator],
    ['Copyright', photo.copyright],
    ['File name', photo.original_name],
    ['Size', `${photo.width} × ${photo.height} pixels, ${bytesLabel(photo.bytes)}`],
    ['Format', photo.format.toUpperCase()],
    ['Stored', labels.stored],
    ['SHA-256', photo.sha256],
  ]
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

/** A photo that leaves the site with a text. */
export interface LeavingPhoto {
  id: string
  slug: string
  alt: string
  /** Storage key of the original, and its extension without the dot. */
  original: { key: string; extension: string }
  /** Path of the largest public rendition; '' if it is private or not made yet. */
  path: string
}

/** Photos that leave with a text, private ones too. */
export async function leavingPhotos(
  { db }: { db: Db },
  { slugs, ids }: { slugs: readonly string[]; ids: readonly string[] },
): Promise<LeavingPhoto[]> {
  const rows = await selectPhotosNamed(db, { slugs, ids })
  const views = await viewsOf(db, rows)
  return rows.map((row, at) => {
    const view = views[at]
    const width = view && renditionFor(view, WIDEST_RENDITION)
    const { id, slug, alt, format } = row
    return {
      ...{ id, slug, alt, original: { key: originalKey(row), extension: originalExtension(format) } },
      path: row.published_at === null || !width ? '' : mediaPath(view, width, 'jpg'),
    }
  })
}
