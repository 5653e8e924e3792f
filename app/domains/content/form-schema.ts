import { z } from 'zod'
import { checkedText } from '~/domains/texts/stored-text'
import { currencyName, moneyInput, PRICE_MAX_CENTS, parseMoney, sampleAmounts } from '~/platform/amounts'
import { must } from '~/platform/fields'
import { type FieldValues, type ParsedForm, parseForm, SENTENCE } from '~/platform/forms'
import { CHOOSE_OPTION, CHOOSE_PHOTO, ENTER_DATE, HIDDEN_CHARACTERS } from '~/platform/http/notices'
import { isBlank, isCleanLine, isCleanText, withLineFeeds } from '~/platform/text'

/**
 * A field of a form that is described by a list; `name` is its path in the model, such as `address.street`.
 */
export interface DescribedField {
  name: string
  label: string
  kind: string
  optional?: boolean
  hasBlocks?: boolean
}

/** A list whose rows have fields. */
export interface DescribedRows {
  name: string
  fields: DescribedField[]
  least: number
  most: number
  /** The error if it has too few or too many. */
  countSentence: string
}

/**
 * The schema of a described form: each text is parsed by the kind of its field and then validated by the part
 * of the model at its path.
 */
export const describedSchema = (
  model: z.core.$ZodType,
  fields: DescribedField[],
  lists: DescribedRows[] = [],
) =>
  nested(model, [
    ...fields.map((field) => ({ path: stepsOf(field.name), schema: fieldSchema(model, field) })),
    ...lists.map((rows) => ({ path: stepsOf(rows.name), schema: listSchema(model, rows) })),
  ]) as z.ZodObject<Record<string, z.ZodType>>

/** Parses the form. Errors of the model become sentences with the field's label. */
export const parseDescribed = <Schema extends z.ZodType>(
  schema: Schema,
  sent: FieldValues,
  fieldNamed: (name: string) => DescribedField | undefined,
): ParsedForm<z.output<Schema>> =>
  parseForm(schema, sent, { explain: (issue, name) => explain(issue, fieldNamed(name), sent[name] ?? '') })

const stepsOf = (name: string): string[] => (name === '' ? [] : name.split('.'))

function fieldSchema(model: z.core.$ZodType, field: DescribedField): z.ZodType {
  const part = partAt(model, stepsOf(field.name))
  const isClean = isLong(field) ? isCleanText : isCleanLine
  const empty = z.safeParse(part, null).success ? null : ''
  return z
    .string()
    .overwrite((typed) => (isBlank(typed) ? '' : withLineFeeds(typed).trim()))
    .check(must(isClean, HIDDEN_CHARACTERS))
    .transform((typed, { addIssue }) => {
      if (field.kind !== 'document')
        return typed === '' && field.optional && field.kind !== 'lines' ? empty : convert(field, typed)
      const read = checkedText(typed, { hasBlocks: field.hasBlocks ?? false })
      if (read.ok) return read.text
      addIssue({ code: 'custom', message: read.sentence, params: SENTENCE })
      return z.NEVER
    })
    .pipe(part as z.ZodType)
}

function listSchema(model: z.core.$ZodType, { name, fields, least, most, countSentence }: DescribedRows) {
  const row = partAt(model, [...stepsOf(name), '0'])
  const rows = fields.map((field) => ({ path: stepsOf(field.name), schema: fieldSchema(row, field) }))
  return z
    .array(nested(row, rows))
    .check(must((given) => given.length >= least && given.length <= most, countSentence))
}

interface Leaf {
  path: string[]
  schema: z.ZodType
}

function nested(model: z.core.$ZodType, leaves: Leaf[]): z.ZodType {
  const [first] = leaves
  if (first && first.path.length === 0) return first.schema
  const keys = [...new Set(leaves.map(({ path }) => path[0] ?? ''))]
  const parts = keys.map((key): [string, z.ZodType] => [
    key,
    nested(
      partAt(model, [key]),
      leaves.filter(({ path }) => path[0] === key).map((leaf) => ({ ...leaf, path: leaf.path.slice(1) })),
    ),
  ])
  return defOf(model).type === 'tuple'
    ? z.tuple(parts.map(([, part]) => part) as [z.ZodType, ...z.ZodType[]])
    : z.object(Object.fromEntries(parts))
}

