import type { z } from 'zod'
import { type FieldValues, type ParsedForm, type PostedFields, postedValues } from '~/platform/forms'
import { dollarsInput } from '~/ui/money'
import { pageDraftSchema } from '../drafts'
import { describedSchema, parseDescribed } from '../form-schema'
import type { PageBody } from '../model'
import { totalOf } from '../worked-example'
import { type EditablePage, everyField, PAGE_FORMS, type PageField, type PageRows, rowField } from './fields'

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
export const sentPage = (page: EditablePage, form: PostedFields): { sent: FieldValues; version: number } => ({
  sent: postedValues(pageSchema(page), form),
  version: Number(form.get('version')),
})

/** Photos in the fields. */
export const photosIn = (page: EditablePage, values: FieldValues): string[] =>
  everyField(page, values).flatMap(({ name, kind }) => (kind === 'photo' ? [values[name] ?? ''] : []))

/** Parses the form of a page. */
export const readPageForm = (page: EditablePage, sent: FieldValues): ParsedForm<PageText> => {
  const fields = everyField(page, sent)
  return parseDescribed(pageSchema(page), sent, (name) => fields.find((field) => field.name === name))
}

function pageSchema(page: EditablePage): z.ZodType<PageText> {
  const { title, fields } = PAGE_FORMS[page]
  const model = pageDraftSchema(page)
  return describedSchema(
    model,
    fields.filter((field) => field.kind !== 'rows'),
    fields
      .filter((field) => field.kind === 'rows')
      .map((rows) => ({ ...rows, countSentence: countSentence(rows) })),
  )
    .transform((draft): object => {
      if (page === 'pricing') addUp(draft)
      // The navigation isn't a page, so it has no title.
      return { title, description: title, ...draft }
    })
    .pipe(model as unknown as z.ZodType<PageText, object>)
}

/** The error for a list with too few or too many rows. */
function countSentence({ label, one, least, most }: PageRows): string {
  if (least === most) return `“${label}” has exactly ${least}.`
  return `“${label}” has ${least} to ${most}. Add or remove a ${one}.`
}

/** The total is computed, whatever was submitted. */
function addUp(draft: Record<string, unknown>): void {
  const { example } = draft.body as Pick<PageBody<'pricing'>, 'example'>
  const cents = totalOf(example)
  example.total.cents = Number.isNaN(cents) ? 0 : cents
}

const toText = ({ kind }: PageField, value: unknown): string =>
  kind === 'money' ? dollarsInput(value as number) : String(value ?? '')

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | null)?.[key], value)
