import { later } from '~/ui/later'
import { loadMotion } from '../../ui/lightbox-motion'

/** The lightbox of a client gallery, loaded when the browser is idle. */
export const LaterClientGalleryLightbox = later(async () => {
  const [{ ClientGalleryLightbox }] = await Promise.all([import('./client-gallery-lightbox'), loadMotion()])
  return ClientGalleryLightbox
})
