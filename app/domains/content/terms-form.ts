import { z } from 'zod'
import { ALWAYS, line, refuse, text } from '~/platform/fields'
import { type FieldValues, type ParsedForm, type PostedFields, parseForm } from '~/platform/forms'
import { ENTER_DATE } from '~/platform/http/notices'
import { isCalendarDate, withLineFeeds } from '~/platform/text'
import { BODY_MAX, LEDE_MAX, LINE_MAX, SECTIONS_MAX, type TermsDraft } from './terms'

/** Field name of a section, such as `sections.2.title`. */
export const sectionField = (at: number, field: 'id' | 'title' | 'body'): string => `sections.${at}.${field}`

/** The submitted values, as typed. */
export function typedTerms(posted: PostedFields | FieldValues): TermsDraft {
  const typed = z.string().overwrite(withLineFeeds)
  const read = parseForm(
    z.object({
      heading: typed,
      lede: typed,
      effectiveOn: typed,
      sections: z.array(z.object({ id: typed, title: typed, body: typed })),
      doNotSell: z.object({ title: typed, body: typed }),
    }),
    posted,
  )
  if (!read.ok) throw new Error('A schema of texts refused a text.')
  return read.value
}

/** The submitted values, trimmed as they are stored, or one sentence per invalid field. */
export const parseTerms = (posted: PostedFields | FieldValues): ParsedForm<TermsDraft> =>
  parseForm(termsSchema(typedTerms(posted).sections.length), posted)

/** @param count of the sections, whose sentences say which one they are about */
function termsSchema(count: number) {
  const section = (at: number) =>
    z.object({
      id: z.string(),
      title: line({ label: `Title of section ${at + 1}`, max: LINE_MAX }),
      body: text({ label: `Text of section ${at + 1}`, max: BODY_MAX }),
    })
  type Section = ReturnType<typeof section>
  return z
    .object({
      heading: line({ label: 'Heading', max: LINE_MAX }),
      lede: text({ label: 'Introduction', max: LEDE_MAX, optional: true }),
      effectiveOn: z.string().trim(),
      sections: z.tuple(Array.from({ length: count }, (_, at) => section(at)) as [Section, ...Section[]]),
      doNotSell: z.object({
        title: line({ label: 'Title of the do-not-sell section', max: LINE_MAX }),
        body: text({ label: 'Text of the do-not-sell section', max: BODY_MAX }),
      }),
    })
    .superRefine((_, context) => {
      if (count === 0) refuse(context, 'heading', 'The terms need at least one section. Add one.')
      if (count > SECTIONS_MAX)
        refuse(context, 'heading', `The terms can have up to ${SECTIONS_MAX} sections. Remove some.`)
    }, ALWAYS)
}

/**
 * Whether a new version may apply from that day.
 * @param earliest today, or a later first day of the previous version
 */
export function effectiveOnError(
  date: string,
  earliest: { date: string; label: string },
): string | undefined {
  if (!isCalendarDate(date)) return ENTER_DATE
  // ISO dates sort as text.
  if (date < earliest.date) return `A new version can take effect on ${earliest.label} or later.`
  return undefined
}
