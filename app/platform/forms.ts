import type { z } from 'zod'

/** Form values: every field as text. Several values of one field are separate lines. */
export type FieldValues = Record<string, string>

/** One sentence per invalid field, in the order of the form. */
export type FieldErrors = Record<string, string>

/** Why a record wasn't saved, deleted or changed. */
export type NotSaved<Errors = FieldErrors> =
  | { ok: false; reason: 'refused'; errors: Errors }
  /** Someone else saved it since the page was opened. */
  | { ok: false; reason: 'changed-since' }
  /** It no longer exists. */
  | { ok: false; reason: 'missing' }
  /** Its list has as many entries as a page can show. */
  | { ok: false; reason: 'full' }

/** The answer to a refused form of a page with several. */
export interface IntentOutcome {
  /** Which form. */
  intent: string
  sentence?: string
  errors: FieldErrors
  values: FieldValues
  /** The field to focus. */
  focus?: string
}

/** The fields of a posted form. */
export interface PostedFields {
  /** The first value of that name; '' when there is none. */
  get(name: string): string
  /** By default the lines of the first value. */
  getAll?(name: string): string[]
  /** Whether a field of that name was sent. By default: whether its first value isn't blank. */
  has?(name: string): boolean
}

export type ParsedForm<Value> =
  | { ok: true; value: Value }
  | { ok: false; errors: FieldErrors; values: FieldValues }

interface ParseOptions {
  /** The sentence for an issue of a schema that isn't built from `fields.ts`, such as a domain's model. */
  explain?: (issue: z.core.$ZodIssue, name: string) => string
}

/**
 * Parses a posted form by its schema. Only names of the schema are read, so a posted name can't create a path.
 * `address.street` is the field `street` of the object `address`. `steps.2.title` is a field of the third row,
 * and the first number without a field ends the rows. An array without rows is a group of checkboxes. A missing
 * field is ''.
 */
export function parseForm<Schema extends z.ZodType>(
  schema: Schema,
  posted: PostedFields | FieldValues,
  { explain }: ParseOptions = {},
): ParsedForm<z.output<Schema>> {
  const values: FieldValues = {}
  const input = readInput(schema, '', { fields: fieldsOf(posted), values })
  const parsed = schema.safeParse(input)
  if (parsed.success) return { ok: true, value: parsed.data }
  const errors: FieldErrors = {}
  for (const issue of parsed.error.issues) {
    const name = nameOf(issue.path, values)
    errors[name] ??= explain && !isSentence(issue) ? explain(issue, name) : issue.message
  }
  return { ok: false, errors, values }
}

/** The same for a form of one field. @returns its value, or the sentence that refuses it */
export function parseField<Value>(
  schema: z.ZodType<Value, string>,
  typed: string,
): { ok: true; value: Value } | { ok: false; sentence: string } {
  const parsed = schema.safeParse(typed)
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, sentence: parsed.error.issues[0]?.message ?? '' }
}

/** Marks an issue whose message is a sentence for the reader. */
export const SENTENCE = { sentence: true }

const isSentence = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'custom' && issue.params?.sentence === true

/** The fields of these names. */
export const sentValues = <Name extends string>(
  names: readonly Name[],
  posted: Pick<PostedFields, 'get'>,
): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, posted.get(name)])) as Record<Name, string>

/** The posted values of a schema's fields, to show them again. Other posted fields are left out. */
export function postedValues(schema: z.core.$ZodType, posted: PostedFields | FieldValues): FieldValues {
  const values: FieldValues = {}
  readInput(schema, '', { fields: fieldsOf(posted), values })
  return values
}

interface Reading {
  fields: Required<PostedFields>
  values: FieldValues
}

function readInput(schema: z.core.$ZodType, name: string, reading: Reading): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const inner = (key: string | number) => (name === '' ? String(key) : `${name}.${key}`)
  switch (def.type) {
    case 'pipe':
      return readInput(def.in, name, reading)
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([key, field]) => [key, readInput(field, inner(key), reading)]),
      )
    case 'tuple':
      return def.items.map((item, at) => readInput(item, inner(at), reading))
    case 'array':
      return readList(def.element, name, reading)
    default: {
      const text = reading.fields.get(name)
      reading.values[name] = text
      return text
    }
  }
}

function readList(element: z.core.$ZodType, name: string, reading: Reading): unknown[] {
  if (reading.fields.has(name)) {
    const chosen = reading.fields.getAll(name)
    reading.values[name] = chosen.join('\n')
    return chosen
  }
  const rows: unknown[] = []
  while (fieldNames(element, `${name}.${rows.length}`).some((each) => reading.fields.has(each)))
    rows.push(readInput(element, `${name}.${rows.length}`, reading))
  return rows
}

/** Field names of a schema. Lists count as one name, since the form decides on the number of rows. */
export function fieldNames(schema: z.core.$ZodType, name = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const inner = (key: string | number) => (name === '' ? String(key) : `${name}.${key}`)
  if (def.type === 'pipe') return fieldNames(def.in, name)
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([key, field]) => fieldNames(field, inner(key)))
  if (def.type === 'tuple') return def.items.flatMap((item, at) => fieldNames(item, inner(at)))
  return [name]
}

/** The field of an issue. An issue inside its value belongs to the field. */
function nameOf(path: readonly PropertyKey[], values: FieldValues): string {
  for (let length = path.length; length > 0; length--) {
    const name = path.slice(0, length).join('.')
    if (Object.hasOwn(values, name)) return name
  }
  return path.join('.')
}

const fieldsOf = (posted: PostedFields | FieldValues): Required<PostedFields> => {
  const get = isPosted(posted) ? posted.get : (name: string) => textIn(posted, name)
  return {
    get,
    getAll: (isPosted(posted) && posted.getAll) || ((name) => get(name).split('\n').filter(Boolean)),
    has:
      (isPosted(posted) && posted.has) ||
      ((name) => (isPosted(posted) ? get(name) !== '' : Object.hasOwn(posted, name))),
  }
}

const isPosted = (posted: PostedFields | FieldValues): posted is PostedFields =>
  typeof posted.get === 'function'

const textIn = (values: FieldValues, name: string): string =>
  Object.hasOwn(values, name) ? (values[name] ?? '') : ''
