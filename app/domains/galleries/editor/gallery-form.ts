import { slugSchema } from '~/domains/content/drafts'
import { HIDDEN_CHARACTERS } from '~/platform/http/notices'
import {
  isBlank,
  isBusinessDate,
  isCleanLine,
  isCleanText,
  withLineFeeds,
  withoutOuterSpaces,
} from '~/platform/text'
import { DOWNLOAD_SIZES, type DownloadSize } from '../access/model'
import type { GalleryKind } from './model'

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
  'expiresOn',
] as const
export type GalleryField = (typeof GALLERY_FIELDS)[number]
/** As a form sends them; `sizes` one a line, `proofing` “yes” or nothing. */
export type GalleryValues = Record<GalleryField, string>
export type GalleryErrors = Partial<Record<GalleryField, string>>

const PUBLIC_FIELDS = ['title', 'slug', 'category', 'summary', 'dateline', 'place'] as const
const CLIENT_FIELDS = [
  'title',
  'slug',
  'dateline',
  'note',
  'sizes',
  'proofing',
  'pickLimit',
  'expiresOn',
] as const

/** The fields that a gallery of this kind has, in the form’s order. */
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
  expiresOn: 'Expiration date',
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

/** What the form sets; what a kind does not have is left as it is. */
export interface GalleryDraftValues {
  title: string
  slug: string
  category: string
  summary: string
  dateline: string
  /** From 1, among its kind; null: unchanged. */
  place: number | null
  note: string
  sizes: DownloadSize[]
  proofing: boolean
  pickLimit: number | null
  /** YYYY-MM-DD */
  expiresOn: string | null
}

/** Reads what the settings of a gallery sent. Every field that has to be mended gets a sentence. */
export function readGalleryForm(
  sent: GalleryValues,
  kind: GalleryKind,
): { ok: true; draft: GalleryDraftValues } | { ok: false; errors: GalleryErrors } {
  const line = (name: GalleryField) => withoutOuterSpaces(sent[name])
  const text = (name: GalleryField) => (isBlank(sent[name]) ? '' : withLineFeeds(sent[name]).trim())
  const draft = {
    title: line('title'),
    slug: line('slug'),
    category: line('category'),
    summary: text('summary'),
    dateline: line('dateline'),
    place: wholeNumber(line('place')),
    note: text('note'),
    sizes: DOWNLOAD_SIZES.filter((size) => sent.sizes.split('\n').includes(size)),
    proofing: sent.proofing === 'yes',
    pickLimit: wholeNumber(line('pickLimit')),
    expiresOn: line('expiresOn') || null,
  }
  const found: Partial<Record<GalleryField, string | undefined>> = {
    title: titleError(draft.title),
    slug: slugSchema.safeParse(draft.slug).success
      ? undefined
      : 'Use lowercase letters, numbers, and single hyphens, such as whitfield-cole.',
    category: isBlank(draft.category) ? 'Enter a category, such as Wedding.' : lineError(draft.category),
    summary: textError(draft.summary, SUMMARY_MAX),
    dateline: lineError(draft.dateline),
    place: numberError(line('place'), PLACE_MAX, 'Enter a whole number from 1, or leave it as it is.'),
    note: textError(draft.note, NOTE_MAX),
    sizes: sent.sizes.split('\n').some((each) => each !== '' && !DOWNLOAD_SIZES.some((size) => size === each))
      ? 'Choose sizes from the list.'
      : undefined,
    pickLimit: numberError(
      line('pickLimit'),
      PICKS_MAX,
      'Enter a whole number from 1, such as 30, or leave it blank.',
    ),
    expiresOn: isLastDay(draft.expiresOn)
      ? undefined
      : 'Enter a date, such as 2027-06-30, or leave it blank.',
  }
  const errors = Object.fromEntries(
    fieldsOf(kind).flatMap((name) => (found[name] ? [[name, found[name]]] : [])),
  )
  return Object.keys(errors).length === 0 ? { ok: true, draft } : { ok: false, errors }
}

export function titleError(title: string): string | undefined {
  if (isBlank(title)) return 'Enter a title.'
  return lineError(title)
}

export function lineError(line: string): string | undefined {
  if (!isCleanLine(line)) return HIDDEN_CHARACTERS
  return [...line].length > LINE_MAX ? `Shorten this to ${LINE_MAX} characters.` : undefined
}

function textError(text: string, most: number): string | undefined {
  if (!isCleanText(text)) return HIDDEN_CHARACTERS
  return [...text].length > most ? `Shorten this to ${most.toLocaleString('en-US')} characters.` : undefined
}

/** null: none, or none that is one. */
const wholeNumber = (text: string): number | null =>
  /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : null

const numberError = (text: string, most: number, sentence: string): string | undefined => {
  if (text === '') return undefined
  const number = wholeNumber(text)
  return number === null || number > most ? sentence : undefined
}

const isLastDay = (day: string | null): boolean => day === null || isBusinessDate(day)
