/** Width of a page's content in windows below 1024 px, as the end of `sizes`. */
export const NARROW = '90.5vw'
/** The same of half the content beside another half. */
export const HALF = '(min-width:40rem) 44.4vw, 42.6vw'

/** `sizes` of a picture that spans some of a page’s twelve columns in windows from 1024 px on. */
export const columns = (span: number, narrow: string = NARROW): string =>
  `(min-width:100rem) ${124 * span - 30}px, (min-width:64rem) ${tenths(7.8 * span - 1.9)}vw, ${narrow}`

/**
 * `sizes` for a photo that is cropped: a frame that is less wide than the photo hides its sides, so the photo is
 * wider than its frame.
 * @param sizes widths of the frame, each in px or vw
 * @param ratio the photo's width by its height
 * @param frames the frame's width by its height: one for all `sizes`, or one for each
 */
export function cropped(sizes: string, ratio: number, frames: readonly number[]): string {
  return sizes
    .split(', ')
    .map((size, at) => {
      const wider = ratio / (frames[at] ?? frames[0] ?? ratio)
      if (wider <= 1) return size
      return size.replace(/([\d.]+)(px|vw)$/, (_, width, unit) => tenths(Number(width) * wider) + unit)
    })
    .join(', ')
}

/**
 * The most device pixels that `sizes` need: three per CSS pixel on phones, two in windows from 640 px on. Infinite
 * if a width grows with the window.
 */
export function mostPixels(sizes: string): number {
  let window = Number.POSITIVE_INFINITY
  const widths = sizes.split(', ').map((size) => {
    const [, from, width, unit] = /^(?:\(min-width: ?([\d.]+)rem\) )?([\d.]+)(px|vw)$/.exec(size) ?? []
    const most = unit === 'px' ? Number(width) : (Number(width ?? 100) * window) / 100
    window = Number(from) * 16
    return most * (from ? 2 : 3)
  })
  return Math.max(...widths)
}

/** `sizes` of a photo in a strip that is `narrow` px high, and 236 px in windows from 1024 px on. */
export function stripSizes({ width, height }: { width: number; height: number }, narrow = 118): string {
  const at = (high: number) => Math.ceil((high * width) / height)
  return `(min-width:64rem) ${at(236)}px, ${at(narrow)}px`
}

const tenths = (figure: number) => `${Math.round(figure * 10) / 10}`
