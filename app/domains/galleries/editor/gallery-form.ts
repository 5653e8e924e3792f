import { z } from 'zod'
import { checkbox, choice, line, optional, slug, text, whole } from '~/platform/fields'
import { DOWNLOAD_SIZES, type DownloadSize } from '../access/model'
import { GALLERY_KINDS, type GalleryKind } from './model'

export const GALLERY_FIELDS = [
  'title',
  'slug',
  'category',
  'summary',
  'dateline',
  'place',
  'note',
  'sizes',
  'proofing',
  'pickLimit',
] as const
export type GalleryField = (typeof GALLERY_FIELDS)[number]
/** Submitted values. `sizes`: one per line; `proofing`: “yes” or ''. */
export type GalleryValues = Record<GalleryField, string>
export type GalleryErrors = Partial<Record<GalleryField, string>>

const PUBLIC_FIELDS = ['title', 'slug', 'category', 'summary', 'dateline', 'place'] as const
const CLIENT_FIELDS = ['title', 'slug', 'dateline', 'note', 'sizes', 'proofing', 'pickLimit'] as const

/** The fields for this kind of gallery, in the form’s order. */
export const fieldsOf = (kind: GalleryKind): readonly GalleryField[] =>
  kind === 'client' ? CLIENT_FIELDS : PUBLIC_FIELDS

export const FIELD_LABELS: Record<GalleryField, string> = {
  title: 'Title',
  slug: 'URL slug',
  category: 'Category',
  summary: 'Summary',
  dateline: 'Location and date',
  place: 'Sort order',
  note: 'Note',
  sizes: 'Download sizes',
  proofing: 'Proofing',
  pickLimit: 'Selection limit',
}

export const SIZE_LABELS: Record<DownloadSize, string> = {
  web: 'Web, 2048 pixels',
  print: 'Print, 4000 pixels',
  original: 'Original',
}

export const SUMMARY_MAX = 2_000
export const NOTE_MAX = 2_000
const LINE_MAX = 120
const PICKS_MAX = 10_000
const PLACE_MAX = 10_000

const fieldSchemas = () => ({
  title: title(),
  slug: slug('whitfield-cole', 120),
  category: line({ max: LINE_MAX, required: 'Enter a category, such as Wedding.' }),
  summary: text({ max: SUMMARY_MAX }),
  dateline: line({ max: LINE_MAX }),
  place: optional(
    whole({ min: 1, max: PLACE_MAX, error: 'Enter a whole number from 1, or leave it as it is.' }),
  ),
  note: text({ max: NOTE_MAX }),
  sizes: z
    .array(choice(DOWNLOAD_SIZES, 'Choose sizes from the list.'))
    .transform((chosen) => DOWNLOAD_SIZES.filter((size) => chosen.includes(size))),
  proofing: checkbox(),
  pickLimit: optional(
    whole({
      min: 1,
      max: PICKS_MAX,
      error: 'Enter a whole number from 1, such as 30, or leave it blank.',
    }),
  ),
})

/** Parsed values. Fields that this kind doesn't have are blank, and ignored when saving. */
export type GalleryDraftValues = z.output<z.ZodObject<ReturnType<typeof fieldSchemas>>>

export function gallerySchema(kind: GalleryKind) {
  const schemas: Record<GalleryField, z.ZodType> = fieldSchemas()
  return z
    .object(Object.fromEntries(fieldsOf(kind).map((name) => [name, schemas[name]])))
    .transform((given) => ({ ...BLANK, ...given }) as unknown as GalleryDraftValues)
}

const BLANK = {
  ...{ category: '', summary: '', place: null, note: '' },
  ...{ sizes: [], proofing: false, pickLimit: null },
}

/** Schema of a new gallery. Client galleries get their category from the title. */
export const newGallerySchema = (kind: string) =>
  z.object({
    title: title(),
    kind: choice(GALLERY_KINDS, 'Choose a gallery type.'),
    category: kind === 'client' ? z.string().overwrite(() => '') : line({ max: LINE_MAX }),
    /** Id of a preset; '' for none. */
    preset: z.string(),
  })

export const title = () => line({ max: LINE_MAX, required: 'Enter a title.' })
