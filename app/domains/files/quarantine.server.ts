import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { takeBackFile } from '~/domains/galleries/downloads/files.server'
import { THUMBNAIL_WIDTH } from '~/domains/photos/model'
import { importPhoto, type PhotoDeps } from '~/domains/photos/operations.server'
import { ORIGINAL_FILES } from '~/domains/photos/photo-files.server'
import { originalExtension } from '~/domains/photos/stored-files'
import { bytesLabel } from '~/platform/bytes-label'
import type { Db } from '~/platform/db/database.server'
import { inventoryOf } from '~/platform/storage/model'
import type { Storage } from '~/platform/storage/storage.server'
import { dateOf, longDate } from '~/platform/time'
import {
  DAY_MS,
  deletedAfter,
  KEPT_DAYS,
  QUARANTINE,
  type QuarantinedPhoto,
  type QuarantineKey,
  type QuarantinePage,
  readQuarantineKey,
} from './model'
import { endStop, listStops, mayTake, type StoppingDeps } from './stopped-cleanups.server'
import { deleteRemoved, deleteRemovedBefore, selectRemoved, selectRun, selectSlug } from './store.server'

const PAGE_SIZE = 24

type QuarantinedFile = QuarantineKey & { key: string; size: number }

/** Photos in quarantine, soonest deletion first. @param page from 0 */
export async function listQuarantine(
  { db, storage }: { db: Db; storage: Storage },
  page: number,
): Promise<QuarantinePage> {
  const photos = [...Map.groupBy(await quarantinedFiles(storage), ({ photo }) => photo).entries()]
  const shown = photos.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)
  const names = await selectRemoved(
    db,
    shown.map(([photo]) => photo),
  )
  return {
    photos: shown.map(([photo, files]) => entryOf(photo, files, names.get(photo)?.original_name)),
    total: photos.length,
    next: photos.length > (page + 1) * PAGE_SIZE ? page + 1 : null,
  }
}

const NAMES = { original: 'Original', upload: 'Upload', print: 'Print size', web: 'Web size' }

function entryOf(photo: string, files: QuarantinedFile[], name: string | undefined): QuarantinedPhoto {
  const dates = files.map(({ date }) => date).toSorted()
  const [first = ''] = dates
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return {
    photo,
    name: name ?? `Photo ${photo.slice(0, 8)}`,
    files: `${[...new Set(files.map(({ what }) => NAMES[what]))].join(', ')}, ${bytesLabel(bytes)}`,
    bytes,
    moved: longDate(first),
    until: longDate(dateOf(deletedAfter(first), 'UTC')),
  }
}

/** An unchanged file as it was uploaded. */
const isOriginal = ({ what }: Pick<QuarantineKey, 'what'>) => what === 'original' || what === 'upload'

/** Originals first. @param photo limits them to one photo */
async function quarantinedFiles(storage: Storage, photo?: string): Promise<QuarantinedFile[]> {
  const found: QuarantinedFile[] = []
  for await (const files of inventoryOf(storage, QUARANTINE))
    for (const { key, size } of files) {
      const read = readQuarantineKey(key)
      if (read && (photo === undefined || read.photo === photo)) found.push({ ...read, key, size })
    }
  const rank = ({ date, what }: QuarantinedFile) => `${date} ${isOriginal({ what }) ? 0 : 1}`
  return found.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
}

/** A thumbnail of a photo in quarantine. @returns a JPEG; undefined if not found */
export async function previewQuarantined(
  { storage, imaging }: Pick<PhotoDeps, 'storage' | 'imaging'>,
  photo: string,
): Promise<Uint8Array | undefined> {
  const [file] = await quarantinedFiles(storage, photo)
  const inspected =
    file &&
    (await storage.withFile(file.key, (path) =>
      imaging.inspect(path, { thumbWidth: THUMBNAIL_WIDTH, isStored: true }),
    ))
  return inspected?.ok ? inspected.thumbnail?.data : undefined
}

export type PhotoRestored =
  | { ok: true; slug: string }
  | { ok: false; reason: 'gone' }
  /** Only derived files are in quarantine, and the library doesn't have the photo. */
  | { ok: false; reason: 'no-original' }
  | { ok: false; reason: 'refused'; sentence: string }

