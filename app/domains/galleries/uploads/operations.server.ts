import { randomBytes } from 'node:crypto'
import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { importPhoto, originalIsStored, type PhotoDeps } from '~/domains/photos/operations.server'
import type { Actor, Person } from '~/platform/auth/actor'
import type { Clock } from '~/platform/clock'
import { type Db, type Tx, transact } from '~/platform/db/database.server'
import { DISK_FULL, isDiskFull } from '~/platform/disk-full'
import { MAX_FILE_BYTES } from '~/platform/imaging/limits'
import { enqueue } from '~/platform/jobs/queue.server'
import { takeLease } from '~/platform/leases.server'
import { type IncomingFiles, incomingFiles, type Where } from '~/platform/storage/incoming-files.server'
import { requestDownloadFiles } from '../downloads/files.server'
import { lockToPlace, lockToPublish, unpublishUnpermitted } from '../releases/publication.server'
import { requestProofs } from '../watermarks/operations.server'
import { placePhoto } from './import.server'
import { type FileToCheck, PEOPLE_ANSWERS, TAKE_UPLOAD, type UploadProgress } from './model'
import {
  countArrived,
  countByState,
  countOpen,
  deleteArriving,
  deleteRefused,
  insertUpload,
  lockGallery,
  moveUpload,
  selectByContent,
  selectFirstPosition,
  selectGallery,
  selectLastPosition,
  selectLastPromised,
  selectRefused,
  selectUnfinished,
  selectUpload,
  type UploadRow,
} from './store.server'
import { readUploadFacts, type UploadFacts } from './upload-files'
import { publishConfirmed } from './website.server'

/** Maximum bytes per file. */
export const MOST_BYTES = MAX_FILE_BYTES

/** Maximum incomplete uploads per person. */
const MOST_OPEN = 100

/** Bytes of disk space that uploads leave free for the database. */
const RESERVE_BYTES = 48 * 1024 * 1024

export interface UploadDeps extends PhotoDeps {
  config: Where['config']
}

/** The bytes of uploads, by their ids. */
export const uploadedFiles = (deps: Pick<UploadDeps, 'config' | 'storage'>): IncomingFiles =>
  incomingFiles(deps)

export type UploadStarted =
  | { ok: true }
  | { ok: false; reason: 'no-gallery' | 'too-large' | 'too-many' | 'disk-full'; sentence: string }

interface Announcement {
  id: string
  galleryId: string
  bytes: number
  metadata: Record<string, string | null | undefined>
}

/** Announces an upload. @returns if not ok, a sentence for the user */
export async function beginUpload(
  deps: UploadDeps & { author: Author },
  given: Announcement,
): Promise<UploadStarted> {
  if (given.bytes > MAX_FILE_BYTES) return refuse('too-large', 'This file is over the 1.2 GB limit.')
  if (!(await isRoomFor(deps, given.bytes))) return refuse('disk-full', DISK_FULL)
  deps.imaging.prepare()
  const facts = readUploadFacts(given.metadata)
  return await transact(deps.db, async (tx) => {
    const gallery = await lockGallery(tx, given.galleryId)
    if (!gallery) return refuse('no-gallery', 'This gallery no longer exists.')
    if ((await countOpen(tx, deps.author.uid)) >= MOST_OPEN)
      return refuse('too-many', 'Too many uploads in progress. Finish or cancel some first.')
    await insertUpload(tx, await newRow({ ...deps, db: tx }, gallery, facts, given))
    return { ok: true }
  })
}

const refuse = (
  reason: Extract<UploadStarted, { ok: false }>['reason'],
  sentence: string,
): UploadStarted => ({
  ok: false,
  reason,
  sentence,
})

/** Whether there is disk space for the file twice: during import, both the upload and the original exist. */
async function isRoomFor(deps: Pick<UploadDeps, 'config' | 'storage'>, bytes: number): Promise<boolean> {
  return (await uploadedFiles(deps).freeBytes()) > 2 * bytes + RESERVE_BYTES
}

/** The row of an announced file; the first of a batch is logged. */
async function newRow(
  { db, clock, author }: { db: Tx; clock: UploadDeps['clock']; author: Author },
  gallery: { id: string; title: string; for_website: number },
  facts: UploadFacts,
  { id, bytes }: { id: string; bytes: number },
): Promise<UploadRow> {
  const people = gallery.for_website === 1 ? facts.people : null
  const begun = await selectFirstPosition(db, gallery.id, facts.batch)
  const first =
    begun ?? 1 + Math.max(await selectLastPosition(db, gallery.id), await selectLastPromised(db, gallery.id))
  if (begun === undefined)
    await recordAction(
      { db, clock, author },
      {
        action: 'photos-uploaded',
        subject: `“${gallery.title}”`,
        changes: people ? [{ field: 'Confirmed', from: '', to: PEOPLE_ANSWERS[people] }] : [],
      },
    )
  const now = clock.now()
  return {
    id,
    gallery_id: gallery.id,
    by_user: author.uid,
    file_name: facts.name,
    folder: facts.folder,
    bytes,
    state: 'arriving',
    refusal: null,
    photo_id: null,
    created_at: now,
    updated_at: now,
    batch: facts.batch,
    position: first + facts.order,
    first_position: first,
    sha256: facts.sha256,
    people,
    confirmed_by: people ? author.name : '',
  }
}

