/** A place that shows a photo. */
export interface PhotoUse {
  place:
    | 'gallery'
    | 'story'
    | 'client-gallery'
    | 'service'
    | 'post'
    | 'product'
    | 'page'
    | 'promotion'
    | 'video'
  /** Of the place, a client gallery’s id; '' where there is only one. */
  slug: string
  title: string
  /** What it is there, such as "Cover". */
  role: string
  /** By visitors. */
  visible: 'now' | 'later' | 'no'
}

/** Photos that a domain uses somewhere, some known by id and some by slug. */
export interface UsedPhotos {
  ids: Set<string>
  slugs: Set<string>
}

/** Visitors see the photo somewhere, or will when its day comes. */
export const isPublic = (uses: PhotoUse[]): boolean => uses.some(({ visible }) => visible !== 'no')
