import { preload } from 'react-dom'
import { mediaPath, type PhotoView, renditionFor } from '~/domains/photos/model'

/** Height in pixels of what stands around the photograph: bar, caption, strip. */
const AROUND = 236

/** As large as fits beside the bar and the strip, as the `sizes` attribute says it. */
export const lightboxSizes = ({ width, height }: Pick<PhotoView, 'width' | 'height'>): string =>
  `min(100vw, calc((100vh - ${AROUND}px) * ${(width / height).toFixed(3)}))`

/** Has the next photograph at hand before it is asked for. Browsers without AVIF fetch it when it is shown. */
export function preloadFrame(photo: PhotoView | null): void {
  const width = photo ? renditionFor(photo, 1200) : undefined
  if (!photo || width === undefined) return
  preload(mediaPath(photo, width, 'avif'), {
    as: 'image',
    type: 'image/avif',
    imageSrcSet: photo.widths.map((made) => `${mediaPath(photo, made, 'avif')} ${made}w`).join(', '),
    imageSizes: lightboxSizes(photo),
    fetchPriority: 'low',
  })
}
