import type { Author } from '~/domains/audit/model'
import { recordAction } from '~/domains/audit/operations.server'
import { previewMarked } from '~/domains/photos/renditions.server'
import type { Clock } from '~/platform/clock'
import { type Db, transact } from '~/platform/db/database.server'
import type { Imaging } from '~/platform/imaging/imaging.server'
import { hasLetters } from '~/platform/imaging/letter-outlines'
import { enqueue, enqueueAll } from '~/platform/jobs/queue.server'
import type { Storage } from '~/platform/storage/storage.server'
import { markOf, overlayOf } from './drawing/operations.server'
import { readWatermark, type Watermark } from './model'
import { makeJob, prepareJob } from './proof-jobs'
import {
  countMarked,
  selectMarkedGallery,
  selectPhotoIds,
  selectProofingIds,
  updateWatermark,
} from './store.server'
import {
  type ReadWatermark,
  readWatermarkForm,
  type WatermarkField,
  watermarkInWords,
} from './watermark-form'

/** Pixels of the preview’s width. */
const PREVIEW_WIDTH = 1200

/**
 * Has the proofs of a gallery made, changed or cleared as its settings now say. To be called in the transaction that
 * turns proofing on or off, changes the watermark or adds photographs.
 * @param photoIds those that were added; all of the gallery’s when absent
 */
export async function wantProofs(
  { db, clock }: { db: Db; clock: Clock },
  galleryId: string,
  photoIds?: readonly string[],
): Promise<void> {
  const gallery = await selectMarkedGallery(db, galleryId)
  if (!gallery || (photoIds && !gallery.proofing)) return
  const jobs = photoIds ? photoIds.map((id) => makeJob(gallery, id)) : [prepareJob(gallery)]
  await enqueueAll({ db, clock }, jobs)
}

/** The program has started: whatever was changed without asking for proofs gets them now. */
export async function keepProofs({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  for (const gallery of await selectProofingIds(db)) await enqueue({ db, clock }, prepareJob(gallery))
}

export interface WatermarkView {
  gallery: { id: string; title: string; version: number; proofing: boolean }
  watermark: Watermark
  /** Photographs that have their proofs, of how many. */
  made: number
  total: number
  /** There is a photograph to try it on. */
  canPreview: boolean
}

/** @returns undefined when it is no client gallery */
export async function readGalleryWatermark(
  { db }: { db: Db },
  galleryId: string,
): Promise<WatermarkView | undefined> {
  const gallery = await selectMarkedGallery(db, galleryId)
  if (!gallery) return undefined
  const watermark = readWatermark(gallery.watermark)
  const counted = await countMarked(db, { galleryId, mark: await markOf({ db }, watermark) })
  const { id, title, version, proofing } = gallery
  return { gallery: { id, title, version, proofing }, watermark, ...counted, canPreview: counted.total > 0 }
}

export type WatermarkSaved =
  | { ok: true }
  | { ok: false; reason: 'refused'; errors: Partial<Record<WatermarkField, string>> }
  | { ok: false; reason: 'missing' | 'changed-meanwhile' }

/** Changes the watermark of a gallery; its proofs are drawn anew in the background, and replace the old ones one by one. */
export async function saveWatermark(
  { db, clock, author }: { db: Db; clock: Clock; author: Author },
  galleryId: string,
  { version, sent }: { version: number; sent: (name: WatermarkField) => string },
): Promise<WatermarkSaved> {
  const read = readDrawable(sent)
  if (!read.ok) return { ...read, reason: 'refused' }
  return await transact(db, async (tx): Promise<WatermarkSaved> => {
    const gallery = await selectMarkedGallery(tx, galleryId)
    if (!gallery) return { ok: false, reason: 'missing' }
    const [from, to] = [readWatermark(gallery.watermark), read.watermark].map(watermarkInWords) as [
      string,
      string,
    ]
    const seen = gallery.version === version
    if (!seen || !(await updateWatermark(tx, { id: galleryId, version }, JSON.stringify(read.watermark))))
      return { ok: false, reason: 'changed-meanwhile' }
    if (from !== to)
      await recordAction(
        { db: tx, clock, author },
        { action: 'watermark-changed', subject: gallery.title, changes: [{ field: 'Watermark', from, to }] },
      )
    await wantProofs({ db: tx, clock }, galleryId)
    return { ok: true }
  })
}

/** The font has no shape for every character; what it cannot draw would be missing from the photographs. */
function readDrawable(sent: (name: WatermarkField) => string): ReadWatermark {
  const read = readWatermarkForm(sent)
  if (read.ok && read.watermark.kind === 'text' && !hasLetters(read.watermark.text))
    return {
      ok: false,
      errors: { text: 'Use only Latin letters, numbers, and common symbols. We can’t draw others.' },
    }
  return read
}

/**
 * One photograph of a gallery with a watermark that is being tried: its cover, or its first.
 * @returns a JPEG; undefined when the form would be refused, or there is no photograph yet
 */
export async function previewWatermark(
  deps: { db: Db; storage: Storage; imaging: Imaging },
  galleryId: string,
  sent: (name: WatermarkField) => string,
): Promise<Uint8Array | undefined> {
  const gallery = await selectMarkedGallery(deps.db, galleryId)
  const read = readDrawable(sent)
  if (!gallery || !read.ok) return undefined
  const photoIds = await selectPhotoIds(deps.db, galleryId)
  const photoId = photoIds.find((id) => id === gallery.coverPhotoId) ?? photoIds[0]
  if (photoId === undefined) return undefined
  const overlay = await overlayOf(deps, read.watermark)
  return await previewMarked(deps, { photoId, width: PREVIEW_WIDTH, overlay })
}
