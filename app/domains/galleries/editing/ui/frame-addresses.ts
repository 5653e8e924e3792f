import { studioPaths } from '~/ui/studio/studio-paths'
import type { EditedGallery } from '../viewing/operations.server'

/** The set and page that the editor shows, as its addresses name them. */
export const placeOf = ({ set, page }: EditedGallery) => ({
  set: set === '' ? 'none' : set,
  page: page > 1 ? String(page) : null,
})

/** The address of the page that the editor shows, with a frame of it open or none. */
export const frameAddresses =
  (gallery: EditedGallery) =>
  (frame: string | null): string =>
    studioPaths.gallery(gallery.id, { ...placeOf(gallery), frame })
