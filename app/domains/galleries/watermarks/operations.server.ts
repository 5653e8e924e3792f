import { recordAction, type WriteDeps } from '~/domains/audit/operations.server'
import { openBrandPicture } from '~/domains/content/brand.server'
import { readSettings } from '~/domains/content/operations.server'
import { renditionWidths } from '~/domains/photos/model'
import type { PhotoDeps } from '~/domains/photos/operations.server'
import { REBUILD_PROOFS, rebuildJob } from '~/domains/photos/photo-jobs'
import { previewMarked, renderMarked } from '~/domains/photos/renditions.server'
import { proofKey } from '~/domains/photos/stored-files'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import { parseForm } from '~/platform/forms'
import { sha256 } from '~/platform/ids.server'
import type { Imaging } from '~/platform/imaging/imaging.server'
import type { Overlay, RenderedFile } from '~/platform/imaging/protocol'
import { enqueue, enqueueAll } from '~/platform/jobs/queue.server'
import type { FileKind } from '~/platform/storage/file-kinds.server'
import type { Storage } from '~/platform/storage/storage.server'
import { lockGallery } from '../editor/store.server'
import { makeJob, PROOF_WIDTHS_UP_TO, prepareJob, readWatermark, type Watermark } from './model'
import {
  countWatermarked,
  deleteProofs,
  insertProofs,
  type ProofFile,
  selectPhotoIds,
  selectPhotoWidth,
  selectProofingIds,
  selectProofs,
  selectProofsIn,
  selectWatermarkedGallery,
  updateWatermark,
  type WatermarkedGallery,
} from './store.server'
import { type WatermarkField, watermarkInWords, watermarkSchema } from './watermark-form'

/** Width of the preview in pixels. */
const PREVIEW_WIDTH = 1200

/**
 * Queues a job that makes, replaces or deletes a gallery's proofs by its settings. Call it in the transaction
 * that turns proofing on or off, changes the watermark or adds photos.
 * @param photoIds the added photos; without it, all photos of the gallery
 */
export async function requestProofs(
  { db, clock }: { db: Db; clock: Clock },
  galleryId: string,
  photoIds?: readonly string[],
): Promise<void> {
  const gallery = await selectWatermarkedGallery(db, galleryId)
  if (!gallery || (photoIds && !gallery.proofing)) return
  const jobs = photoIds ? photoIds.map((id) => makeJob(gallery, id)) : [prepareJob(gallery)]
  await enqueueAll({ db, clock }, jobs)
}