/** Imports a complete file in the same way as an upload. */
export async function bringFile(
  deps: UploadDeps & { author: Author },
  given: Omit<Announcement, 'id' | 'bytes'> & { content: Uint8Array },
): Promise<UploadStarted> {
  const id = newUploadId()
  const begun = await beginUpload(deps, { ...given, id, bytes: given.content.length })
  if (!begun.ok) return begun
  try {
    await uploadedFiles(deps).create(id)
    await uploadedFiles(deps).write(id, 0, pieceOf(given.content))
  } catch (error) {
    await giveUpUpload(deps, { id, galleryId: given.galleryId, by: null })
    if (isDiskFull(error)) return refuse('disk-full', DISK_FULL)
    throw error
  }
  await finishUpload(deps, id)
  return { ok: true }
}

async function* pieceOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}

/** 128 random bits, so that it can't be guessed. */
const newUploadId = () => randomBytes(16).toString('hex')

/** Finds an upload; undefined: unknown or canceled. */
export async function findUpload(
  { db }: { db: Db },
  id: string,
): Promise<{ galleryId: string; bytes: number; isOver: boolean } | undefined> {
  const row = await selectUpload(db, id)
  return row && { galleryId: row.gallery_id, bytes: row.bytes, isOver: row.state !== 'arriving' }
}

/**
 * Marks an upload as complete and queues its import. The bytes on disk are checked, so that it can be called
 * at any time, repeatedly.
 */
export async function finishUpload(deps: UploadDeps, id: string): Promise<void> {
  const row = await selectUpload(deps.db, id)
  if (row?.state !== 'arriving' || !(await isWhole(deps, row))) return
  await transact(deps.db, async (tx) => {
    const now = deps.clock.now()
    if (await moveUpload(tx, id, 'arriving', { state: 'arrived', updated_at: now }))
      await enqueueTaking({ ...deps, db: tx }, id)
  })
}

/** Makes the file durable. @returns whether it is complete */
async function isWhole(deps: UploadDeps, row: UploadRow): Promise<boolean> {
  const files = uploadedFiles(deps)
  if ((await files.find(row.id))?.bytes !== row.bytes) return false
  await files.sync(row.id)
  return true
}

/** Job rank. Someone is waiting for these photos, so they precede those of a bulk import. */
const RANK = 1

export const enqueueTaking = ({ db, clock }: Pick<UploadDeps, 'db' | 'clock'>, id: string): Promise<void> =>
  enqueue(
    { db, clock },
    {
      kind: TAKE_UPLOAD,
      payload: { upload: id },
      uniqueKey: `${TAKE_UPLOAD} ${id}`,
    },
  )

/** Imports an arrived file into the library and its gallery, or records why not. Safe to repeat. */
export async function takeUpload(deps: UploadDeps, id: string): Promise<void> {
  const { db, clock } = deps
  const files = uploadedFiles(deps)
  const row = await selectUpload(db, id)
  if (row?.state === 'arrived') {
    const taken = await files.withFile(id, (file) =>
      importPhoto(deps, {
        file,
        name: row.file_name,
        sha256: row.sha256 ?? undefined,
        rank: RANK,
        alongside: (tx, photo) => place({ db: tx, clock, author: byUpload(row) }, row, photo.id),
      }),
    )
    if (!taken?.ok) await refuseUpload(deps, id, taken?.sentence ?? LOST)
  }
  // Without a row, it's unknown whether the file was imported, so the cleanup handles it.
  if (row && row.state !== 'arriving') await files.delete(id)
}

const LOST = 'The upload was lost on our server. Please upload this file again.'

/** The uploader's account may be deleted by now, so its name isn't read. */
const byUpload = (row: UploadRow): Author => ({ uid: row.by_user, name: 'An upload' })

