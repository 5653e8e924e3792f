import { mediaPath, type PhotoView, renditionFor } from '../model'

/** The picture that a shared link shows. JPEG, which every reader of links takes. */
export function sharingImage(photo: PhotoView | null | undefined) {
  const width = photo && renditionFor(photo, 1200)
  if (!photo || !width) return undefined
  return {
    path: mediaPath(photo, width, 'jpg'),
    width,
    height: Math.round((width * photo.height) / photo.width),
    alt: photo.alt,
  }
}
