import { sha256 } from '~/platform/ids.server'
import type { PhotoFormat } from '~/platform/imaging/protocol.ts'
import { RENDITION_RECIPE, type RenditionFormat } from '~/platform/imaging/recipe.ts'

const EXTENSIONS: Record<PhotoFormat, string> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  tiff: 'tif',
}

/** Storage key of an original. */
export const originalKey = (photo: { sha256: string; format: string }): string =>
  `originals/${photo.sha256.slice(0, 2)}/${photo.sha256}.${EXTENSIONS[photo.format as PhotoFormat]}`

/** Storage key of a rendition. */
export const renditionKey = (media: string, width: number, format: RenditionFormat): string =>
  `renditions/${media.slice(0, 2)}/${media}/${width}.${format}`

/** Stands in media addresses: another one when the original or the recipe changes, so that both can be cached for ever. */
export const mediaHash = (originalSha256: string): string =>
  sha256(originalSha256 + RENDITION_RECIPE).slice(0, 20)
