import { ENTER_DATE, HIDDEN_CHARACTERS } from '~/platform/http/notices'
import { isCalendarDate, isCleanLine, isCleanText, withLineFeeds } from '~/platform/text'
import { BODY_MAX, LEDE_MAX, LINE_MAX, SECTIONS_MAX, type TermsDraft } from './terms'

type FieldErrors = Record<string, string>

/** Field name of a section, such as `section.2.title`. */
export const sectionField = (at: number, field: 'id' | 'title' | 'body'): string => `section.${at}.${field}`

/** The submitted values, as typed. */
export function draftFrom(form: { get(name: string): string; has(name: string): boolean }): TermsDraft {
  const text = (name: string) => withLineFeeds(form.get(name))
  const sections: TermsDraft['sections'] = []
  for (let at = 0; form.has(sectionField(at, 'title')); at += 1)
    sections.push({
      id: text(sectionField(at, 'id')),
      title: text(sectionField(at, 'title')),
      body: text(sectionField(at, 'body')),
    })
  return {
    heading: text('heading'),
    lede: text('lede'),
    effectiveOn: text('effectiveOn'),
    sections,
    doNotSell: { title: text('doNotSell.title'), body: text('doNotSell.body') },
  }
}

/** Trimmed texts, as they are stored. */
export const trimmed = (draft: TermsDraft): TermsDraft => ({
  heading: draft.heading.trim(),
  lede: draft.lede.trim(),
  effectiveOn: draft.effectiveOn.trim(),
  sections: draft.sections.map(({ id, title, body }) => ({ id, title: title.trim(), body: body.trim() })),
  doNotSell: { title: draft.doNotSell.title.trim(), body: draft.doNotSell.body.trim() },
})

/** Errors, one sentence per field. */
export function draftErrors(draft: TermsDraft): FieldErrors {
  const found: [name: string, error: string | undefined][] = [
    ['heading', lineError(draft.heading, 'Heading')],
    ['lede', draft.lede === '' ? undefined : textError(draft.lede, 'Introduction', LEDE_MAX)],
    ...draft.sections.flatMap(({ title, body }, at): [string, string | undefined][] => [
      [sectionField(at, 'title'), lineError(title, `Title of section ${at + 1}`)],
      [sectionField(at, 'body'), textError(body, `Text of section ${at + 1}`, BODY_MAX)],
    ]),
    ['doNotSell.title', lineError(draft.doNotSell.title, 'Title of the do-not-sell section')],
    ['doNotSell.body', textError(draft.doNotSell.body, 'Text of the do-not-sell section', BODY_MAX)],
  ]
  if (draft.sections.length === 0) found.push(['heading', 'The terms need at least one section. Add one.'])
  if (draft.sections.length > SECTIONS_MAX)
    found.push(['heading', `The terms can have up to ${SECTIONS_MAX} sections. Remove some.`])
  return Object.fromEntries(found.filter((each): each is [string, string] => each[1] !== undefined))
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

function lineError(text: string, label: string): string | undefined {
  if (text === '') return `“${label}” is required.`
  if (text.length > LINE_MAX) return `Shorten “${label}” to ${LINE_MAX} characters.`
  return isCleanLine(text) ? undefined : HIDDEN_CHARACTERS
}

function textError(text: string, label: string, most: number): string | undefined {
  if (text === '') return `“${label}” is required.`
  if (text.length > most) return `Shorten “${label}” to ${most.toLocaleString('en-US')} characters.`
  return isCleanText(text) ? undefined : HIDDEN_CHARACTERS
}
