import { stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { indexTerms } from '~/platform/db/search-terms.server'
import { hashFile, sha256 as hashText, newId } from '~/platform/ids.server'
import type { Imaging, WorkerFailure } from '~/platform/imaging/imaging.server'
import { fileTooLarge, MAX_FILE_BYTES } from '~/platform/imaging/limits'
import type { InspectedPhoto, Refusal, RenderedFile } from '~/platform/imaging/protocol'
import { RENDITION_RECIPE, type RenditionFormat } from '~/platform/imaging/recipe'
import { enqueueAll } from '~/platform/jobs/queue.server'
import type { Logger } from '~/platform/logging.server'
import { slugCandidates, slugFrom } from '~/platform/slug'
import type { Storage, StoredFile } from '~/platform/storage/storage.server'
import { type PhotoView, THUMBNAIL_WIDTH } from './model'
import { renditionJobs } from './photo-jobs'
import { cleanFileName, slugFromFileName, titleFromFileName } from './photo-name'
import {
  findPhotoByContent,
  findRenditionRow,
  hasProcessing,
  insertPhoto,
  insertRenditions,
  type PhotoRow,
  photoViews,
  searchTexts,
  setNoRecognizablePeople,
  setPhotoState,
  publishPhotos as setPublished,
  withdrawPhotos,
} from './store.server'
import { originalKey, renditionKey } from './stored-files'

export interface PhotoDeps {
  db: Db
  storage: Storage
  clock: Clock
  log: Logger
  imaging: Imaging
}

export interface NewPhoto {
  /** Path of a local file, which is copied. */
  file: string
  /** The uploaded file's name. */
  name: string
  title?: string
  alt?: string
  /** 0 to 1 from the left and from the top. */
  focal?: { x: number; y: number }
  /** Gets a number if it is taken. */
  slug?: string
  /** Order of rendering: 0 first. */
  rank?: number
  /** Expected SHA-256 of the content, hexadecimal. */
  sha256?: string | undefined
  /** The photo was in the library before, so it is accepted even if uploads of its shape are refused now. */
  wasStored?: boolean
  /** Runs in the transaction in which the photo's row is written or found. */
  alongside?: (tx: Tx, photo: { id: string }) => Promise<void>
}

export type ImportedPhoto =
  | { ok: true; photo: { id: string; slug: string; width: number; height: number }; known: boolean }
  | Refusal
  | WorkerFailure

/**
 * Imports a photo. The same bytes are the same photo, even under simultaneous imports. Its thumbnail is stored
 * with it. Jobs that are queued in the same transaction make the other renditions.
 */
export async function importPhoto(deps: PhotoDeps, given: NewPhoto): Promise<ImportedPhoto> {
  const { db, storage, imaging } = deps
  // Before the checksum, which takes long for a file of many gigabytes.
  if ((await stat(given.file)).size > MAX_FILE_BYTES) return fileTooLarge()
  const sha256 = await hashFile(given.file)
  if (given.sha256 !== undefined && given.sha256 !== sha256) return damaged()
  const known = await findPhotoByContent(db, sha256)
  if (known) return await retryKnown(deps, given, known)

  const inspected = await imaging.inspect(given.file, {
    thumbWidth: THUMBNAIL_WIDTH,
    isStored: given.wasStored === true,
  })
  if (!inspected.ok) return inspected
  const { photo, thumbnail } = inspected
  const made = thumbnail ? [thumbnail] : []
  if (!(await storage.putFile(originalKey({ sha256, format: photo.format }), given.file, sha256)))
    return {
      ok: false,
      reason: 'broken',
      sentence: 'The file changed while we read it. Try again when it’s finished.',
    }
  const row = toRow(deps, given, photo, sha256)
  await storeRenditions(storage, row, made)
  return await transact(db, async (tx) => {
    for (const slug of slugsFor(given, sha256)) {
      if (!(await insertPhoto(tx, { ...row, slug }))) {
        const twin = await findPhotoByContent(tx, sha256)
        if (!twin) continue
        await given.alongside?.(tx, twin)
        return { ok: true as const, photo: twin, known: true }
      }
      await recordRenditions({ db: tx, clock: deps.clock }, row, made)
      await indexTerms(tx, 'photo', row.id, searchTexts({ ...row, slug }))
      await enqueueAll({ db: tx, clock: deps.clock }, renditionJobs(row, given.rank))
      await given.alongside?.(tx, row)
      return { ok: true as const, photo: { ...row, slug }, known: false }
    }
    throw new Error(`No slug is free for photo ${sha256}`)
  })
}

const damaged = (): Refusal => ({
  ok: false,
  reason: 'broken',
  sentence: 'The file didn’t arrive intact. Upload it again.',
})

/** A failed photo, or one whose file was lost, is processed again when it is imported again. */
async function retryKnown(deps: PhotoDeps, given: NewPhoto, photo: PhotoRow): Promise<ImportedPhoto> {
  const { db, storage, clock } = deps
  const key = originalKey(photo)
  if (!(await storage.exists(key))) await storage.putFile(key, given.file, photo.sha256)
  await transact(db, async (tx) => {
    if (photo.state === 'failed') {
      await setPhotoState(tx, photo.id, 'processing')
      await enqueueAll({ db: tx, clock }, renditionJobs(photo, given.rank))
    }
    await given.alongside?.(tx, photo)
  })
  return { ok: true, photo, known: true }
}

/** Whether a photo's original is stored. */
export const originalIsStored = (
  { storage }: Pick<PhotoDeps, 'storage'>,
  photo: { sha256: string; format: string },
): Promise<boolean> => storage.exists(originalKey(photo))

/** Whether the library has a photo with this content (SHA-256, hexadecimal), and its original is stored. */
export async function hasContent(
  { db, storage }: Pick<PhotoDeps, 'db' | 'storage'>,
  sha256: string,
): Promise<boolean> {
  const photo = await findPhotoByContent(db, sha256)
  return photo !== undefined && (await originalIsStored({ storage }, photo))
}

function slugsFor(given: NewPhoto, sha256: string): Iterable<string> {
  const short = sha256.slice(0, 8)
  const slug = (given.slug ? slugFrom(given.slug) : slugFromFileName(given.name)) ?? `photo-${short}`
  return slugCandidates(slug, short, sha256)
}

function toRow(deps: PhotoDeps, given: NewPhoto, photo: InspectedPhoto, sha256: string): PhotoRow {
  const title = given.title ?? photo.title ?? titleFromFileName(given.name)
  return {
    id: newId(),
    slug: '',
    sha256,
    media_hash: mediaHash(sha256),
    original_name: cleanFileName(given.name),
    format: photo.format,
    bytes: photo.bytes,
    width: photo.width,
    height: photo.height,
    tone: photo.tone,
    placeholder: photo.placeholder,
    title,
    alt: given.alt ?? photo.description ?? title,
    focal_x: share(given.focal?.x),
    focal_y: share(given.focal?.y),
    camera: photo.camera,
    lens: photo.lens,
    exposure: photo.exposure,
    captured_at: photo.capturedAt,
    creator: photo.creator,
    copyright: photo.copyright,
    had_gps: photo.hadGps ? 1 : 0,
    source_profile: photo.profile,
    state: 'processing',
    failure: null,
    created_at: deps.clock.now(),
    version: 1,
    published_at: null,
    no_recognizable_people: 0,
  }
}

/**
 * Part of a photo's addresses. Changes with the original or the recipe, so that renditions can be cached
 * forever.
 */
export const mediaHash = (sha256: string): string => hashText(sha256 + RENDITION_RECIPE).slice(0, 20)

const share = (value: number | undefined): number =>
  value !== undefined && Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0.5

/** Publishes photos, in the transaction that shows them. The caller checks releases. */
export const publishPhotos = (
  { db, clock }: Pick<PhotoDeps, 'db' | 'clock'>,
  photoIds: readonly string[],
): Promise<void> => setPublished(db, photoIds, clock.now())

/** Marks photos as showing no recognizable people. @returns those that weren't marked before */
export const markNoRecognizablePeople = (
  { db }: { db: Db },
  photoIds: readonly string[],
  noRecognizablePeople: boolean,
): Promise<{ id: string; title: string; isPublished: boolean }[]> =>
  setNoRecognizablePeople(db, photoIds, noRecognizablePeople)

/** Hides photos from visitors: on every page, and at the addresses of their renditions. */
export const unpublishPhotos = ({ db }: { db: Db }, photoIds: readonly string[]): Promise<void> =>
  withdrawPhotos(db, photoIds)

/**
 * Published photos by slug. Unknown slugs are absent, including names of object properties such as
 * `constructor`, which someone may type.
 */
export async function photosBySlug(
  { db }: { db: Db },
  slugs: readonly string[],
): Promise<Record<string, PhotoView>> {
  const views = await photoViews(db, 'slug', slugs)
  return Object.assign(Object.create(null), Object.fromEntries(views.map((view) => [view.slug, view])))
}

/** Whether any of these photos may still get its first rendition. A failed one doesn't. */
export const isAnyProcessing = (
  { db }: { db: Db },
  photos: Iterable<Pick<PhotoView, 'id' | 'widths'>>,
): Promise<boolean> =>
  hasProcessing(
    db,
    [...photos].filter(({ widths }) => widths.length === 0).map(({ id }) => id),
  )

/** Published photos by id. */
export async function photosById(
  { db }: { db: Db },
  ids: readonly string[],
): Promise<Map<string, PhotoView>> {
  const views = await photoViews(db, 'id', ids)
  return new Map(views.map((view) => [view.id, view]))
}

/**
 * Photos by id, including unpublished ones, for a gallery that the person may open. They are served at the
 * gallery's address.
 */
export async function privatePhotosById(
  { db }: { db: Db },
  ids: readonly string[],
): Promise<Map<string, PhotoView>> {
  const views = await photoViews(db, 'id', ids, { withPrivate: true })
  return new Map(views.map((view) => [view.id, view]))
}

/** A finished rendition and its file. */
export async function openRendition(
  { db, storage }: { db: Db; storage: Storage },
  { media, width, format }: { media: string; width: number; format: RenditionFormat },
): Promise<OpenRendition | undefined> {
  const row = await findRenditionRow(db, media, width, format)
  if (!row) return undefined
  const key = renditionKey(media, width, format)
  return { ...row, open: (range) => storage.open(key, range) }
}

const RENDITION = /^\/media\/([0-9a-f]{20})\/([1-9][0-9]{0,4})\.jpg$/

/** The JPEG at a path from `mediaPath`, to attach to an email; undefined if visitors may not see it. */
export async function readPublishedPhoto(
  deps: { db: Db; storage: Storage },
  path: string,
): Promise<Uint8Array | undefined> {
  const [, media, width] = RENDITION.exec(path) ?? []
  const rendition = media
    ? await openRendition(deps, { media, width: Number(width), format: 'jpg' })
    : undefined
  const file = rendition?.isPublished ? await rendition.open() : undefined
  return file && new Uint8Array(await buffer(file.stream()))
}

export interface OpenRendition {
  /** Whether visitors may see it. */
  isPublished: boolean
  bytes: number
  /** Hexadecimal. */
  sha256: string
  /** @param range first and last byte, inclusive @returns undefined if the file is missing */
  open(range?: { start: number; end: number }): Promise<StoredFile | undefined>
}

/** Stores files before their rows, since a row means that its file exists. */
export async function storeRenditions(
  storage: Storage,
  photo: { media_hash: string },
  renditions: RenderedFile[],
): Promise<void> {
  for (const { width, format, data } of renditions)
    await storage.put(renditionKey(photo.media_hash, width, format), data)
}

/** Records stored renditions. Existing rows stay. */
export const recordRenditions = (
  { db, clock }: { db: Db; clock: Clock },
  photo: { id: string },
  renditions: RenderedFile[],
): Promise<void> =>
  insertRenditions(
    db,
    renditions.map(({ format, width, height, data, sha256 }) => ({
      photo_id: photo.id,
      format,
      width,
      height,
      bytes: data.byteLength,
      sha256,
      created_at: clock.now(),
    })),
  )
