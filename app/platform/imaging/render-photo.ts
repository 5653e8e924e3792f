import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { drawOverlay } from './draw-overlay.ts'
import { broken, decodeOptions } from './limits.ts'
import type { Credit, Overlay, RenderedFile, Rendering, Rights } from './protocol.ts'
import { AVIF_OPTIONS, JPEG_OPTIONS, RENDITION_FORMATS, type RenditionFormat } from './recipe.ts'
import { writeXmp } from './xmp.ts'

export interface Picture {
  data: Buffer
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/**
 * Makes a photo's renditions: decoded once at the largest width, then scaled down. Rotated by EXIF, in sRGB,
 * with transparency on white, without metadata except the credit. An overlay is drawn on each size before
 * encoding.
 */
export async function renderPhoto(
  file: string,
  widths: readonly number[],
  credit: Credit,
  overlay?: Overlay,
): Promise<Rendering> {
  let widest: Picture
  try {
    widest = await decodePicture(file, Math.max(...widths))
  } catch (error) {
    return broken(error)
  }
  const renditions: RenderedFile[] = []
  for (const width of widths.toSorted((a, b) => a - b)) {
    const plain = await shrink(widest, width)
    const picture = overlay ? await drawOn(plain, overlay) : plain
    for (const format of RENDITION_FORMATS) renditions.push(await encode(picture, format, credit))
  }
  return { ok: true, renditions }
}

/**
 * The picture as it is shown: rotated, in sRGB, without transparency, at most `width` pixels wide. @throws the
 * decoder's error
 */
export const decodePicture = (file: string, width: number): Promise<Picture> =>
  toPicture(
    sharp(file, decodeOptions)
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb'),
  )

/** The picture scaled down to `width` pixels; unchanged if it isn't wider. */
export async function shrink(picture: Picture, width: number): Promise<Picture> {
  const { data, raw } = picture
  if (raw.width <= width) return picture
  return await toPicture(sharp(data, { raw, limitInputPixels: false }).resize({ width }))
}

async function drawOn(picture: Picture, overlay: Overlay): Promise<Picture> {
  const drawn = await drawOverlay(overlay, picture.raw)
  if (!drawn) return picture
  const { data, raw } = picture
  return toPicture(sharp(data, { raw, limitInputPixels: false }).composite([drawn]).removeAlpha())
}

async function toPicture(pipeline: Sharp): Promise<Picture> {
  const { data, info } = await pipeline.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } }
}

export async function encode(
  { data, raw }: Picture,
  format: RenditionFormat,
  credit: Credit,
): Promise<RenderedFile> {
  const pipeline = withCredit(sharp(data, { raw, limitInputPixels: false }).withIccProfile('srgb'), credit)
  const encoded =
    format === 'avif'
      ? await pipeline.avif(AVIF_OPTIONS).toBuffer()
      : await pipeline.jpeg(JPEG_OPTIONS).toBuffer()
  const hash = createHash('sha256').update(encoded).digest('hex')
  return { format, width: raw.width, height: raw.height, data: encoded, sha256: hash }
}

/** EXIF is ASCII only, but read by most programs. XMP has the exact name. */
export function withCredit(pipeline: Sharp, credit: Credit & Partial<Rights>): Sharp {
  const xmp = writeXmp(credit)
  if (!xmp) return pipeline
  const exif: Record<string, string> = {}
  if (credit.creator) exif.Artist = credit.creator
  if (credit.copyright) exif.Copyright = credit.copyright
  return pipeline.withExif({ IFD0: exif }).withXmp(xmp)
}
