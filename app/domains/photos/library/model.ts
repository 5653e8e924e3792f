import type { PhotoView } from '../model'

export const PHOTO_FILTERS = ['needs-alt', 'failed', 'unused', 'had-gps', 'shows-nobody'] as const
export type PhotoFilter = (typeof PHOTO_FILTERS)[number]

export const isPhotoFilter = (text: string | null): text is PhotoFilter =>
  PHOTO_FILTERS.some((each) => each === text)

export type PhotoState = 'processing' | 'ready' | 'failed'

/** How far a photograph is. */
export interface PhotoProgress {
  state: PhotoState
  /** Why it failed; null otherwise. */
  failure: string | null
  /** Sizes that are made, of all that will be. */
  made: number
  sizes: number
  /** It should have been done long ago. */
  isLate: boolean
}

/** One photograph in the grid. */
export interface LibraryEntry extends PhotoProgress {
  photo: PhotoView
  /** Address of its thumbnail, which is there before all else; null: not even that. */
  thumb: string | null
  needsAlt: boolean
  /** Nobody can be recognized on it. */
  showsNobody: boolean
}

/** One photograph with everything that is known of it. */
export interface LibraryPhoto extends LibraryEntry {
  version: number
  facts: { label: string; value: string }[]
}

export interface PhotoPage {
  photos: LibraryEntry[]
  /** What the next page begins before; null: this is the last. */
  next: string | null
}
