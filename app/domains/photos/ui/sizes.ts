/** Width of a page's content in windows below 1024 px, as the end of `sizes`. */
export const NARROW = '(min-width:40rem) 91vw, 89.3vw'
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

const tenths = (figure: number) => `${Math.round(figure * 10) / 10}`
