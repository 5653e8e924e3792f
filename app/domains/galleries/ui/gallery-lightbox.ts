import { later } from '~/ui/later'
import { loadMotion } from './lightbox-motion'

/** The lightbox of the public gallery, loaded when the browser is idle. */
export const GalleryLightbox = later(async () => {
  const [{ Lightbox }] = await Promise.all([import('./lightbox'), loadMotion()])
  return Lightbox
})
