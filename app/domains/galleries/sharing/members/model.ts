import type { PhotoView } from '~/domains/photos/model'

/** A gallery as its client finds it in their account. */
export interface OwnGallery {
  id: string
  title: string
  dateline: string
  /** "412 photographs, 36 circled. Open until June 30, 2027." */
  about: string
  isOpen: boolean
  /** There is nothing to see of it yet, or not without its PIN. */
  isUndeveloped: boolean
  /** Lists of favorites that were submitted, such as "Album: 12 favorites, submitted November 20, 2026". */
  submitted: { list: string; label: string }[]
  /** There are photographs, and some size of them may be fetched. */
  canDownload: boolean
  /** Some of its photographs; none where a PIN is asked for, or while it is closed. */
  strip: PhotoView[]
}
