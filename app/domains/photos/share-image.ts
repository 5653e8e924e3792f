import { mediaPath, type PhotoView, renditionFor } from './model'

/** Width that the places where links are shared ask for. */
const SHARED_WIDTH = 1200

/** The picture that stands for a page where its link is shared; undefined while it is in the making. */
export function shareImage(
  photo: PhotoView | null | undefined,
): { path: string; width: number; height: number; alt: string } | undefined {
  const width = photo ? renditionFor(photo, SHARED_WIDTH) : undefined
  if (!photo || width === undefined) return undefined
  const height = Math.round((photo.height * width) / photo.width)
  return { path: mediaPath(photo, width, 'jpg'), width, height, alt: photo.alt }
}
