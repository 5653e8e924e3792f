import { z } from 'zod'
import { ALWAYS, choice, line, refuse, whole } from '~/platform/fields'
import {
  DEFAULT_WATERMARK,
  STRENGTHS,
  WATERMARK_KINDS,
  WATERMARK_PLACES,
  WATERMARK_TEXT_MAX,
  type Watermark,
  WIDTHS,
} from './model'

/** In the order of the form. */
export const WATERMARK_FIELDS = ['kind', 'text', 'place', 'strength', 'width'] as const
export type WatermarkField = (typeof WATERMARK_FIELDS)[number]

/** Schema of a watermark. @param isDrawable whether the font has a glyph for every character */
export const watermarkSchema = (isDrawable: (text: string) => boolean) =>
  z
    .object({
      kind: choice(WATERMARK_KINDS, 'Choose logo or text.'),
      text: line({ max: WATERMARK_TEXT_MAX, what: 'it' }),
      place: choice(WATERMARK_PLACES, 'Choose a position.'),
      strength: whole({ min: STRENGTHS.least, max: STRENGTHS.most }),
      width: whole({ min: WIDTHS.least, max: WIDTHS.most }),
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
  place: watermark.place,
  strength: String(watermark.strength),
  width: String(watermark.width),
})

const PLACES: Record<Watermark['place'], string> = {
  'lower-right': 'Lower right',
  'lower-left': 'Lower left',
  'upper-right': 'Upper right',
  'upper-left': 'Upper left',
  center: 'Across the middle',
}

export const placeLabel = (place: Watermark['place']): string => PLACES[place]

/** In one line, for the activity log. */
export const watermarkInWords = ({ kind, text, place, strength, width }: Watermark): string =>
  `${kind === 'logo' ? 'Logo' : `“${text}”`}, ${PLACES[place].toLowerCase()}, ${strength}% opacity, ${width}% wide`
