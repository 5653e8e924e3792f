import type { z } from 'zod'
import type { FieldValues, ParsedForm, PostedFields } from '~/platform/forms'
import { pageDraftSchema } from '../drafts'
import type { PageBody } from '../model'
import { readFields, schemaOf, sentFields, valuesOfRow } from '../rows/row-form'
import { type EditablePage, PAGE_FORMS } from './fields'

/** The editable parts of a page. */
export interface PageText<S extends EditablePage = EditablePage> {
  title: string
  description: string
  body: PageBody<S>
}

/** The form's values. */
export const valuesOf = (page: EditablePage, text: PageText): FieldValues =>
  valuesOfRow(PAGE_FORMS[page].fields, text)

/** The submitted values and version. Unknown fields are ignored. */
export const sentPage = (page: EditablePage, form: PostedFields) => ({
  page,
  sent: sentFields(PAGE_FORMS[page].fields, form),
  version: form.get('version'),
  isSeparate: form.get('separate') === 'yes',
})

/** Parses the form of a page. */
export const readPageForm = (page: EditablePage, sent: FieldValues): ParsedForm<PageText> =>
  readFields(PAGE_FORMS[page].fields, pageSchema(page), sent)

function pageSchema(page: EditablePage): z.ZodType<PageText> {
  const { title, fields } = PAGE_FORMS[page]
  const model = pageDraftSchema(page)
  return schemaOf(fields, model)
    .transform((draft): object => {
      // Its total is calculated when it's shown.
      if (page === 'pricing') (draft.body as PageBody<'pricing'>).example.total.cents = 0
      // The navigation isn't a page, so it has no title.
      return { title, description: title, ...draft }
    })
    .pipe(model as unknown as z.ZodType<PageText, object>)
}
