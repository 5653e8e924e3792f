import type { EditedText } from '~/domains/texts/model'
import { checkedText, editedText, type TextRule } from '~/domains/texts/stored-text'
import { documentOrMarkdown } from '~/domains/texts/texts.server'
import type { FieldErrors, FieldValues } from '~/platform/forms'
import type { FormPart } from './fields'

const textsIn = <T>(
  fields: readonly FormPart[],
  values: FieldValues,
  each: (text: string, rule: TextRule, name: string) => T,
): Record<string, T> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      if (field.kind !== 'document') return []
      const { name, hasBlocks = false } = field
      return [[name, each(values[name] ?? '', { hasBlocks }, name)]]
    }),
  )

/**
 * The values of a form, its texts as documents. A text that only Markdown can say stays Markdown.
 * @param before those that a form without script began from
 */
export const withDocuments = (
  fields: readonly FormPart[],
  values: FieldValues,
  before: FieldValues = {},
): FieldValues => ({
  ...values,
  ...textsIn(fields, values, (text, rule, name) => documentOrMarkdown(text, rule, before[name])),
})

/** The values with their texts as they are stored, and sentences about those that can’t be. */
export function checkedTexts(
  fields: readonly FormPart[],
  sent: FieldValues,
): { values: FieldValues; errors: FieldErrors } {
  const values = { ...sent }
  const errors: FieldErrors = {}
  for (const [name, read] of Object.entries(textsIn(fields, sent, checkedText)))
    if (read.ok) values[name] = read.text
    else errors[name] = read.sentence
  return { values, errors }
}

/** The texts of a form, by field. */
export const editedTexts = (fields: readonly FormPart[], values: FieldValues): Record<string, EditedText> =>
  textsIn(fields, values, editedText)