/** Restores a photo from quarantine like an import, with its former name and its download files. */
export async function restoreQuarantined(
  deps: PhotoDeps & { author: Author },
  photo: string,
): Promise<PhotoRestored> {
  const { db, storage } = deps
  const files = await quarantinedFiles(storage, photo)
  if (files.length === 0) return { ok: false, reason: 'gone' }
  const slug = await restoreOriginal(deps, photo, files)
  if (typeof slug !== 'string') return slug
  for (const { key, what, recipe } of files)
    if (
      what === 'original' ||
      what === 'upload' ||
      (await takeBackFile(deps, { sha256: photo, size: what, recipe, from: key }))
    )
      await storage.delete(key)
  await deleteRemoved(db, photo)
  return { ok: true, slug }
}

/** @returns the restored photo's slug */
async function restoreOriginal(
  { author, ...deps }: PhotoDeps & { author: Author },
  photo: string,
  files: QuarantinedFile[],
): Promise<string | Extract<PhotoRestored, { ok: false }>> {
  const { db, storage, clock } = deps
  const original = files.find(isOriginal)
  if (!original) return (await selectSlug(db, photo)) ?? { ok: false, reason: 'no-original' }
  const removed = (await selectRemoved(db, [photo])).get(photo)
  const imported = await storage.withFile(original.key, async (file) => {
    const name = removed?.original_name ?? (await nameOf(deps, original, file))
    return await importPhoto(deps, {
      ...{ file, name, sha256: photo, wasStored: original.what === 'original' },
      ...(removed ? { title: removed.title, alt: removed.alt } : {}),
      alongside: (tx) => recordAction({ db: tx, clock, author }, { action: 'photo-restored', subject: name }),
    })
  })
  if (!imported) return { ok: false, reason: 'gone' }
  return imported.ok ? imported.photo.slug : { ok: false, reason: 'refused', sentence: imported.sentence }
}

/** A generated file name, such as photo-1a2b3c4d.jpg. */
async function nameOf(
  { imaging }: Pick<PhotoDeps, 'imaging'>,
  { key, photo, what }: QuarantinedFile,
  file: string,
): Promise<string> {
  if (what === 'original') return key.slice(key.lastIndexOf('/') + 1)
  const inspected = await imaging.inspect(file, { thumbWidth: THUMBNAIL_WIDTH })
  const ending = inspected.ok ? `.${originalExtension(inspected.photo.format)}` : ''
  return `photo-${photo.slice(0, 8)}${ending}`
}

/**
 * Restores originals of photos in the library from quarantine. They are missing after a newer database was
 * restored, or if a file was quarantined by mistake.
 * @param keys of missing originals
 * @returns keys of those that aren't in quarantine
 */
export async function restoreLost(
  { storage }: { storage: Storage },
  keys: readonly string[],
): Promise<string[]> {
  const missing = new Set(keys)
  for await (const files of inventoryOf(storage, QUARANTINE))
    for (const { key } of files) {
      const read = readQuarantineKey(key)
      if (!read || !missing.has(read.original) || (await storage.exists(read.original))) continue
      const isBack = await storage.withFile(key, (file) => storage.putFile(read.original, file, read.photo))
      if (!isBack) continue
      await storage.delete(key)
      missing.delete(read.original)
    }
  return [...missing]
}

/**
 * Deletes expired files from quarantine, unless they are too many at once. Only this deletes originals.
 * @returns how many
 */
export async function expireQuarantine(deps: StoppingDeps & { storage: Storage }): Promise<number> {
  const { db, clock, storage } = deps
  const now = clock.now()
  const expired: string[] = []
  for await (const files of inventoryOf(storage, QUARANTINE)) {
    // Keys begin with dates, so all later ones are younger.
    const over = files.filter(({ key }) => isOver(key, now))
    expired.push(...over.map(({ key }) => key))
    if (over.length < files.length) break
  }
  if (expired.length > 0) {
    const total = ((await ORIGINAL_FILES.count?.(db)) ?? 0) + expired.length
    const allowed = (await selectRun(db, QUARANTINE))?.allowed ?? null
    if (!(await mayTake(deps, { prefix: QUARANTINE, found: expired.length, total, allowed }))) return 0
    for (const key of expired) await storage.delete(key)
    deps.log.warn({ deleted: expired.length }, 'files were deleted after 30 days in quarantine')
  }
  await endStop(deps, QUARANTINE)
  // While a cleanup is stopped, more files may be quarantined.
  if ((await listStops(deps)).length === 0) await deleteRemovedBefore(db, now - (KEPT_DAYS + 3) * DAY_MS)
  return expired.length
}

/** Whether a quarantined file has expired. Files from elsewhere never do. */
function isOver(key: string, now: number): boolean {
  const read = readQuarantineKey(key)
  return read !== undefined && now >= deletedAfter(read.date)
}
