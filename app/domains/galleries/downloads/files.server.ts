import { z } from 'zod'
import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import type { Settings } from '~/domains/content/model'
import { readSettings } from '~/domains/content/operations.server'
import { queueMail } from '~/domains/outbox/operations.server'
import { downloadFileKey, hexIn, originalKey } from '~/domains/photos/stored-files'
import type { Clock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { type Db, transact } from '~/platform/db/database.server'
import { unlessDiskFull } from '~/platform/disk-full'
import type { Imaging } from '~/platform/imaging/imaging.server'
import type { DownloadSizes, FileSums, Rights } from '~/platform/imaging/protocol'
import { enqueue, enqueueAll, isJobWaiting } from '~/platform/jobs/queue.server'
import type { Logger } from '~/platform/logging.server'
import { emailBrandingOf } from '~/platform/mail/email-branding'
import type { FileKind } from '~/platform/storage/file-kinds.server'
import type { FileFault } from '~/platform/storage/joined-files.server'
import type { Storage } from '~/platform/storage/storage.server'
import { momentLabel } from '~/platform/time'
import { DOWNLOAD_SIZES, type DownloadSize } from '../access/model'
import { faultEmail } from './emails.server'
import {
  countMadeFiles,
  deleteFaults,
  deleteFaultsOfGallery,
  deleteFile,
  type FaultyGallery,
  insertFault,
  isOtherFaultSince,
  type MadeFrom,
  selectFaults,
  selectFaulty,
  selectFaultyGalleries,
  selectFaultyPhotos,
  selectMadeFile,
  selectMadeFiles,
  selectMadeSizes,
  selectPhoto,
  selectPhotoByContent,
  selectTitle,
  selectUnmade,
  upsertFiles,
} from './files-store.server'
import { DOWNLOAD_RECIPE, MADE_SIZES } from './model'

export const MAKE_DOWNLOAD_FILES = 'make-download-files'

export const makeDownloadFilesSchema = z.object({
  photoId: z.string(),
  sizes: z.array(z.enum(DOWNLOAD_SIZES)).min(1),
})

export type MakeDownloadFiles = z.infer<typeof makeDownloadFilesSchema>

/** After all renditions, which pages need. */
const PRIORITY = -1_000_000

export const downloadFileJob = (photoId: string, sizes: readonly DownloadSize[]) => ({
  kind: MAKE_DOWNLOAD_FILES,
  payload: { photoId, sizes: [...sizes] } satisfies MakeDownloadFiles,
  priority: PRIORITY,
  uniqueKey: `${MAKE_DOWNLOAD_FILES} ${photoId} ${sizes.join(' ')}`,
})

/**
 * Queues jobs for missing download files. Call it in the transaction that publishes a gallery, changes its
 * sizes, or adds photos to a published gallery.
 * @param galleryId without it, all open galleries
 * @param photoId without it, all photos of the gallery
 */
export async function requestDownloadFiles(
  { db, clock }: { db: Db; clock: Clock },
  galleryId?: string,
  photoId?: string,
): Promise<void> {
  const unmade = await selectUnmade(db, galleryId, photoId)
  await enqueueAll(
    { db, clock },
    unmade.map(({ photoId, sizes }) => downloadFileJob(photoId, sizes)),
  )
}

/** The same for a page view, which must not write each time, and has to work on a full disk. */
export async function requestUnlessMaking(deps: { db: Db; clock: Clock }, galleryId: string): Promise<void> {
  if (await isJobWaiting(deps.db, MAKE_DOWNLOAD_FILES)) return
  await unlessDiskFull(requestDownloadFiles(deps, galleryId))
}

/** Tries all missing files again, after the studio has fixed the cause. */
export const retryFaults = (
  { db, clock, author }: WriteDeps,
  galleryId: string,
): Promise<{ ok: true } | { ok: false; reason: 'missing' }> =>
  transact(db, async (tx) => {
    const gallery = await selectTitle(tx, galleryId)
    if (!gallery) return { ok: false, reason: 'missing' }
    await deleteFaultsOfGallery(tx, galleryId)
    await requestDownloadFiles({ db: tx, clock }, galleryId)
    await recordAction({ db: tx, clock, author }, { action: 'downloads-retried', subject: gallery.title })
    return { ok: true }
  })

/**
 * Handles a damaged file: it's no longer offered, is made again if possible, and is reported to the studio. One that
 * was made anew since then isn't damaged.
 */
export async function replaceLostFile(
  deps: FaultDeps,
  lost: { photoId: string; size: DownloadSize; key: string; problem: FileFault['problem'] },
): Promise<void> {
  const { photoId, size, key, problem } = lost
  const made = await selectMadeFile(deps.db, photoId, size)
  if (made && downloadFileKey(made, made) !== key) return
  await reportFault(deps, { photoId, size, sentence: `${NAMES[size]} ${PROBLEMS[problem]}` })
  await transact(deps.db, async (tx) => {
    await deleteFile(tx, photoId, size)
    await enqueue({ db: tx, clock: deps.clock }, downloadFileJob(photoId, [size]))
  })
}

const NAMES: Record<DownloadSize, string> = {
  web: 'The web-size file',
  print: 'The print-size file',
  original: 'The original file',
}
const PROBLEMS: Record<FileFault['problem'], string> = {
  missing: 'is missing from storage.',
  'other-size': 'isn’t as long as when it was stored.',
  damaged: 'is damaged. It has changed since it was stored.',
}

/** The row contains the file's length, and is deleted with its photo. */
export const DOWNLOAD_FILES: FileKind = {
  prefix: 'download-files/',
  depth: 2,
  async *known(db, folder) {
    for await (const files of selectMadeFiles(db, hexIn(folder)))
      yield files.map((file) => ({
        ...{ key: downloadFileKey(file, file), size: file.bytes },
        sha256: file.sum,
      }))
  },
  count: countMadeFiles,
}

export interface MakingDeps extends FaultDeps {
  storage: Storage
  imaging: Imaging
}

export type MadeFiles = { ok: true; made: number } | { ok: false; reason: 'failed'; sentence: string }

/**
 * Makes a photo's missing files; safe to repeat and to run concurrently. Each is stored before its row, so
 * that a row implies a file. Failures are reported to the studio.
 */
export async function makeDownloadFiles(deps: MakingDeps, wanted: MakeDownloadFiles): Promise<MadeFiles> {
  const { db, storage, clock } = deps
  const photo = await selectPhoto(db, wanted.photoId)
  if (!photo) return { ok: true, made: 0 }
  const made = await selectMadeSizes(db, photo.id)
  const missing = wanted.sizes.filter((size) => !made.includes(size))
  if (missing.length === 0) return { ok: true, made: 0 }

  const rendered = await renderSizes(deps, photo, missing)
  if (!rendered.ok) {
    for (const size of missing)
      await reportFault(deps, { photoId: photo.id, size, sentence: rendered.sentence })
    return { ok: false, reason: 'failed', sentence: rendered.sentence }
  }
  for (const { name, data } of rendered.files)
    await storage.put(downloadFileKey(photo, { size: name as DownloadSize, recipe: DOWNLOAD_RECIPE }), data)
  const original = { ...rendered.original, name: 'original', width: photo.width, height: photo.height }
  await transact(db, async (tx) => {
    const rows = [original, ...rendered.files].map((file) => toRow(photo.id, file, clock.now()))
    await upsertFiles(tx, rows)
    await deleteFaults(tx, photo.id, [...missing, 'original'])
  })
  return { ok: true, made: missing.length }
}

/**
 * Takes over a previously made file from a copy under another key.
 * @returns whether the photo has a file of this size now
 */
export async function takeBackFile(
  { db, storage, imaging, clock }: Pick<MakingDeps, 'db' | 'storage' | 'imaging' | 'clock'>,
  { sha256, size, recipe, from }: { sha256: string; size: DownloadSize; recipe: string; from: string },
): Promise<boolean> {
  const photo = await selectPhotoByContent(db, sha256)
  if (!photo) return false
  if ((await selectMadeSizes(db, photo.id)).includes(size)) return true
  const made = await storage.withFile(from, async (file) => {
    const read = await imaging.downloadSizes(file, { sizes: [], credit: NO_RIGHTS })
    const seen = await imaging.examine(file)
    if (!read.ok || !seen.ok) return undefined
    const key = downloadFileKey(photo, { size, recipe })
    if (!(await storage.putFile(key, file, read.original.sha256))) return undefined
    return { ...read.original, name: size, recipe, width: seen.file.width, height: seen.file.height }
  })
  if (!made) return false
  await upsertFiles(db, [toRow(photo.id, made, clock.now())])
  return true
}

/** A file that is only read needs no metadata. */
const NO_RIGHTS: Rights = {
  creator: null,
  copyright: null,
  creditLine: null,
  licensor: null,
  dataMining: null,
}

/** With the current recipe. */
export async function renderSizes(
  { db, storage, imaging, config }: MakingDeps,
  photo: MadeFrom,
  missing: readonly DownloadSize[],
): Promise<Extract<DownloadSizes, { ok: true }> | { ok: false; sentence: string }> {
  const sizes = missing.flatMap((size) => (size === 'original' ? [] : [MADE_SIZES[size]]))
  const rights = rightsOf(photo, (await readSettings({ db })).studio, config.siteUrl)
  const rendered = await storage.withFile(originalKey(photo), (file) =>
    imaging.downloadSizes(file, { sizes, credit: rights }),
  )
  if (!rendered) return { ok: false, sentence: 'The original file is missing from storage.' }
  if (rendered.ok && rendered.original.sha256 !== photo.sha256)
    return { ok: false, sentence: 'The original file is damaged. It has changed since it was uploaded.' }
  return rendered
}

/**
 * A delivered photo's rights: from its own metadata, else the studio's. Other photographers' photos are never
 * offered for license or data mining in the studio's name.
 */
export function rightsOf(
  { creator, copyright }: Pick<MadeFrom, 'creator' | 'copyright'>,
  { name, photographer, copyrightNotice, dataMining }: Settings['studio'],
  siteUrl: string,
): Rights {
  const isOurs = copyright === null
  return {
    creator: creator ?? (isOurs ? photographer : null),
    copyright: copyright ?? copyrightNotice,
    creditLine: isOurs ? name : null,
    licensor: isOurs ? { name, url: siteUrl } : null,
    dataMining: isOurs && dataMining !== 'DMI-UNSPECIFIED' ? dataMining : null,
  }
}

type Made = FileSums & { name: string; width: number; height: number; recipe?: string }

export const toRow = (
  photoId: string,
  { name, bytes, crc32, sha256, width, height, recipe = DOWNLOAD_RECIPE }: Made,
  now: number,
) => ({
  photo_id: photoId,
  size: name as DownloadSize,
  bytes,
  crc32,
  sha256,
  width,
  height,
  created_at: now,
  recipe,
})

export interface FaultDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'siteUrl'>
  log: Logger
}

