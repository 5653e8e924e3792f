import type { z } from 'zod'
import { moneyInput } from '~/platform/amounts'
import type { FieldValues, ParsedForm, PostedFields } from '~/platform/forms'
import { describedSchema, parseDescribed } from '../form-schema'
import { everyField, type FormField, type FormPart, type FormRows, rowField, rowsIn } from './fields'

/** The form's values for a row or a page: every field as text. */
export function valuesOfRow(fields: readonly FormPart[], row: object): FieldValues {
  const values: FieldValues = {}
  for (const field of fields) {
    const value = valueAt(row, field.name)
    if (field.kind !== 'rows') values[field.name] = toText(field.kind, value)
    else
      for (const [at, entry] of ((value ?? []) as unknown[]).entries())
        for (const each of field.fields)
          values[rowField(field, at, each)] = toText(
            each.kind,
            each.name === '' ? entry : valueAt(entry, each.name),
          )
  }
  return values
}

/** The schema of a form: its texts, each validated by the model. */
export const schemaOf = (fields: readonly FormPart[], model: z.core.$ZodType) =>
  describedSchema(
    model,
    fields.filter((field) => field.kind !== 'rows'),
    fields
      .filter((field) => field.kind === 'rows')
      .map((rows) => ({ ...rows, countSentence: countSentence(rows) })),
  )

/** Parses a form by its schema. */
export function readFields<Schema extends z.ZodType>(
  fields: readonly FormPart[],
  schema: Schema,
  sent: FieldValues,
): ParsedForm<z.output<Schema>> {
  const every = everyField(fields, sent)
  return parseDescribed(schema, sent, (name) => every.find((field) => field.name === name))
}

/** Parses a submitted row; prices become cents. */
export const readRow = <Model extends z.ZodObject>(
  fields: readonly FormPart[],
  model: Model,
  sent: FieldValues,
): ParsedForm<z.output<Model>> => readFields(fields, schemaOf(fields, model).pipe(model), sent)

/** The error for a list with too few or too many rows. */
function countSentence({ label, one, least, most }: FormRows): string {
  if (least === most) return `“${label}” has exactly ${least}.`
  return `“${label}” has ${least} to ${most}. Add or remove a ${one}.`
}

function toText(kind: FormField['kind'], value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'lines') return (value as string[]).join('\n')
  if (kind === 'price' || kind === 'money') return moneyInput(value as number)
  if (kind === 'switch') return value ? 'yes' : ''
  return String(value)
}

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | null)?.[key], value)

/** Only the form's own fields, with as many rows as were sent. */
export const sentFields = (fields: readonly FormPart[], form: PostedFields): FieldValues => {
  const names = fields.flatMap((field) =>
    field.kind === 'rows'
      ? Array.from({ length: rowsIn(field, (name) => form.has?.(name) ?? form.get(name) !== '') }, (_, at) =>
          field.fields.map((each) => rowField(field, at, each)),
        ).flat()
      : [field.name],
  )
  return Object.fromEntries(names.map((name) => [name, form.get(name)]))
}
