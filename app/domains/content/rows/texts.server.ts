import type { EditedText } from '~/domains/texts/model'
import { checkedText } from '~/domains/texts/stored-text'
import { documentOrMarkdown, editedText } from '~/domains/texts/texts.server'
import type { FieldErrors, FieldValues } from '~/platform/forms'
import type { FormPart } from './fields'

const textsIn = <T>(
  fields: readonly FormPart[],
  values: FieldValues,
  each: (text: string) => T,
): Record<string, T> =>
  Object.fromEntries(
    fields.flatMap(({ name, kind }) => (kind === 'document' ? [[name, each(values[name] ?? '')]] : [])),
  )

/** The values of a form, its texts as documents. A text that only Markdown can say stays Markdown. */
export const withDocuments = (fields: readonly FormPart[], values: FieldValues): FieldValues => ({
  ...values,
  ...textsIn(fields, values, documentOrMarkdown),
})

/** Sentences about texts that can’t be stored, by field. */
export const refusedTexts = (fields: readonly FormPart[], values: FieldValues): FieldErrors =>
  Object.fromEntries(
    Object.entries(textsIn(fields, values, checkedText)).flatMap(([name, read]) =>
      read.ok ? [] : [[name, read.sentence]],
    ),
  )

/** The texts of a form, by field. */
export const editedTexts = (fields: readonly FormPart[], values: FieldValues): Record<string, EditedText> =>
  textsIn(fields, values, editedText)
