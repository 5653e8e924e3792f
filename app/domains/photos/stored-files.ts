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

/** Storage key of a download size. The size `original` is the original itself. */
export const downloadFileKey = (
  photo: { sha256: string; format: string },
  { size, recipe }: { size: 'web' | 'print' | 'original'; recipe: string },
): string =>
  size === 'original'
    ? originalKey(photo)
    : `download-files/${photo.sha256.slice(0, 2)}/${photo.sha256}/${size}${recipe === '1' ? '' : `-${recipe}`}.jpg`

/** Folders of a photo's derived files, each ending in `/`. */
export const madeFolders = (photo: { sha256: string; media_hash: string }): string[] => [
  `renditions/${photo.media_hash.slice(0, 2)}/${photo.media_hash}/`,
  `download-files/${photo.sha256.slice(0, 2)}/${photo.sha256}/`,
]

/** All folders with files of a photo, some shared with other photos. */
export const foldersOf = (photo: { sha256: string; media_hash: string }): string[] => [
  `originals/${photo.sha256.slice(0, 2)}/`,
  ...madeFolders(photo),
]

/** The hash, or the beginning of one, in the name of a folder of originals, renditions or download files. */
export const hexIn = (folder: string): string => folder.split('/').slice(1).findLast(Boolean) ?? ''

/** All possible first bytes of a hash, hexadecimal. */
export const PAIRS: readonly string[] = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))

/** Extension of an original, without the dot. */
export const originalExtension = (format: string): string => EXTENSIONS[format] ?? format

/** Storage key of a proof: a photo with a gallery's watermark. */
export const proofKey = (
  proof: { galleryId: string; photoId: string; watermark: string },
  width: number,
  format: 'avif' | 'jpg',
): string => `proofs/${proof.galleryId}/${proof.photoId}/${proof.watermark}/${width}.${format}`
