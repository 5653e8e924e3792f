import { HIDDEN_CHARACTERS } from '~/platform/http/notices'
import { isCleanLine, withoutOuterSpaces } from '~/platform/text'
import { isFileName } from './alt-advice'
import { readPercent, shareOf } from './focal-point'

export const PHOTO_FIELDS = ['title', 'alt', 'focalX', 'focalY'] as const
export type PhotoField = (typeof PHOTO_FIELDS)[number]
export type PhotoValues = Record<PhotoField, string>

export const TITLE_MAX = 120
export const ALT_MAX = 300

export interface PhotoDescription {
  title: string
  alt: string
  focal_x: number
  focal_y: number
}

export type ReadPhotoForm =
  | { ok: true; description: PhotoDescription }
  | { ok: false; errors: Partial<PhotoValues> }

/**
 * Parses a photo's form.
 * @param isPublic visitors see it, so it needs alt text
 */
export function readPhotoForm(sent: PhotoValues, { isPublic }: { isPublic: boolean }): ReadPhotoForm {
  const title = withoutOuterSpaces(sent.title)
  // A line break means a space.
  const alt = withoutOuterSpaces(sent.alt.replace(/\s*\n\s*/g, ' '))
  const x = readPercent(sent.focalX)
  const y = readPercent(sent.focalY)
  const errors = Object.fromEntries(
    Object.entries({
      title: titleError(title),
      alt: altError(alt, isPublic),
      focalX: x === undefined ? 'Enter a number from 0 to 100, such as 45.5.' : undefined,
      focalY: y === undefined ? 'Enter a number from 0 to 100, such as 45.5.' : undefined,
    }).filter(([, sentence]) => sentence),
  ) as Partial<PhotoValues>
  if (x === undefined || y === undefined || Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, description: { title, alt, focal_x: shareOf(x), focal_y: shareOf(y) } }
}

/** Reads what is said of many photographs at once; what is left empty stays as each of them has it. */
export function readManyForm(
  sent: Pick<PhotoValues, 'title' | 'alt'>,
): { ok: true; texts: { title?: string; alt?: string } } | { ok: false; errors: Partial<PhotoValues> } {
  const title = withoutOuterSpaces(sent.title)
  const alt = withoutOuterSpaces(sent.alt.replace(/\s*\n\s*/g, ' '))
  const errors: Partial<PhotoValues> = {}
  if (title === '' && alt === '') errors.alt = 'Enter a title, alt text, or both.'
  const wrong = { title: title === '' ? undefined : titleError(title), alt: altError(alt, alt !== '') }
  if (wrong.title) errors.title = wrong.title
  if (wrong.alt) errors.alt = wrong.alt
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, texts: { ...(title === '' ? {} : { title }), ...(alt === '' ? {} : { alt }) } }
}

function titleError(title: string): string | undefined {
  if (title === '') return 'Enter a title.'
  if (!isCleanLine(title)) return HIDDEN_CHARACTERS
  return tooLong(title, TITLE_MAX) ? `Shorten the title to ${TITLE_MAX} characters.` : undefined
}

function altError(alt: string, isPublic: boolean): string | undefined {
  if (!isCleanLine(alt)) return HIDDEN_CHARACTERS
  if (tooLong(alt, ALT_MAX)) return `Shorten the description to ${ALT_MAX} characters.`
  if (!isPublic) return undefined
  if (alt === '') return 'This photo is public. Add alt text for visitors who can’t see it.'
  if (isFileName(alt)) return 'This is a file name. Describe what’s in the photo.'
  return undefined
}

const tooLong = (text: string, most: number): boolean => [...text].length > most

/** The changed fields, in the form's order, with their previous values. */
export const changesBetween = (
  before: PhotoValues,
  after: PhotoValues,
  labels: Record<PhotoField, string>,
): { field: string; from: string; to: string }[] =>
  PHOTO_FIELDS.flatMap((name) =>
    before[name] === after[name] ? [] : [{ field: labels[name], from: before[name], to: after[name] }],
  )
