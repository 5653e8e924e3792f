import { transact } from '~/platform/db/database.server'
import { enqueueAll } from '~/platform/jobs/queue.server'
import type { FileKind, KnownFile } from '~/platform/storage/file-kinds.server'
import type { PhotoDeps } from './operations.server'
import { renditionJobs } from './photo-jobs'
import { checkPhoto, requestCheck } from './safety.server'
import {
  countOriginals,
  deleteRendition,
  findPhotoByContent,
  findPhotoByMedia,
  type PhotoRow,
  selectCheck,
  selectMediaHashes,
  selectOriginals,
  selectRenditions,
  selectRenditionsByMedia,
  setPhotoState,
} from './store.server'
import { hexIn, originalKey, PAIRS, renditionKey } from './stored-files'

/** Uploaded files of the library and of clients' answers, which can't be regenerated. */
export const ORIGINAL_FILES: FileKind = {
  prefix: 'originals/',
  depth: 1,
  async *known(db, folder) {
    for await (const rows of selectOriginals(db, hexIn(folder)))
      yield rows.map((row) => ({ key: originalKey(row), size: row.bytes, sha256: row.sha256 }))
  },
  count: countOriginals,
  folders: async () => PAIRS.map((pair) => `originals/${pair}/`),
}

/** Renditions, made from the originals. */
export const RENDITION_FILES: FileKind = {
  prefix: 'renditions/',
  depth: 2,
  async *known(db, folder) {
    for await (const rows of selectRenditionsByMedia(db, hexIn(folder)))
      yield rows
        .map(
          (row): KnownFile => ({
            ...{ key: renditionKey(row.media, row.width, row.format), size: row.bytes },
            sha256: row.sha256,
          }),
        )
        .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  },
  folders: async (db, folder) => {
    const pair = hexIn(folder)
    if (pair === '') return PAIRS.map((each) => `renditions/${each}/`)
    return (await selectMediaHashes(db, pair)).map((media) => `renditions/${pair}/${media}/`)
  },
}

/**
 * Records which originals are missing or damaged, for the Studio.
 * @param keys of files that are missing, or have another size, in a listing
 * @returns names of photos that weren't recorded as such before
 */
export async function noteLostOriginals(deps: PhotoDeps, keys: readonly string[]): Promise<string[]> {
  const names: string[] = []
  for (const key of keys) {
    const photo = await findPhotoByContent(deps.db, /([0-9a-f]{64})\./.exec(key)?.[1] ?? '')
    // It may have been stored since the listing.
    if (!photo || (await deps.storage.size(originalKey(photo))) === photo.bytes) continue
    if (await isNewlyLost(deps, photo)) names.push(photo.original_name)
  }
  return names
}

async function isNewlyLost(deps: PhotoDeps, { id }: PhotoRow): Promise<boolean> {
  const known = (await selectCheck(deps.db, id))?.points ?? '[]'
  await checkPhoto(deps, { photoId: id })
  const isFaulty = (JSON.parse(known) as { outcome?: string }[]).some(({ outcome }) => outcome === 'faulty')
  return !isFaulty
}

/** Queues a check of the photos with these originals, which may have been recorded as missing or damaged. */
export async function recheckOriginals(
  deps: Pick<PhotoDeps, 'db' | 'clock'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    const photo = await findPhotoByContent(deps.db, /([0-9a-f]{64})\./.exec(key)?.[1] ?? '')
    if (photo) await requestCheck(deps, photo.slug)
  }
}

/**
 * Queues missing or damaged renditions in these folders.
 * @param folders each of one photo
 * @returns those of unfinished photos, to check again later
 */
export async function remakeRenditions(deps: PhotoDeps, folders: readonly string[]): Promise<string[]> {
  const later: string[] = []
  for (const folder of folders) {
    const photo = await findPhotoByMedia(deps.db, folder.split('/')[2] ?? '')
    if (photo?.state === 'processing') later.push(folder)
    if (photo?.state === 'ready' && (await deps.storage.exists(originalKey(photo)))) await remake(deps, photo)
  }
  return later
}

async function remake({ db, clock, storage }: PhotoDeps, photo: PhotoRow): Promise<void> {
  const rows = await selectRenditions(db, photo.id)
  const sizes = await Promise.all(
    rows.map(({ width, format }) => storage.size(renditionKey(photo.media_hash, width, format))),
  )
  const lost = rows.filter(({ bytes }, at) => sizes[at] !== bytes)
  if (lost.length === 0) return
  await transact(db, async (tx) => {
    for (const row of lost) await deleteRendition(tx, row)
    await setPhotoState(tx, photo.id, 'processing')
    await enqueueAll({ db: tx, clock }, renditionJobs(photo))
  })
}
