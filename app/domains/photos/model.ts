import { WIDEST_RENDITION } from '~/platform/imaging/limits'

/** Widths in pixels at which renditions are made; never wider than the original, whose own width is then the last. */
export const RENDITION_WIDTHS = [480, 800, 1200, 1800, WIDEST_RENDITION] as const

/** A photo's first rendition: a JPEG of the smallest width, made during inspection. */
export const THUMBNAIL_WIDTH = RENDITION_WIDTHS[0]

/** Renditions up to this width are made first, because most pages ask for them. */
export const FIRST_WIDTHS_UP_TO = 1200

/** The widths of a photo's renditions, ascending: none is wider than the original, which is the last if it is small. */
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
  /** A data: address of a tiny blurred picture. */
  placeholder: string
  /** 0 to 1 from the left and from the top. */
  focal: { x: number; y: number }
  /** Where its renditions are: `{media}/{width}.avif` and `.jpg`. Those of a private photo are below its gallery. */
  media: string
  /** Widths that are made already, ascending; empty while the first is in the making. */
  widths: number[]
  /** Such as "50 mm f/4"; null when the file does not say. */
  exposure: string | null
  creator: string | null
  copyright: string | null
}

/** A photo that a page shows only small: its color stands in for it until it's loaded, and nothing else is sent. */
export const shownSmall = (photo: PhotoView): PhotoView => ({ ...photo, placeholder: '' })

/** Path of a rendition. Its content never changes. */
export const mediaPath = (photo: Pick<PhotoView, 'media'>, width: number, format: 'avif' | 'jpg'): string =>
  `${photo.media}/${width}.${format}`

/** The narrowest rendition that is at least `width` wide, or the widest there is; undefined while there is none. */
export const renditionFor = (photo: Pick<PhotoView, 'widths'>, width: number): number | undefined =>
  photo.widths.find((made) => made >= width) ?? photo.widths.at(-1)

export const PHOTO_FILTERS = ['needs-alt', 'failed', 'unused', 'had-gps', 'no-recognizable-people'] as const
export type PhotoFilter = (typeof PHOTO_FILTERS)[number]

export const isPhotoFilter = (text: string | null): text is PhotoFilter =>
  PHOTO_FILTERS.some((each) => each === text)

export type PhotoState = 'processing' | 'ready' | 'failed'

/** How far a photo is. */
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

/** One photo in the grid. */
export interface LibraryEntry extends PhotoProgress {
  photo: PhotoView
  /** Address of its thumbnail, which is there before all else; null: not even that. */
  thumb: string | null
  needsAlt: boolean
  /** Shows no recognizable person. */
  noRecognizablePeople: boolean
}

/** One photo with everything that is known of it. */
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
  /** Address of a small picture; null while there is none. */
  thumb: string | null
}

/** Width that the places where links are shared ask for. */
const SHARED_WIDTH = 1200

/** The sharing image of a page; undefined before it is rendered. */
export function shareImage(
  photo: PhotoView | null | undefined,
): { path: string; width: number; height: number; alt: string } | undefined {
  const width = photo ? renditionFor(photo, SHARED_WIDTH) : undefined
  if (!photo || width === undefined) return undefined
  const height = Math.round((photo.height * width) / photo.width)
  return { path: mediaPath(photo, width, 'jpg'), width, height, alt: photo.alt }
}
