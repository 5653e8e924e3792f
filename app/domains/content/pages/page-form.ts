import { HIDDEN_CHARACTERS } from '~/platform/http/notices'
import { parseDollars } from '~/platform/money'
import { isCleanLine, isCleanText, withLineFeeds } from '~/platform/text'
import { dollarsInput } from '~/ui/money'
import { pageDraftSchema } from '../drafts'
import type { PageBody } from '../model'
import type { FieldValues } from '../settings/settings-form'
import { totalOf } from '../worked-example'
import { countRows, everyField, rowField } from './field-names'
import { type EditablePage, PAGE_FORMS, type PageField } from './fields'
import { explainCount, explainPageIssue } from './page-errors'

/** The editable parts of a page. */
export interface PageText<S extends EditablePage = EditablePage> {
  title: string
  description: string
  body: PageBody<S>
}

/** The form's values: every field as text. */
export function valuesOf(page: EditablePage, text: PageText): FieldValues {
  const shown: FieldValues = {}
  for (const field of PAGE_FORMS[page].fields) {
    const value = valueAt(text, field.name)
    if (field.kind !== 'rows') shown[field.name] = toText(field, value)
    else
      for (const [at, row] of (value as unknown[]).entries())
        for (const each of field.fields)
          shown[rowField(field, at, each)] = toText(each, each.name === '' ? row : valueAt(row, each.name))
  }
  return shown
}

/** The submitted values and version. Unknown fields are ignored. */
export function sentPage(
  page: EditablePage,
  form: { has(name: string): boolean; get(name: string): string },
): { sent: FieldValues; version: number } {
  const sent: FieldValues = {}
  const take = (name: string) => {
    sent[name] = form.get(name)
  }
  for (const field of PAGE_FORMS[page].fields) {
    if (field.kind !== 'rows') take(field.name)
    else
      for (let at = 0; field.fields.some((each) => form.has(rowField(field, at, each))); at += 1)
        for (const each of field.fields) take(rowField(field, at, each))
  }
  return { sent, version: Number(form.get('version')) }
}

/** Photos in the fields. */
export const photosIn = (page: EditablePage, values: FieldValues): string[] =>
  everyField(page, values).flatMap(({ name, kind }) => (kind === 'photo' ? [values[name] ?? ''] : []))

export type ReadPageForm = { ok: true; text: PageText } | { ok: false; errors: FieldValues }

/** Parses a submitted page form. Each invalid field gets a sentence. */
export function readPageForm(page: EditablePage, sent: FieldValues): ReadPageForm {
  const { title, fields } = PAGE_FORMS[page]
  const draft: Record<string, unknown> = { title, description: title }
  const errors: FieldValues = {}
  for (const field of fields) {
    if (field.kind !== 'rows') continue
    setAt(draft, field.name, [])
    const count = countRows(field, sent)
    if (count < field.least || count > field.most) errors[field.name] = explainCount(field)
  }
  for (const field of everyField(page, sent)) {
    const text = withLineFeeds(sent[field.name] ?? '').trim()
    const isOneLine = field.kind !== 'text' && field.kind !== 'markdown'
    if (!(isOneLine ? isCleanLine(text) : isCleanText(text))) errors[field.name] = HIDDEN_CHARACTERS
    setAt(
      draft,
      field.name,
      field.kind === 'money' ? (parseDollars(text, { canBeNegative: true }) ?? Number.NaN) : text,
    )
  }
  if (page === 'pricing') addUp(draft)
  const read = pageDraftSchema(page).safeParse(draft)
  for (const issue of read.error?.issues ?? []) {
    const name = issue.path.join('.')
    errors[name] ??= explainPageIssue(issue, fieldNamed(page, sent, name))
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  if (!read.success) throw new Error(`The form of ${page} can’t be read: ${read.error.message}`)
  return { ok: true, text: read.data as PageText }
}

/** The total is computed, whatever was submitted. */
function addUp(draft: Record<string, unknown>): void {
  const { example } = draft.body as Pick<PageBody<'pricing'>, 'example'>
  const cents = totalOf(example)
  example.total.cents = Number.isNaN(cents) ? 0 : cents
}

const fieldNamed = (page: EditablePage, sent: FieldValues, name: string) =>
  everyField(page, sent).find((field) => field.name === name) ??
  PAGE_FORMS[page].fields.find((field) => field.name === name)

const toText = ({ kind }: PageField, value: unknown): string =>
  kind === 'money' ? dollarsInput(value as number) : String(value ?? '')

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | null)?.[key], value)

/** Sets a value at a path. Numeric steps index existing lists. */
function setAt(target: Record<string, unknown>, path: string, value: unknown): void {
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  const inner = steps.reduce<Record<string, unknown>>((part, step) => {
    part[step] ??= {}
    return part[step] as Record<string, unknown>
  }, target)
  inner[last] = value
}
