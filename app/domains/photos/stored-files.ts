const EXTENSIONS: Record<string, string> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  tiff: 'tif',
}

/** Storage key of an original. */
export const originalKey = (photo: { sha256: string; format: string }): string =>
  `originals/${photo.sha256.slice(0, 2)}/${photo.sha256}.${EXTENSIONS[photo.format] ?? photo.format}`

/** Storage key of a rendition. */
export const renditionKey = (media: string, width: number, format: 'avif' | 'jpg'): string =>
  `renditions/${media.slice(0, 2)}/${media}/${width}.${format}`
