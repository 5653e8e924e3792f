import type { PhotoView } from '~/domains/photos/model'

/** A gallery as its client finds it in their account. */
export interface OwnGallery {
  id: string
  title: string
  dateline: string
  /** "412 photographs. Open until June 30, 2027." */
  about: string
  isOpen: boolean
  /** Some of its photographs; none where a PIN is asked for, or while it is closed. */
  strip: PhotoView[]
}
