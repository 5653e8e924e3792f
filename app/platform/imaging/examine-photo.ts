import exifReader from 'exif-reader'
import sharp, { type Metadata } from 'sharp'
import { hashFile } from '../ids.server.ts'
import { broken } from './limits.ts'
import { profileName, readFacts } from './photo-facts.ts'
import type { Examination } from './protocol.ts'
import { foreignXmp } from './xmp.ts'

/** Inspects a stored file independently: its format and all its metadata. */
export async function examinePhoto(file: string): Promise<Examination> {
  const sha256 = await hashFile(file)
  try {
    const metadata = await sharp(file, { limitInputPixels: false, failOn: 'none' }).metadata()
    return { ok: true, file: { sha256, ...factsOf(metadata) } }
  } catch (error) {
    return { ...broken(error), sha256 }
  }
}

function factsOf(metadata: Metadata) {
  const { creator, copyright, hadGps } = readFacts(metadata)
  return {
    width: metadata.width,
    height: metadata.height,
    orientation: metadata.orientation ?? 1,
    profile: profileName(metadata.icc),
    hasGps: hadGps,
    creator,
    copyright,
    extras: extrasOf(metadata),
  }
}

/** Names of all metadata except the color profile, the credit, and tags that describe how to decode the file. */
function extrasOf({ exif, xmp, iptc, tifftagPhotoshop }: Metadata): string[] {
  return [
    ...(exif ? foreignTags(readTags(exif)) : []),
    ...(xmp ? foreignXmp(xmp) : []),
    ...(iptc ? ['IPTC'] : []),
    ...(tifftagPhotoshop ? ['Photoshop'] : []),
  ]
}

function readTags(exif: Buffer): object {
  try {
    return exifReader(exif)
  } catch {
    return { Unreadable: { EXIF: true } }
  }
}

/** EXIF tags about how to decode the file, and the credit. None of them identify a camera or a location. */
const HARMLESS = new Set([
  'Artist',
  'Copyright',
  'Orientation',
  'XResolution',
  'YResolution',
  'ResolutionUnit',
  'YCbCrPositioning',
  'ExifTag',
  'ExifVersion',
  'ComponentsConfiguration',
  'FlashpixVersion',
  'ColorSpace',
  'PixelXDimension',
  'PixelYDimension',
])

/** Names of all other tags, such as `LensSerialNumber`. An embedded picture is `Thumbnail`. */
function foreignTags(exif: object): string[] {
  return Object.entries(exif).flatMap(([directory, tags]): string[] => {
    if (typeof tags !== 'object' || tags === null || directory === 'ThumbnailTags') return []
    if (directory === 'Thumbnail') return ['Thumbnail']
    return Object.keys(tags).filter((tag) => !HARMLESS.has(tag))
  })
}