async function place(
  { db: tx, clock, author }: { db: Tx; clock: Clock; author: Author },
  row: UploadRow,
  photoId: string,
): Promise<void> {
  const placing = { galleryId: row.gallery_id, photoIds: [photoId] }
  await (row.people ? lockToPublish(tx, placing) : lockToPlace(tx, placing))
  // Another worker may have been faster.
  if (
    !(await moveUpload(tx, row.id, 'arrived', { state: 'taken', photo_id: photoId, updated_at: clock.now() }))
  )
    return
  const photo = { photoId, folder: row.folder, fileName: row.file_name }
  const isNew = await placePhoto(tx, { galleryId: row.gallery_id, photo, position: row.position })
  await unpublishUnpermitted({ db: tx, clock, author }, [photoId])
  await publishConfirmed({ db: tx, clock }, row, { photoId, isNew })
  await requestProofs({ db: tx, clock }, row.gallery_id, [photoId])
  await requestDownloadFiles({ db: tx, clock }, row.gallery_id, photoId)
}

export async function refuseUpload(
  { db, clock }: Pick<UploadDeps, 'db' | 'clock'>,
  id: string,
  sentence: string,
): Promise<void> {
  await moveUpload(db, id, 'arrived', { state: 'refused', refusal: sentence, updated_at: clock.now() })
}

/** Gives one request at a time an upload, among all instances. See `takeLease`. */
export const leaseUpload = (
  deps: UploadDeps,
  id: string,
  asked: Parameters<typeof takeLease>[2],
): ReturnType<typeof takeLease> => takeLease(deps, `upload ${id}`, asked)

/** Whose uploads a person may cancel: assistants only their own. @returns an account's id; null: anyone's */
export const endsUploadsOf = ({ uid, role }: Pick<Person, 'uid' | 'role'>): string | null =>
  role === 'owner' ? null : uid

/** Whether someone may cancel this upload. */
export async function mayGiveUp(
  { db }: { db: Db },
  { id, author }: { id: string; author: Pick<Person, 'uid' | 'role'> },
): Promise<boolean> {
  const whose = endsUploadsOf(author)
  return whose === null || (await selectUpload(db, id))?.by_user === whose
}

/**
 * Cancels an upload and deletes its file, unless it is complete or belongs to another gallery.
 * @param by only uploads of this account; null: of anyone
 */
export async function giveUpUpload(
  deps: Pick<UploadDeps, 'db' | 'config' | 'storage'>,
  { id, galleryId, by }: { id: string; galleryId: string; by: string | null },
): Promise<void> {
  if (await deleteArriving(deps.db, { id, galleryId, by })) await uploadedFiles(deps).delete(id)
}

/**
 * Which of these files need no upload: they are in the gallery, or in the library and are added to the
 * gallery now.
 * @returns their checksums
 */
export async function takeKnownFiles(
  deps: UploadDeps & { author: Author },
  { galleryId, files, batch }: { galleryId: string; files: FileToCheck[]; batch: string },
): Promise<string[]> {
  const { db, clock, author } = deps
  const found = await selectByContent(
    db,
    galleryId,
    files.map(({ sha256 }) => sha256),
  )
  const there: string[] = []
  for (const photo of found) {
    // A failed photo is processed again when its file is uploaded again.
    if (photo.state === 'failed' || !(await originalIsStored(deps, photo))) continue
    const file = files.find(({ sha256 }) => sha256 === photo.sha256)
    if (!photo.itemId && file)
      await transact(db, async (tx) => {
        const gallery = await selectGallery(tx, galleryId)
        if (!gallery) return
        const facts = readUploadFacts({ ...file, order: String(file.order), batch })
        const announced = { id: newUploadId(), bytes: photo.bytes }
        const row = await newRow({ db: tx, clock, author }, gallery, facts, announced)
        await insertUpload(tx, { ...row, state: 'arrived' })
        await place({ db: tx, clock, author }, row, photo.id)
      })
    there.push(photo.sha256)
  }
  return there
}

/** The state of a gallery's uploads for a viewer; undefined: no such gallery. */
export async function watchUploads(
  { db, actor }: { db: Db; actor: Actor },
  galleryId: string,
): Promise<UploadProgress | undefined> {
  if (!(await selectGallery(db, galleryId))) return undefined
  const [states, arrived, unfinished, refused] = await Promise.all([
    countByState(db, galleryId),
    countArrived(db, galleryId),
    selectUnfinished(db, galleryId),
    selectRefused(db, galleryId),
  ])
  const { ready = 0, processing = 0, failed = 0 } = states
  const whose = actor.kind === 'person' ? endsUploadsOf(actor) : ''
  const shown = <Upload extends { byUser: string }>({ byUser, ...upload }: Upload) => ({
    ...upload,
    mayEnd: whose === null || whose === byUser,
  })
  return {
    ...{ total: ready + processing + failed, developed: ready, failed, arrived },
    ...{ unfinished: unfinished.map(shown), refused: refused.map(shown) },
  }
}

/** Deletes the rows of refused files, after they were read. */
export const dismissRefused = (
  { db, author }: { db: Db; author: Pick<Person, 'uid' | 'role'> },
  galleryId: string,
): Promise<void> => deleteRefused(db, { galleryId, by: endsUploadsOf(author) })
