/** EXIF tags that say how to read the file, not who made it with what and where; and the credit, which is meant to stay. */
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

/** Names of the tags beside them, such as `LensSerialNumber`; a whole embedded picture is `Thumbnail`. */
export function foreignTags(exif: object): string[] {
  return Object.entries(exif).flatMap(([directory, tags]): string[] => {
    if (typeof tags !== 'object' || tags === null || directory === 'ThumbnailTags') return []
    if (directory === 'Thumbnail') return ['Thumbnail']
    return Object.keys(tags).filter((tag) => !HARMLESS.has(tag))
  })
}
