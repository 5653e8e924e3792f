import type { z } from 'zod'
import { type FieldValues, type ParsedForm, type PostedFields, sentValues } from '~/platform/forms'
import { dollarsInput } from '~/ui/money'
import { describedSchema, parseDescribed } from '../form-schema'

/** A field of a content row's form. */
export interface RowField {
  name: string
  label: string
  /** `price` is in dollars; `lines` is a list with one entry per line; `switch` is yes or absent. */
  kind: 'line' | 'text' | 'lines' | 'price' | 'switch' | 'photo' | 'choice' | 'date'
  hint?: string
  optional?: boolean
  /** Height of a text, in lines. */
  rows?: number
  choices?: { value: string; label: string }[]
}

/** The form's values for a row. */
export const valuesOfRow = (fields: RowField[], row: object): FieldValues =>
  Object.fromEntries(
    fields.map(({ name, kind }) => [name, toText(kind, (row as Record<string, unknown>)[name])]),
  )

/** Parses a submitted row; prices become cents. */
export const readRow = <Model extends z.ZodObject>(
  fields: RowField[],
  model: Model,
  sent: FieldValues,
): ParsedForm<z.output<Model>> =>
  parseDescribed(describedSchema(model, fields).pipe(model), sent, (name) =>
    fields.find((field) => field.name === name),
  )

function toText(kind: RowField['kind'], value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'lines') return (value as string[]).join('\n')
  if (kind === 'price') return dollarsInput(value as number)
  if (kind === 'switch') return value ? 'yes' : ''
  return String(value)
}

/** Only the form's own fields. */
export const sentFields = (fields: RowField[], form: PostedFields): FieldValues =>
  sentValues(
    fields.map(({ name }) => name),
    form,
  )