/** Called at startup: queues a job for each proofing gallery, in case a change was missed. */
export async function keepProofs({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  for (const gallery of await selectProofingIds(db)) await enqueue({ db, clock }, prepareJob(gallery))
}

export interface WatermarkView {
  gallery: { id: string; title: string; version: number; proofing: boolean }
  watermark: Watermark
  /** Number of photos with proofs, and the total. */
  made: number
  total: number
  /** Whether there is a photo for the preview. */
  canPreview: boolean
}

/** @returns undefined: not a client gallery */
export async function readGalleryWatermark(
  { db }: { db: Db },
  galleryId: string,
): Promise<WatermarkView | undefined> {
  const gallery = await selectWatermarkedGallery(db, galleryId)
  if (!gallery) return undefined
  const watermark = readWatermark(gallery.watermark)
  const counted = await countWatermarked(db, { galleryId, drawn: await drawnHash({ db }, watermark) })
  const { id, title, version, proofing } = gallery
  return { gallery: { id, title, version, proofing }, watermark, ...counted, canPreview: counted.total > 0 }
}

export type WatermarkSaved =
  | { ok: true }
  | { ok: false; reason: 'refused'; errors: Partial<Record<WatermarkField, string>> }
  | { ok: false; reason: 'missing' | 'changed-since' }

/**
 * Changes a gallery's watermark. Its proofs are made again in the background and replace the old ones one by
 * one.
 */
export async function saveWatermark(
  { db, clock, author }: WriteDeps,
  galleryId: string,
  { version, sent }: { version: number; sent: (name: WatermarkField) => string },
): Promise<WatermarkSaved> {
  const read = await readDrawable(sent)
  if (!read.ok) return { ...read, reason: 'refused' }
  return await transact(db, async (tx): Promise<WatermarkSaved> => {
    const gallery = await selectWatermarkedGallery(tx, galleryId)
    if (!gallery) return { ok: false, reason: 'missing' }
    const [from, to] = [readWatermark(gallery.watermark), read.value].map(watermarkInWords) as [
      string,
      string,
    ]
    const seen = gallery.version === version
    if (!seen || !(await updateWatermark(tx, { id: galleryId, version }, JSON.stringify(read.value))))
      return { ok: false, reason: 'changed-since' }
    if (from !== to)
      await recordAction(
        { db: tx, clock, author },
        { action: 'watermark-changed', subject: gallery.title, changes: [{ field: 'Watermark', from, to }] },
      )
    await requestProofs({ db: tx, clock }, galleryId)
    return { ok: true }
  })
}

/** Parses the form of a watermark. */
export async function readDrawable(sent: (name: WatermarkField) => string) {
  // Its font library is loaded when a watermark is saved.
  const { hasGlyphs } = await import('~/platform/imaging/glyph-outlines')
  return parseForm(watermarkSchema(hasGlyphs), { get: (name) => sent(name as WatermarkField) })
}

/**
 * A photo of a gallery (its cover or first) with the watermark of an unsaved form.
 * @returns a JPEG; undefined: invalid form, or no photo yet
 */
export async function previewWatermark(
  deps: { db: Db; storage: Storage; imaging: Imaging },
  galleryId: string,
  sent: (name: WatermarkField) => string,
): Promise<Uint8Array | undefined> {
  const gallery = await selectWatermarkedGallery(deps.db, galleryId)
  const read = await readDrawable(sent)
  if (!gallery || !read.ok) return undefined
  const photoIds = await selectPhotoIds(deps.db, galleryId)
  const photoId = photoIds.find((id) => id === gallery.coverPhotoId) ?? photoIds[0]
  if (photoId === undefined) return undefined
  const overlay = await overlayOf(deps, read.value)
  return await previewMarked(deps, { photoId, width: PREVIEW_WIDTH, overlay })
}

export type ProofDeps = PhotoDeps

/** A proof's row is written after its file is stored, and is deleted with its photo and its gallery. */
export const PROOF_FILES: FileKind = {
  prefix: 'proofs/',
  depth: 3,
  async *known(db, folder) {
    const [, galleryId, photoId, watermark] = folder.split('/').filter(Boolean)
    for await (const proofs of selectProofsIn(db, { galleryId, photoId, watermark }))
      yield proofs
        .map((proof) => ({ key: proofKey(proof, proof.width, proof.format), size: proof.bytes }))
        .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  },
}

/**
 * Version of the way proofs are drawn and encoded. Raise it with a change that is worth making all of them anew, by
 * `renditions rebuild`.
 */
const PROOF_RECIPE = '1'

/** The logo of the settings: an uploaded image, or two letters. */
async function readLogo({ db }: { db: Db }) {
  const { brand, studio } = await readSettings({ db })
  return { hash: brand.logo?.hash ?? null, letters: studio.logo }
}

/** Identifies a watermark. Changes with the logo. */
async function drawnHash({ db }: { db: Db }, watermark: Watermark): Promise<string> {
  const source = watermark.kind === 'logo' ? await readLogo({ db }) : null
  return sha256(JSON.stringify(['1', '1', watermark, source])).slice(0, 16)
}

/** Identifies a watermark and how it is drawn. */
export const watermarkHash = async (deps: { db: Db }, watermark: Watermark): Promise<string> =>
  `${await drawnHash(deps, watermark)}${PROOF_RECIPE === '1' ? '' : `-${PROOF_RECIPE}`}`

/** Whether a proof has this watermark, in whatever way it was drawn. */
const showsWatermark = (proof: ProofFile, drawn: string): boolean =>
  proof.watermark === drawn || proof.watermark.startsWith(`${drawn}-`)

/** The watermark as data for the photo workers. */
export async function overlayOf(
  { db, storage }: { db: Db; storage: Storage },
  { kind, text, position, opacity, width }: Watermark,
): Promise<Overlay> {
  const placed = { position, opacity: opacity / 100, width: width / 100 }
  if (kind === 'text') return { ...placed, kind, text }
  const { hash, letters } = await readLogo({ db })
  const png = hash ? await openBrandPicture({ storage }, { hash, name: 'logo' }) : undefined
  return png ? { ...placed, kind: 'picture', png } : { ...placed, kind, letters }
}

/**
 * Makes missing proofs of a gallery's photos, and deletes unused ones. A gallery without proofing has none.
 */
export async function prepareProofs(deps: ProofDeps, galleryId: string): Promise<void> {
  const { db, clock } = deps
  const gallery = await selectWatermarkedGallery(db, galleryId)
  const made = await selectProofs(db, { galleryId, photoId: null })
  if (!gallery?.proofing) return await clear(deps, made)
  const photoIds = await selectPhotoIds(db, galleryId)
  const kept = new Set(photoIds)
  await clear(
    deps,
    made.filter(({ photoId }) => !kept.has(photoId)),
  )
  const former = await drawnBefore({ db }, gallery, made)
  await enqueueAll(
    { db, clock },
    photoIds.filter((id) => !former.has(id)).map((photoId) => makeJob(gallery, photoId)),
  )
}

/** Photos whose proofs have the gallery's watermark as an earlier recipe drew it. `renditions rebuild` replaces them. */
async function drawnBefore(
  { db }: { db: Db },
  gallery: WatermarkedGallery,
  proofs: readonly ProofFile[],
): Promise<Set<string>> {
  const watermark = readWatermark(gallery.watermark)
  const [drawn, current] = [await drawnHash({ db }, watermark), await watermarkHash({ db }, watermark)]
  const photosOf = (those: readonly ProofFile[]) => new Set(those.map(({ photoId }) => photoId))
  return photosOf(proofs.filter((proof) => showsWatermark(proof, drawn))).difference(
    photosOf(proofs.filter((proof) => proof.watermark === current)),
  )
}

/** Queues each photo whose proofs were made with an earlier recipe. Safe to repeat. */
export async function requestProofRebuild({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  for (const { id: galleryId } of await selectProofingIds(db)) {
    const gallery = await selectWatermarkedGallery(db, galleryId)
    if (!gallery) continue
    const former = await drawnBefore({ db }, gallery, await selectProofs(db, { galleryId, photoId: null }))
    await enqueueAll(
      { db, clock },
      [...former].map((photoId) =>
        rebuildJob(REBUILD_PROOFS, { galleryId, photoId }, `${galleryId} ${photoId}`),
      ),
    )
  }
}

/**
 * Makes a photo's missing proofs in every width from the original, then deletes those with an earlier
 * watermark. Safe to repeat and to run concurrently.
 */
export async function makeProofs(
  deps: ProofDeps,
  { galleryId, photoId }: { galleryId: string; photoId: string },
): Promise<{ ok: true } | { ok: false; sentence: string }> {
  const { db, storage } = deps
  const gallery = await selectWatermarkedGallery(db, galleryId)
  if (!gallery?.proofing) return { ok: true }
  const watermark = readWatermark(gallery.watermark)
  const hash = await watermarkHash(deps, watermark)
  const there = await selectProofs(db, { galleryId, photoId })
  const done = there.filter((proof) => proof.watermark === hash)
  const isMade = (width: number) => done.filter((proof) => proof.width === width).length === 2
  const widths = (await possibleWidths(deps, photoId)).filter((width) => !isMade(width))
  if (widths.length > 0) {
    const overlay = await overlayOf(deps, watermark)
    const drawn = await renderMarked(deps, { photoId, widths, overlay })
    if (!drawn.ok) return drawn.reason === 'gone' ? { ok: true } : drawn
    const proof = { galleryId, photoId, watermark: hash }
    for (const { width, format, data } of drawn.renditions)
      await storage.put(proofKey(proof, width, format), data)
    if (!(await insertUnlessOutdated(deps, proof, drawn.renditions))) return { ok: true }
  }
  await clear(
    deps,
    there.filter((proof) => proof.watermark !== hash),
  )
  return { ok: true }
}

async function possibleWidths({ db }: { db: Db }, photoId: string): Promise<number[]> {
  const width = await selectPhotoWidth(db, photoId)
  return width ? renditionWidths(width).filter((each) => each <= PROOF_WIDTHS_UP_TO) : []
}

/** @returns false, with the files deleted, if the gallery has another watermark by now, or none */
async function insertUnlessOutdated(
  deps: ProofDeps,
  proof: { galleryId: string; photoId: string; watermark: string },
  files: RenderedFile[],
): Promise<boolean> {
  const { db, clock, storage } = deps
  const { galleryId, photoId, watermark } = proof
  const isWanted = await transact(db, async (tx) => {
    await lockGallery(tx, galleryId)
    const gallery = await selectWatermarkedGallery(tx, galleryId)
    if (
      !gallery?.proofing ||
      (await watermarkHash({ db: tx }, readWatermark(gallery.watermark))) !== watermark
    )
      return false
    const rows = files.map(({ format, width, height, data, sha256: sum }) => ({
      ...{ gallery_id: galleryId, photo_id: photoId, watermark, format, width, height },
      ...{ bytes: data.byteLength, sha256: sum, created_at: clock.now() },
    }))
    await insertProofs(tx, rows)
    return true
  })
  if (!isWanted) for (const { width, format } of files) await storage.delete(proofKey(proof, width, format))
  return isWanted
}

/** Deletes rows before files, since a row without a file would be a broken image. */
async function clear({ db, storage }: Pick<ProofDeps, 'db' | 'storage'>, proofs: ProofFile[]): Promise<void> {
  const byWatermark = Map.groupBy(proofs, ({ galleryId, watermark }) => `${galleryId} ${watermark}`)
  for (const [first, ...rest] of byWatermark.values()) {
    if (!first) continue
    const photoIds = [...new Set([first, ...rest].map(({ photoId }) => photoId))]
    await deleteProofs(db, { galleryId: first.galleryId, watermark: first.watermark, photoIds })
  }
  for (const proof of proofs) await storage.delete(proofKey(proof, proof.width, proof.format))
}
