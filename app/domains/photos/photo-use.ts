/** A place that shows a photo. */
export interface PhotoUse {
  place:
    | 'gallery'
    | 'story'
    | 'client-gallery'
    | 'service'
    | 'location'
    | 'post'
    | 'product'
    | 'page'
    | 'promotion'
    | 'video'
  /** Slug of the place, or a client gallery's id; '' if there is only one such place. */
  slug: string
  title: string
  /** How the photo is used there, such as "Cover". */
  role: string
  /** Whether visitors see it there. */
  visible: 'now' | 'later' | 'no'
}

/** Photos that a domain uses, by id or by slug. */
export interface UsedPhotos {
  ids: Set<string>
  slugs: Set<string>
}

/** Whether visitors see the photo anywhere, now or at a scheduled time. */
export const isPublic = (uses: PhotoUse[]): boolean => uses.some(({ visible }) => visible !== 'no')
