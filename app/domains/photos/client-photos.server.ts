import type { Clock } from '~/platform/clock'
import type { Db, Tx } from '~/platform/db/database.server'
import { hashFile, newId } from '~/platform/ids.server'
import type { WorkerFailure } from '~/platform/imaging/imaging.server'
import type { InspectedPhoto, Refusal } from '~/platform/imaging/protocol'
import { checkFolders } from '~/platform/storage/file-kinds.server'
import {
  type ClientPhotoRow,
  deleteClientPhotos,
  insertClientPhoto,
  lockClientPhotos,
  selectClientPhoto,
  selectClientPhotos,
} from './client-photo-store.server'
import { CLIENT_PHOTOS_MAX, type ClientPhoto } from './client-photos'
import { THUMBNAIL_WIDTH } from './model'
import type { PhotoDeps } from './operations.server'
import { cleanFileName } from './photo-name'
import { originalKey } from './stored-files'

/** A photo whose file is stored, but that has no row yet. */
export interface StoredClientPhoto extends Pick<InspectedPhoto, 'format' | 'bytes' | 'width' | 'height'> {
  sha256: string
  name: string
}

/**
 * Checks a file like every other upload, and stores it as an original. Until it has a row it's a stray file, which
 * goes to quarantine a day later.
 */
export async function storeClientPhoto(
  { storage, imaging }: Pick<PhotoDeps, 'storage' | 'imaging'>,
  { file, name }: { file: string; name: string },
): Promise<{ ok: true; photo: StoredClientPhoto } | Refusal | WorkerFailure> {
  const inspected = await imaging.inspect(file)
  if (!inspected.ok) return inspected
  const { format, bytes, width, height } = inspected.photo
  const sha256 = await hashFile(file)
  if (!(await storage.putFile(originalKey({ sha256, format }), file, sha256)))
    throw new Error('An uploaded file changed while it was stored.')
  return { ok: true, photo: { ...{ format, bytes, width, height, sha256 }, name: cleanFileName(name) } }
}

export interface PhotosChanged {
  isChanged: boolean
  /** Those of `added` for which the answer has no more room. */
  leftOut: StoredClientPhoto[]
  /** Nothing was removed, since the answer would have no photo left. */
  isKept: boolean
}

/**
 * Adds stored photos to an answer, and removes others of it. A photo that the answer has already isn't added again.
 * @param change.keepsOne whether the answer has to keep a photo
 */
export async function changeClientPhotos(
  { db: tx, clock }: { db: Tx; clock: Clock },
  bookingId: string,
  change: { question: string; added: StoredClientPhoto[]; removed: string[]; keepsOne: boolean },
): Promise<PhotosChanged> {
  const { question } = change
  await lockClientPhotos(tx, bookingId)
  const before = (await selectClientPhotos(tx, [bookingId])).filter((each) => each.question === question)
  const asked = before.filter(({ id }) => change.removed.includes(id))
  const isKept =
    change.keepsOne && asked.length > 0 && asked.length === before.length && change.added.length === 0
  const gone = isKept ? [] : asked
  await forget({ db: tx, clock }, gone)
  const contents = new Set(before.filter((each) => !gone.includes(each)).map(({ sha256 }) => sha256))
  const changed: PhotosChanged = { isChanged: gone.length > 0, leftOut: [], isKept }
  for (const photo of change.added) {
    if (contents.has(photo.sha256)) continue
    if (contents.size >= CLIENT_PHOTOS_MAX) {
      changed.leftOut.push(photo)
      continue
    }
    contents.add(photo.sha256)
    const { name, ...file } = photo
    const row = { id: newId(), booking_id: bookingId, question, original_name: name, ...file }
    await insertClientPhoto(tx, { ...row, created_at: clock.now() })
    changed.isChanged = true
  }
  return changed
}

/** Forgets all photos of bookings that are deleted in this transaction. Their files then go to quarantine. */
export async function forgetClientPhotos(
  deps: { db: Tx; clock: Clock },
  bookingIds: string[],
): Promise<void> {
  await forget(deps, await selectClientPhotos(deps.db, bookingIds))
}

async function forget({ db: tx, clock }: { db: Tx; clock: Clock }, rows: ClientPhotoRow[]): Promise<void> {
  if (rows.length === 0) return
  const folders = rows.map(({ sha256 }) => `originals/${sha256.slice(0, 2)}/`)
  await checkFolders(tx, folders, clock.now())
  await deleteClientPhotos(
    tx,
    rows.map(({ id }) => id),
  )
}

/** Photos of a booking, oldest first. */
export const listClientPhotos = async ({ db }: { db: Db }, bookingId: string): Promise<ClientPhoto[]> =>
  (await selectClientPhotos(db, [bookingId])).map(
    ({ id, question, original_name, bytes, width, height }) => ({
      ...{ id, question, name: original_name, bytes: Number(bytes), width, height },
    }),
  )

interface Asked {
  bookingId: string
  id: string
}

/** A small picture of a client's photo. @returns a JPEG; undefined if not found */
export async function previewClientPhoto(
  { db, storage, imaging }: Pick<PhotoDeps, 'db' | 'storage' | 'imaging'>,
  asked: Asked,
): Promise<Uint8Array | undefined> {
  const row = await selectClientPhoto(db, asked)
  const inspected =
    row &&
    (await storage.withFile(originalKey(row), (path) =>
      imaging.inspect(path, { thumbWidth: THUMBNAIL_WIDTH, isStored: true }),
    ))
  return inspected?.ok ? inspected.thumbnail?.data : undefined
}

/** The file as the client sent it; undefined if not found. */
export async function openClientPhoto({ db, storage }: Pick<PhotoDeps, 'db' | 'storage'>, asked: Asked) {
  const row = await selectClientPhoto(db, asked)
  const file = row && (await storage.open(originalKey(row)))
  return file && { name: row.original_name, type: `image/${row.format}`, file }
}
