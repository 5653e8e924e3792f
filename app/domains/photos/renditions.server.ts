import type { Overlay, RenderedFile, SocialCard } from '~/platform/imaging/protocol'
import { type PhotoView, renditionFor, renditionWidths } from './model'
import type { PhotoDeps } from './operations.server'
import { recordRenditions, storeRenditions } from './operations.server'
import { findPhoto, madeWidths, type PhotoRow, selectRenditions, setPhotoState } from './store.server'
import { originalKey, renditionKey } from './stored-files'

export type RenderedPhoto =
  | { ok: true; made: number }
  | { ok: false; reason: 'gone' }
  | { ok: false; reason: 'failed'; sentence: string }

/**
 * Makes missing renditions of these widths. Safe to repeat and to run simultaneously. Marks a photo that can't
 * be rendered as failed, with the reason.
 */
export async function renderPhoto(
  deps: PhotoDeps,
  { photoId, widths }: { photoId: string; widths?: readonly number[] },
): Promise<RenderedPhoto> {
  const { db, storage, imaging, log } = deps
  const photo = await findPhoto(db, photoId)
  if (!photo) return { ok: false, reason: 'gone' }
  const made = await madeWidths(db, photoId)
  const possible = renditionWidths(photo.width)
  const missing = (widths ?? possible).filter((width) => possible.includes(width) && !made.includes(width))
  if (missing.length === 0) return await settle(deps, photo, [])

  const rendered = await storage.withFile(originalKey(photo), (file) =>
    imaging.render(file, { widths: missing, credit: photo }),
  )
  if (!rendered?.ok) {
    const sentence = rendered?.sentence ?? 'The original file is missing from storage.'
    log.error({ photo: photo.id, name: photo.original_name, reason: sentence }, 'a photo cannot be rendered')
    await setPhotoState(db, photo.id, 'failed', sentence)
    return { ok: false, reason: 'failed', sentence }
  }
  // The thumbnail exists with different bytes, since it was made from a smaller picture.
  const there = await selectRenditions(db, photoId)
  const fresh = rendered.renditions.filter(
    ({ width, format }) => !there.some((each) => each.width === width && each.format === format),
  )
  await storeRenditions(storage, photo, fresh)
  return await settle(deps, photo, fresh)
}

/**
 * Records stored renditions, and marks the photo as ready when none is missing. Checked after the rows are
 * committed, so that of two simultaneous jobs the later one sees all rows.
 */
async function settle(
  { db, clock }: PhotoDeps,
  photo: PhotoRow,
  renditions: RenderedFile[],
): Promise<RenderedPhoto> {
  await recordRenditions({ db, clock }, photo, renditions)
  const made = await madeWidths(db, photo.id)
  const ready = renditionWidths(photo.width).every((width) => made.includes(width))
  if (ready && photo.state !== 'ready') await setPhotoState(db, photo.id, 'ready')
  return { ok: true, made: renditions.length }
}

export type MarkedPhoto =
  | { ok: true; renditions: RenderedFile[] }
  | { ok: false; reason: 'gone' }
  | { ok: false; reason: 'failed'; sentence: string }

/**
 * Renders a photo with an overlay from its original, without storing it.
 * @param widths in pixels; those wider than the photo are skipped
 */
export async function renderMarked(
  { db, storage, imaging }: Pick<PhotoDeps, 'db' | 'storage' | 'imaging'>,
  { photoId, widths, overlay }: { photoId: string; widths: readonly number[]; overlay: Overlay },
): Promise<MarkedPhoto> {
  const photo = await findPhoto(db, photoId)
  if (!photo) return { ok: false, reason: 'gone' }
  const possible = renditionWidths(photo.width).filter((width) => widths.includes(width))
  if (possible.length === 0) return { ok: true, renditions: [] }
  const rendered = await storage.withFile(originalKey(photo), (file) =>
    imaging.render(file, { widths: possible, credit: photo, overlay }),
  )
  if (rendered?.ok) return rendered
  const sentence = rendered?.sentence ?? 'The original file is missing from storage.'
  return { ok: false, reason: 'failed', sentence }
}

/** Renders a preview of an overlay on an existing rendition, which is faster. @returns a JPEG */
export async function previewMarked(
  { db, storage, imaging }: Pick<PhotoDeps, 'db' | 'storage' | 'imaging'>,
  { photoId, width, overlay }: { photoId: string; width: number; overlay: Overlay },
): Promise<Uint8Array | undefined> {
  const photo = await findPhoto(db, photoId)
  const made = photo && (await madeWidths(db, photoId))
  const nearest = made?.find((each) => each >= width) ?? made?.at(-1)
  if (!photo || nearest === undefined) return undefined
  const rendered = await storage.withFile(renditionKey(photo.media_hash, nearest, 'jpg'), (file) =>
    imaging.render(file, { widths: [Math.min(width, nearest)], credit: photo, overlay }),
  )
  return rendered?.ok ? rendered.renditions.find(({ format }) => format === 'jpg')?.data : undefined
}

/** The cover of a card is as wide as the card, in pixels. */
export const CARD_WIDTH = 1200

/** Draws the picture of a shared link from an existing rendition. @returns a JPEG */
export async function drawSocialCard(
  { storage, imaging }: Pick<PhotoDeps, 'storage' | 'imaging'>,
  { photo, card }: { photo: PhotoView | null; card: SocialCard },
): Promise<Uint8Array | undefined> {
  const width = photo ? renditionFor(photo, CARD_WIDTH) : undefined
  const draw = (file: string | null) => imaging.card(file, card)
  const media = photo?.media.split('/').at(-1)
  const drawn =
    media && width !== undefined
      ? await storage.withFile(renditionKey(media, width, 'jpg'), draw)
      : await draw(null)
  return drawn?.ok ? drawn.pictures[0]?.data : undefined
}
