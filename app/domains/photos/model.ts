import { WIDEST_RENDITION } from '~/platform/imaging/limits'

/** Widths in pixels at which renditions are made; never wider than the original, whose own width is then the last. */
export const RENDITION_WIDTHS = [480, 800, 1200, 1800, WIDEST_RENDITION] as const

/** How a photograph first appears: a JPEG of the narrowest width, made while the file is looked at. */
export const THUMBNAIL_WIDTH = RENDITION_WIDTHS[0]

/** Renditions up to this width are made first, because most pages ask for them. */
export const FIRST_WIDTHS_UP_TO = 1200

/** The widths of a photograph's renditions, ascending: none is wider than the original, which is the last if it is small. */
export function renditionWidths(originalWidth: number): number[] {
  const widths: number[] = RENDITION_WIDTHS.filter((width) => width <= originalWidth)
  if (widths.length < RENDITION_WIDTHS.length && widths.at(-1) !== originalWidth) widths.push(originalWidth)
  return widths
}

/** What a page needs to show a photograph. */
export interface PhotoView {
  id: string
  slug: string
  title: string
  alt: string
  /** Pixels of the original, after EXIF orientation. */
  width: number
  height: number
  /** Dominant colour, #rrggbb. */
  tone: string
  /** A data: address of a tiny blurred picture. */
  placeholder: string
  /** 0 to 1 from the left and from the top. */
  focal: { x: number; y: number }
  /** Where its renditions are: `{media}/{width}.avif` and `.jpg`. Those of a private photograph are below its gallery. */
  media: string
  /** Widths that are made already, ascending; empty while the first is in the making. */
  widths: number[]
  /** Such as "50 mm f/4"; null when the file does not say. */
  exposure: string | null
  creator: string | null
  copyright: string | null
}

/** Path of a rendition. Its content never changes. */
export const mediaPath = (photo: Pick<PhotoView, 'media'>, width: number, format: 'avif' | 'jpg'): string =>
  `${photo.media}/${width}.${format}`

/** The narrowest rendition that is at least `width` wide, or the widest there is; undefined while there is none. */
export const renditionFor = (photo: Pick<PhotoView, 'widths'>, width: number): number | undefined =>
  photo.widths.find((made) => made >= width) ?? photo.widths.at(-1)
