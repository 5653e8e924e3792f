import { z } from 'zod'
import { ALWAYS, choice, line, refuse, whole } from '~/platform/fields'
import {
  DEFAULT_WATERMARK,
  OPACITY_MAX,
  OPACITY_MIN,
  WATERMARK_KINDS,
  WATERMARK_POSITIONS,
  WATERMARK_TEXT_MAX,
  type Watermark,
  WIDTH_MAX,
  WIDTH_MIN,
} from './model'

/** In the order of the form. */
export const WATERMARK_FIELDS = ['kind', 'text', 'position', 'opacity', 'width'] as const
export type WatermarkField = (typeof WATERMARK_FIELDS)[number]

/** Schema of a watermark. @param isDrawable whether the font has a glyph for every character */
export const watermarkSchema = (isDrawable: (text: string) => boolean) =>
  z
    .object({
      kind: choice(WATERMARK_KINDS, 'Choose logo or text.'),
      text: line({ max: WATERMARK_TEXT_MAX, what: 'it' }),
      position: choice(WATERMARK_POSITIONS, 'Choose a position.'),
      opacity: whole({ min: OPACITY_MIN, max: OPACITY_MAX }),
      width: whole({ min: WIDTH_MIN, max: WIDTH_MAX }),
    })
    .superRefine(({ kind, text }, context) => {
      if (kind !== 'text') return
      if (text === '') refuse(context, 'text', 'Enter the watermark text.')
      else if (!isDrawable(text))
        refuse(context, 'text', 'Use only Latin letters, numbers, and common symbols. We can’t draw others.')
    }, ALWAYS)

/** The form's values. */
export const watermarkValues = (
  watermark: Watermark = DEFAULT_WATERMARK,
): Record<WatermarkField, string> => ({
  kind: watermark.kind,
  text: watermark.text,
  position: watermark.position,
  opacity: String(watermark.opacity),
  width: String(watermark.width),
})

const POSITIONS: Record<Watermark['position'], string> = {
  'lower-right': 'Lower right',
  'lower-left': 'Lower left',
  'upper-right': 'Upper right',
  'upper-left': 'Upper left',
  center: 'Across the middle',
}

export const positionLabel = (position: Watermark['position']): string => POSITIONS[position]

/** In one line, for the activity log. */
export const watermarkInWords = ({ kind, text, position, opacity, width }: Watermark): string =>
  `${kind === 'logo' ? 'Logo' : `“${text}”`}, ${POSITIONS[position].toLowerCase()}, ${opacity}% opacity, ${width}% wide`
