import { z } from 'zod'
import { DOCUMENT_MAX, type EditedText } from '~/domains/texts/model'
import { checkedText, editedText, type TextRule } from '~/domains/texts/stored-text'
import { documentOrMarkdown } from '~/domains/texts/texts.server'
import { ALWAYS, line, refuse, requiredSentence, text } from '~/platform/fields'
import { type FieldErrors, type FieldValues, type PostedFields, parseForm } from '~/platform/forms'
import { ENTER_DATE } from '~/platform/http/notices'
import { isCalendarDate, withLineFeeds } from '~/platform/text'
import { LEDE_MAX, LINE_MAX, SECTIONS_MAX, type TermsDraft } from './terms'

/** Texts of the terms have no photos and other blocks. */
const PROSE: TextRule = { hasBlocks: false }

type Texts = Pick<TermsDraft, 'sections' | 'doNotSell'>

/** The terms with their texts as documents. A text that only Markdown can say stays Markdown. */
export const withTermsDocuments = <T extends Texts>(terms: T, before?: Texts): T => ({
  ...terms,
  sections: terms.sections.map((section) => ({
    ...section,
    body: documentOrMarkdown(section.body, PROSE, before?.sections.find(({ id }) => id === section.id)?.body),
  })),
  doNotSell: {
    ...terms.doNotSell,
    body: documentOrMarkdown(terms.doNotSell.body, PROSE, before?.doNotSell.body),
  },
})

/** The texts to edit: those of the sections by their anchors, and of the last one. */
export const termsTexts = ({ sections, doNotSell }: Texts) => ({
  sections: Object.fromEntries(sections.map(({ id, body }): [string, EditedText] => [id, editedText(body)])),
  doNotSell: editedText(doNotSell.body),
})

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

/** The values as they are stored, or one sentence per invalid field. */
export function parseTerms(
  typed: TermsDraft,
): { ok: true; value: TermsDraft } | { ok: false; errors: FieldErrors } {
  const parsed = termsSchema(typed.sections.length).safeParse(typed)
  if (parsed.success) return { ok: true, value: parsed.data }
  const errors: FieldErrors = {}
  for (const { path, message } of parsed.error.issues) errors[path.join('.')] ??= message
  return { ok: false, errors }
}

/** @param count of the sections, whose sentences say which one they are about */
function termsSchema(count: number) {
  const section = (at: number) =>
    z.object({
      id: z.string(),
      title: line({ label: `Title of section ${at + 1}`, max: LINE_MAX }),
      body: written(`Text of section ${at + 1}`),
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
        body: written('Text of the do-not-sell section'),
      }),
    })
    .superRefine((_, context) => {
      if (count === 0) refuse(context, 'heading', 'The terms need at least one section. Add one.')
      if (count > SECTIONS_MAX)
        refuse(context, 'heading', `The terms can have up to ${SECTIONS_MAX} sections. Remove some.`)
    }, ALWAYS)
}

const written = (label: string) =>
  text({ label, max: DOCUMENT_MAX }).transform((typed, { addIssue }) => {
    const read = checkedText(typed, PROSE)
    if (read.ok && read.text !== '') return read.text
    addIssue({ code: 'custom', message: read.ok ? requiredSentence(label) : read.sentence })
    return z.NEVER
  })

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
