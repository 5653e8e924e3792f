import { z } from 'zod'
import type { FormField } from '~/domains/content/rows/fields'
import { NOTE_MAX } from '../editor/gallery-form'
import {
  OPACITY_MAX,
  OPACITY_MIN,
  WATERMARK_KINDS,
  WATERMARK_POSITIONS,
  WATERMARK_TEXT_MAX,
  WIDTH_MAX,
  WIDTH_MIN,
} from '../watermarks/model'
import { positionLabel } from '../watermarks/watermark-form'

export const MOST_PRESETS = 20
const PICKS_MAX = 10_000
const DAYS_MAX = 3_650

/** A preset in the list. */
export interface ListedPreset {
  id: string
  name: string
  isDefault: boolean
  /** "Downloads: web, print · Expires after 365 days" */
  about: string
}

/** The form's values. */
export const presetSchema = z.object({
  name: z.string().min(1).max(60),
  isDefault: z.boolean(),
  web: z.boolean(),
  print: z.boolean(),
  original: z.boolean(),
  proofing: z.boolean(),
  pickLimit: z.int().min(1).max(PICKS_MAX).nullable(),
  watermark: z.object({
    kind: z.enum(WATERMARK_KINDS),
    text: z.string().max(WATERMARK_TEXT_MAX),
    position: z.enum(WATERMARK_POSITIONS),
    opacity: z.int().min(OPACITY_MIN).max(OPACITY_MAX),
    width: z.int().min(WIDTH_MIN).max(WIDTH_MAX),
  }),
  expiresAfterDays: z.int().min(1).max(DAYS_MAX).nullable(),
  hasPin: z.boolean(),
  note: z.string().max(NOTE_MAX),
})

export type PresetValues = z.infer<typeof presetSchema>

export const PRESET_FIELDS: FormField[] = [
  { name: 'name', label: 'Name', kind: 'line', hint: 'For example, Wedding delivery.' },
  { name: 'isDefault', label: 'Use for new client galleries', kind: 'switch' },
  { name: 'web', label: 'Download size: web, 2048 pixels', kind: 'switch' },
  { name: 'print', label: 'Download size: print, 4000 pixels', kind: 'switch' },
  { name: 'original', label: 'Download size: original', kind: 'switch' },
  { name: 'proofing', label: 'Proofing (show photos with the watermark)', kind: 'switch' },
  {
    name: 'pickLimit',
    label: 'Selection limit',
    kind: 'number',
    optional: true,
    hint: 'For example, 30. Leave blank for no limit.',
  },
  {
    name: 'watermark.kind',
    label: 'Watermark',
    kind: 'choice',
    hint: 'Shown on the photos of a proofing gallery.',
    choices: [
      { value: 'logo', label: 'Logo' },
      { value: 'text', label: 'Text' },
    ],
  },
  { name: 'watermark.text', label: 'Watermark text', kind: 'line', optional: true },
  {
    name: 'watermark.position',
    label: 'Watermark position',
    kind: 'choice',
    choices: WATERMARK_POSITIONS.map((value) => ({ value, label: positionLabel(value) })),
  },
  { name: 'watermark.opacity', label: 'Watermark opacity (%)', kind: 'number' },
  { name: 'watermark.width', label: 'Watermark width (% of the photo)', kind: 'number' },
  {
    name: 'expiresAfterDays',
    label: 'Expires after (days)',
    kind: 'number',
    optional: true,
    hint: 'Counted from the day you create the gallery. Leave blank for no expiration.',
  },
  { name: 'hasPin', label: 'Ask for a PIN (each gallery gets a new one)', kind: 'switch' },
  {
    name: 'note',
    label: 'Note to your clients',
    kind: 'text',
    rows: 5,
    optional: true,
    hint: 'Shown in the email with the link, and above the photos. You can change it in each gallery.',
  },
]
