import { z } from 'zod'
import { line, must, refuse, textBy } from '~/platform/fields'
import { withLineFeeds } from '~/platform/text'
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

/** @param isPublic visitors see the photo, so it needs an alt text */
export const photoSchema = ({ isPublic }: { isPublic: boolean }) =>
  z
    .object({ title: title('Enter a title.'), alt: altText(isPublic), focalX: percent(), focalY: percent() })
    .transform(
      ({ title: called, alt, focalX, focalY }): PhotoDescription => ({
        ...{ title: called, alt, focal_x: shareOf(focalX), focal_y: shareOf(focalY) },
      }),
    )

/** Texts for many photos at once. Blank ones leave each photo's own text. */
export const manyPhotosSchema = () =>
  z
    .object({
      title: title(),
      alt: altText(false).check(must((alt) => alt === '' || !isFileName(alt), FILE_NAME)),
    })
    .superRefine(({ title: called, alt }, context) => {
      if (called === '' && alt === '') refuse(context, 'alt', 'Enter a title, alt text, or both.')
    })
    .transform(({ title: called, alt }): { title?: string; alt?: string } => ({
      ...(called === '' ? {} : { title: called }),
      ...(alt === '' ? {} : { alt }),
    }))

const title = (required?: string) =>
  line({ max: TITLE_MAX, what: 'the title', ...(required === undefined ? {} : { required }) })

const FILE_NAME = 'This is a file name. Describe what’s in the photo.'

function altText(isPublic: boolean) {
  // A line break becomes a space. A pattern would take quadratic time for many spaces.
  const alt = z.string().overwrite((typed) =>
    withLineFeeds(typed)
      .split('\n')
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .join(' '),
  )
  const described = alt.pipe(line({ max: ALT_MAX, what: 'the description' }))
  if (!isPublic) return described
  return described.check(
    must((typed) => typed !== '', 'This photo is public. Add alt text for visitors who can’t see it.'),
    must((typed) => !isFileName(typed), FILE_NAME),
  )
}

const percent = () =>
  textBy(
    (typed) => readPercent(typed) !== undefined,
    'Enter a number from 0 to 100, such as 45.5.',
  ).transform((typed) => readPercent(typed) ?? 0)

/** The changed fields with their previous values, in the form's order. */
export const changesBetween = (
  before: PhotoValues,
  after: PhotoValues,
  labels: Record<PhotoField, string>,
): { field: string; from: string; to: string }[] =>
  PHOTO_FIELDS.flatMap((name) =>
    before[name] === after[name] ? [] : [{ field: labels[name], from: before[name], to: after[name] }],
  )
