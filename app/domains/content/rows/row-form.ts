import type { z } from 'zod'
import { CHOOSE_OPTION, HIDDEN_CHARACTERS } from '~/platform/http/notices'
import { parseDollars } from '~/platform/money'
import { isBlank, isCleanLine, isCleanText, withLineFeeds } from '~/platform/text'
import { dollarsInput } from '~/ui/money'
import { explainIssue } from '../settings/setting-errors'
import type { FieldValues, RowField } from './field'

/** The form's values for a row. */
export const valuesOfRow = (fields: RowField[], row: object): FieldValues =>
  Object.fromEntries(
    fields.map(({ name, kind }) => [name, toText(kind, (row as Record<string, unknown>)[name])]),
  )

export type ReadRow<T> = { ok: true; value: T } | { ok: false; errors: FieldValues }

/** Parses a submitted row; prices become cents. Each invalid field gets a sentence. */
export function readRow<T>(fields: RowField[], schema: z.ZodType<T>, sent: FieldValues): ReadRow<T> {
  const errors: FieldValues = {}
  const draft: Record<string, unknown> = {}
  for (const field of fields) {
    const text = withLineFeeds(sent[field.name] ?? '').trim()
    const error = errorOf(field, text)
    if (error) errors[field.name] = error
    draft[field.name] = fromText(field.kind, text)
  }
  const read = schema.safeParse(draft)
  for (const issue of read.error?.issues ?? []) {
    const field = fields.find(({ name }) => name === issue.path[0])
    if (field) errors[field.name] ??= explain(issue, field)
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  if (!read.success) throw new Error(`The form has no field for what is wrong: ${read.error.message}`)
  return { ok: true, value: read.data }
}

function errorOf({ kind, label, optional }: RowField, text: string): string | undefined {
  const isClean = kind === 'text' || kind === 'lines' ? isCleanText(text) : isCleanLine(text)
  if (!isClean) return HIDDEN_CHARACTERS
  if (kind === 'switch') return undefined
  if (isBlank(text)) return optional ? undefined : `“${label}” is required.`
  if (kind === 'price' && parseDollars(text) === undefined)
    return 'Enter a price in dollars, such as 1,250 or 1,250.50, up to 1,000,000.'
  return undefined
}

function explain(issue: z.core.$ZodIssue, { kind, label }: RowField): string {
  if (kind === 'choice' || kind === 'photo') return CHOOSE_OPTION
  if (kind === 'lines' && issue.code === 'too_big')
    return issue.path.length > 1
      ? `Shorten each line of “${label}” to ${issue.maximum} characters.`
      : `Shorten “${label}” to ${issue.maximum} lines.`
  return explainIssue(issue, label)
}

function toText(kind: RowField['kind'], value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'lines') return (value as string[]).join('\n')
  if (kind === 'price') return dollarsInput(value as number)
  if (kind === 'switch') return value ? 'yes' : ''
  return String(value)
}

function fromText(kind: RowField['kind'], text: string): unknown {
  switch (kind) {
    case 'lines':
      return text.split('\n').flatMap((line) => line.trim() || [])
    case 'price':
      return parseDollars(text) ?? 0
    case 'switch':
      return text === 'yes'
    case 'photo':
      return text === '' ? null : text
    default:
      return text
  }
}

/** Only the form's own fields. */
export const sentFields = (fields: RowField[], form: { get(name: string): string }): FieldValues =>
  Object.fromEntries(fields.map(({ name }) => [name, form.get(name)]))
