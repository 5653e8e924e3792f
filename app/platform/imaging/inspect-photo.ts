import { type FileHandle, open } from 'node:fs/promises'
import sharp, { type Metadata } from 'sharp'
import {
  broken,
  fileTooLarge,
  MAX_AVIF_SIDE,
  MAX_FILE_BYTES,
  MAX_PIXELS,
  MAX_SIDE,
  WIDEST_RENDITION,
} from './limits.ts'
import { readFacts } from './photo-facts.ts'
import { cameraRaw, countPngFrames, HEAD_BYTES, isCameraRaw, recognizeFormat } from './photo-format.ts'
import type { Inspection, InspectionOptions, PhotoFormat, Refusal } from './protocol.ts'
import { decodePicture, encode, type Picture, shrink } from './render-photo.ts'
import { toneOf } from './tone.ts'

const SAMPLE_PX = 128
const PLACEHOLDER_PX = 24

/** Inspects a file and decodes all of it, so that every accepted file can be rendered. */
export async function inspectPhoto(
  file: string,
  { thumbWidth, isStored }: InspectionOptions = {},
): Promise<Inspection> {
  const handle = await open(file)
  const { size: bytes } = await handle.stat()
  const recognized = await recognize(handle, bytes).finally(() => handle.close())
  if (!recognized.ok) return recognized
  const header = await readHeader(file)
  if (!header.ok) return header
  const { metadata } = header
  const { width, height } = metadata.autoOrient
  const refusal =
    refuseFormat(metadata, recognized.format) ??
    refuseFrames(metadata) ??
    refuseSize(width, height) ??
    (isStored ? undefined : refuseShape(width, height))
  if (refusal) return refusal
  let picture: Picture
  try {
    picture = await decodePicture(file, thumbWidth ?? SAMPLE_PX)
  } catch (error) {
    return broken(error)
  }
  const facts = readFacts(metadata)
  return {
    ok: true,
    photo: { format: recognized.format, bytes, width, height, ...(await sample(picture)), ...facts },
    ...(thumbWidth === undefined ? {} : { thumbnail: await encode(picture, 'jpg', facts) }),
  }
}

async function recognize(
  file: FileHandle,
  bytes: number,
): Promise<{ ok: true; format: PhotoFormat } | Refusal> {
  if (bytes === 0) return { ok: false, reason: 'broken', sentence: 'This file is empty.' }
  if (bytes > MAX_FILE_BYTES) return fileTooLarge()
  const head = Buffer.alloc(Math.min(bytes, HEAD_BYTES))
  await file.read(head, 0, head.length, 0)
  const recognized = recognizeFormat(head)
  if (recognized.ok && recognized.format === 'tiff' && (await isCameraRaw(file))) return cameraRaw()
  if (recognized.ok && recognized.format === 'png')
    return refuseAnimation(await countPngFrames(file)) ?? recognized
  return recognized
}

async function readHeader(file: string): Promise<{ ok: true; metadata: Metadata } | Refusal> {
  try {
    return { ok: true, metadata: await sharp(file, { limitInputPixels: false, failOn: 'none' }).metadata() }
  } catch (error) {
    return broken(error)
  }
}

/** The first bytes may not match the content: an AVIF container may hold HEVC. */
function refuseFormat(metadata: Metadata, format: PhotoFormat): Refusal | undefined {
  const found =
    metadata.format === 'heif' ? (metadata.compression === 'av1' ? 'avif' : 'heic') : metadata.format
  if (found === format) return undefined
  return {
    ok: false,
    reason: 'broken',
    sentence: 'This file’s content doesn’t match its header. It may be damaged.',
  }
}

/** Extra pages of a TIFF, such as a preview, are ignored. Animations are refused. */
const refuseFrames = ({ format, pages = 1 }: Metadata): Refusal | undefined =>
  format === 'tiff' ? undefined : refuseAnimation(pages)

function refuseAnimation(pictures: number): Refusal | undefined {
  if (pictures <= 1) return undefined
  const sentence = `This is an animation with ${pictures.toLocaleString('en-US')} frames. Save the frame you want as a photo.`
  return { ok: false, reason: 'unsupported-format', sentence }
}

const pixels = (width: number, height: number): string =>
  `${width.toLocaleString('en-US')} × ${height.toLocaleString('en-US')} pixels`

/** Refuses pictures too large to decode within a worker's limits. */
function refuseSize(width: number, height: number): Refusal | undefined {
  const size = pixels(width, height)
  if (width * height > MAX_PIXELS) {
    const megapixels = Math.round((width * height) / 1e6).toLocaleString('en-US')
    const sentence = `This photo is ${size} (${megapixels} megapixels). The limit is 160 megapixels.`
    return { ok: false, reason: 'too-large', sentence }
  }
  if (Math.max(width, height) > MAX_SIDE) {
    const sentence = `This photo is ${size}. The limit is ${MAX_SIDE.toLocaleString('en-US')} pixels on each side.`
    return { ok: false, reason: 'too-large', sentence }
  }
  return undefined
}

/** Refuses pictures that can be decoded and stored, but not shown. */
function refuseShape(width: number, height: number): Refusal | undefined {
  if (height * Math.min(1, WIDEST_RENDITION / width) <= MAX_AVIF_SIDE) return undefined
  const sentence = `This photo is ${pixels(width, height)}, which is too tall and narrow to show on a page. Crop it into parts.`
  return { ok: false, reason: 'too-large', sentence }
}

async function sample(picture: Picture): Promise<{ tone: string; placeholder: string }> {
  const { data, raw } = await shrink(picture, SAMPLE_PX)
  const tiny = await sharp(data, { raw })
    .resize(PLACEHOLDER_PX, PLACEHOLDER_PX * 2, { fit: 'inside', withoutEnlargement: true })
    .blur(0.8)
    .webp({ quality: 35, effort: 6 })
    .toBuffer()
  return { tone: toneOf(data), placeholder: `data:image/webp;base64,${tiny.toString('base64')}` }
}