function partAt(model: z.core.$ZodType, [step, ...rest]: string[]): z.core.$ZodType {
  if (step === undefined) return model
  const def = defOf(model)
  const part =
    def.type === 'object'
      ? def.shape[step]
      : def.type === 'tuple'
        ? def.items[Number(step)]
        : def.type === 'array'
          ? def.element
          : undefined
  if (!part) throw new Error(`The model has no ${step}.`)
  return partAt(part, rest)
}

function defOf(model: z.core.$ZodType): z.core.$ZodTypes['_zod']['def'] {
  const { def } = (model as z.core.$ZodTypes)._zod
  return def.type === 'nullable' || def.type === 'default' ? defOf(def.innerType) : def
}

const isLong = ({ kind }: DescribedField) => kind === 'text' || kind === 'lines' || kind === 'document'

function convert({ kind }: DescribedField, typed: string): unknown {
  switch (kind) {
    case 'lines':
      return typed.split('\n').flatMap((line) => line.trim() || [])
    case 'number':
      return typed === '' ? Number.NaN : Number(typed)
    case 'percent':
      return typed === '' ? Number.NaN : Number((Number(typed) / 100).toFixed(8))
    case 'cents':
    case 'price':
      return parseMoney(typed) ?? Number.NaN
    case 'money':
      return parseMoney(typed, { canBeNegative: true }) ?? Number.NaN
    case 'switch':
      return typed === 'yes'
    default:
      return typed
  }
}

/** A sentence about what is wrong with a field and how to fix it. */
function explain(issue: z.core.$ZodIssue, field: DescribedField | undefined, typed: string): string {
  if (!field) return UNREADABLE
  const { kind, label, optional } = field
  if (isBlank(typed) && !optional && kind !== 'photo') return `“${label}” is required.`
  switch (kind) {
    case 'choice':
    case 'currency':
      return CHOOSE_OPTION
    case 'photo':
      return CHOOSE_PHOTO
    case 'color':
      return 'Enter a color as # and six digits, such as #1d4ed8.'
    case 'money':
      return `Enter an amount in ${currencyName()}, such as ${sampleAmounts(345, 9.28)}.`
    case 'price':
      return `Enter a price in ${currencyName()}, such as ${sampleAmounts(1_250, 1_250.5)}, up to ${moneyInput(PRICE_MAX_CENTS)}.`
  }
  if (kind === 'lines' && issue.code === 'too_big')
    return issue.origin === 'string'
      ? `Shorten each line of “${label}” to ${issue.maximum} characters.`
      : `Shorten “${label}” to ${issue.maximum} lines.`
  return explainIssue(issue, label)
}

const UNREADABLE = 'We couldn’t read this. Please type it again.'

function explainIssue(issue: z.core.$ZodIssue, label: string): string {
  switch (issue.code) {
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'Check the format. See the example below the field.'
    case 'too_small':
      return issue.origin === 'string' ? `“${label}” is required.` : `Enter ${issue.minimum} or more.`
    case 'too_big':
      return issue.origin === 'string'
        ? `Shorten “${label}” to ${issue.maximum === 1 ? 'one letter' : `${issue.maximum} characters`}.`
        : `“${label}” is too large.`
    case 'invalid_type':
      return `Enter a number for “${label}.”`
    case 'invalid_union':
      return FORMATS.email ?? ''
    case 'invalid_value':
    case 'custom':
      return CHOOSE_OPTION
    default:
      return UNREADABLE
  }
}

const FORMATS: Record<string, string | undefined> = {
  email: 'Enter a full email address, like you@example.com.',
  url: 'Enter a full URL, such as https://example.com.',
  date: ENTER_DATE,
  time: 'Enter a time, such as 14:30.',
  'page-or-address': 'Enter a page on this site, such as /book-session, or a URL that begins with https://.',
}