export interface Fault {
  photoId: string
  size: DownloadSize
  /** What is wrong, for people. */
  sentence: string
}

/** In milliseconds. A lost disk affects many photos, so there is at most one email per hour. */
const EMAIL_EVERY_MS = 3_600_000
const SHOWN = 200

/** Records a file that can't be delivered, and emails the studio once. */
export async function reportFault(deps: FaultDeps, fault: Fault): Promise<void> {
  const { db, clock, config, log } = deps
  const photo = await selectFaulty(db, fault.photoId)
  log.error({ ...fault, gallery: photo?.galleryId }, 'a photograph cannot be handed over')
  const { studio } = await readSettings({ db })
  const letter =
    photo && faultEmail(emailBrandingOf(studio, config.siteUrl), { ...photo, sentence: fault.sentence })
  await transact(db, async (tx) => {
    const now = clock.now()
    const row = { photo_id: fault.photoId, size: fault.size, sentence: fault.sentence, found_at: now }
    const isNew = await insertFault(tx, row)
    if (!isNew || !letter) return
    if (!(await isOtherFaultSince(tx, fault, now - EMAIL_EVERY_MS)))
      await queueMail({ db: tx, clock, config }, letter)
  })
}

/** Undeliverable files of a gallery, oldest fault first. */
export async function listFaults({ db }: { db: Db }, galleryId: string, zone: string) {
  const faults = await selectFaults(db, galleryId, SHOWN)
  return faults.map((fault) => ({ ...fault, found: momentLabel(fault.foundAt, zone) }))
}

/** Photos of a gallery with undeliverable files, at most 200. */
export const listFaultyPhotos = async (
  db: Db,
  galleryId: string,
  size: DownloadSize,
): Promise<ReadonlySet<string>> => new Set(await selectFaultyPhotos(db, { galleryId, size, limit: SHOWN }))

/** Galleries with undeliverable files, newest problem first. */
export const listFaultyGalleries = ({ db }: { db: Db }): Promise<FaultyGallery[]> => selectFaultyGalleries(db)
