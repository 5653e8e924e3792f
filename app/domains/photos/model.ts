import { WIDEST_RENDITION } from '~/platform/imaging/limits'

export { TILE_SIDE } from '~/platform/imaging/limits'

/**
 * Widths of renditions in pixels. A smaller original ends the list with its own width. Browsers take the next
 * width that is enough, so each step but the last is at most 1.3.
 */
export const RENDITION_WIDTHS = [480, 620, 800, 1040, 1350, 1750, WIDEST_RENDITION] as const

/** A photo's first rendition: a JPEG of the smallest width, made during inspection. */
export const THUMBNAIL_WIDTH = RENDITION_WIDTHS[0]

/** Renditions up to this width in pixels are made first, since most pages use them. */
export const FIRST_WIDTHS_UP_TO = 1040

/** The widths of a photo's renditions in pixels, ascending. None is wider than the original. */
export function renditionWidths(originalWidth: number): number[] {
  const widths: number[] = RENDITION_WIDTHS.filter((width) => width <= originalWidth)
  if (widths.length < RENDITION_WIDTHS.length && widths.at(-1) !== originalWidth) widths.push(originalWidth)
  return widths
}

/** What a page needs to show a photo. */
export interface PhotoView {
  id: string
  slug: string
  title: string
  alt: string
  /** Pixels of the original, after EXIF orientation. */
  width: number
  height: number
  /** Dominant color, #rrggbb. */
  tone: string
  /** A tiny blurred picture as a data: URL. */
  placeholder: string
  /** Focal point, 0 to 1 from the left and from the top. */
  focal: { x: number; y: number }
  /** Path of its renditions: `{media}/{width}.avif` and `.jpg`. A private photo's path is below its gallery's. */
  media: string
  /** Widths of finished renditions, ascending; empty until the first is made. */
  widths: number[]
  /** Such as "50 mm f/4"; null if the file doesn't contain it. */
  exposure: string | null
  creator: string | null
  copyright: string | null
}

/**
 * A photo that a page shows only small, to send less HTML: a color is its only placeholder, and what only its own
 * page says is left out.
 */
export const shownSmall = (photo: PhotoView): PhotoView => ({
  ...photo,
  placeholder: '',
  exposure: null,
  creator: null,
  copyright: null,
})

/** Whether alt text was never written: a new photo without a description in its file has its title there. */
export const needsAlt = ({ title, alt }: Pick<PhotoView, 'title' | 'alt'>): boolean =>
  alt.trim() === '' || alt === title

/** Path of a rendition. The content at a path never changes. */
export const mediaPath = (photo: Pick<PhotoView, 'media'>, width: number, format: 'avif' | 'jpg'): string =>
  `${photo.media}/${width}.${format}`

/** The narrowest rendition of at least `width` pixels, or the widest; undefined if there is none. */
export const renditionFor = (photo: Pick<PhotoView, 'widths'>, width: number): number | undefined =>
  photo.widths.find((made) => made >= width) ?? photo.widths.at(-1)

export const PHOTO_FILTERS = ['needs-alt', 'failed', 'unused', 'had-gps', 'no-recognizable-people'] as const
export type PhotoFilter = (typeof PHOTO_FILTERS)[number]

export const isPhotoFilter = (text: string | null): text is PhotoFilter =>
  PHOTO_FILTERS.some((each) => each === text)

export type PhotoState = 'processing' | 'ready' | 'failed'

/** Progress of a photo's renditions. */
export interface PhotoProgress {
  state: PhotoState
  /** Why it failed; null otherwise. */
  failure: string | null
  /** Number of finished sizes. */
  made: number
  sizes: number
  /** Not finished after an hour. */
  isLate: boolean
}

/** A photo in the library's grid. */
export interface LibraryEntry extends PhotoProgress {
  photo: PhotoView
  /** Address of its thumbnail, the first rendition; null until that is made. */
  thumb: string | null
  needsAlt: boolean
  /** Shows no recognizable person. */
  noRecognizablePeople: boolean
}

/** A photo with all details. */
export interface LibraryPhoto extends LibraryEntry {
  version: number
  facts: { label: string; value: string }[]
}

export interface PhotoPage {
  photos: LibraryEntry[]
  /** Id before which the next page begins; null: last page. */
  next: string | null
}

/** A photo in a list to choose from. */
export interface ChoosablePhoto {
  slug: string
  title: string
  /** Dominant color, #rrggbb. */
  tone: string
  /** Address of a thumbnail; null if there is none yet. */
  thumb: string | null
}

/** Width in pixels that sites recommend for images of shared links. */
const SHARED_WIDTH = 1200

/** The sharing image of a page; undefined until it is rendered. */
export function shareImage(
  photo: PhotoView | null | undefined,
): { path: string; width: number; height: number; alt: string } | undefined {
  const width = photo ? renditionFor(photo, SHARED_WIDTH) : undefined
  if (!photo || width === undefined) return undefined
  const height = Math.round((photo.height * width) / photo.width)
  return { path: mediaPath(photo, width, 'jpg'), width, height, alt: photo.alt }
}
