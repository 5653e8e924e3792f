import { HIDDEN_CHARACTERS } from '~/platform/http/notices'
import { isCleanLine } from '~/platform/text'
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

export type ReadWatermark =
  | { ok: true; watermark: Watermark }
  | { ok: false; errors: Partial<Record<WatermarkField, string>> }

/** Parses the watermark's form. */
export function readWatermarkForm(sent: (name: WatermarkField) => string): ReadWatermark {
  const errors: Partial<Record<WatermarkField, string>> = {}
  const kind = WATERMARK_KINDS.find((each) => each === sent('kind'))
  if (!kind) errors.kind = 'Choose logo or text.'
  const place = WATERMARK_PLACES.find((each) => each === sent('place'))
  if (!place) errors.place = 'Choose a position.'
  const text = sent('text').trim()
  if (!isCleanLine(text)) errors.text = HIDDEN_CHARACTERS
  else if ([...text].length > WATERMARK_TEXT_MAX)
    errors.text = `Shorten it to ${WATERMARK_TEXT_MAX} characters.`
  else if (kind === 'text' && text === '') errors.text = 'Enter the watermark text.'
  const percent = (name: 'strength' | 'width', { least, most }: { least: number; most: number }) => {
    const typed = sent(name).trim()
    const number = /^\d{1,3}$/.test(typed) ? Number(typed) : Number.NaN
    if (!(number >= least && number <= most)) errors[name] = `Enter a whole number from ${least} to ${most}.`
    return number
  }
  const strength = percent('strength', STRENGTHS)
  const width = percent('width', WIDTHS)
  if (!kind || !place || Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, watermark: { kind, text, place, strength, width } }
}

/** What the form shows. */
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

/** In one line, for the audit. */
export const watermarkInWords = ({ kind, text, place, strength, width }: Watermark): string =>
  `${kind === 'logo' ? 'Logo' : `“${text}”`}, ${PLACES[place].toLowerCase()}, ${strength}% opacity, ${width}% wide`
