import { photosInText } from '~/domains/texts/model'
import type { FieldValues } from '~/platform/forms'

/** A field of a content form: a page's, a service's or a product's. */
export interface FormField {
  /**
   * Path in the model, such as `body.hero.photo`; within a list, relative to its row; '' when the row is the
   * value itself.
   */
  name: string
  label: string
  /**
   * `price` and `money` are in the studio's currency, and `money` may be negative. `lines` is a list with one entry per line.
   * `document` is a text for the editor.
   * `switch` is yes or absent. The page says what can be chosen for a service, session type or topic.
   */
  kind:
    | 'line'
    | 'text'
    | 'document'
    | 'lines'
    | 'price'
    | 'money'
    | 'number'
    | 'switch'
    | 'photo'
    | 'choice'
    | 'date'
    | 'time'
    | 'service'
    | 'session-type'
    | 'topic'
  hint?: string
  optional?: boolean
  /** Whether a text may contain photos and other blocks. */
  hasBlocks?: boolean
  /** Height of a text, in lines. */
  rows?: number
  choices?: FieldChoice[]
}

export interface FieldChoice {
  value: string
  label: string
}

/** A list whose rows can be added, removed and reordered. */
export interface FormRows {
  name: string
  label: string
  kind: 'rows'
  /** Name of one row. */
  one: string
  hint?: string
  least: number
  most: number
  fields: FormField[]
}

export type FormPart = FormField | FormRows

/** A row's field name: `body.steps.2.when`, or `body.strip.2` where the row is the value itself. */
export const rowField = (rows: Pick<FormRows, 'name'>, at: number, field: Pick<FormField, 'name'>): string =>
  field.name === '' ? `${rows.name}.${at}` : `${rows.name}.${at}.${field.name}`

/** Number of rows of a list in a form. @param has whether the form has a field of that name */
export function rowsIn(rows: FormRows, has: (name: string) => boolean): number {
  let count = 0
  while (rows.fields.some((field) => has(rowField(rows, count, field)))) count += 1
  return count
}

export const countRows = (rows: FormRows, values: FieldValues): number =>
  rowsIn(rows, (name) => Object.hasOwn(values, name))

/** Every field with its full name, including those of existing rows. */
export const everyField = (fields: readonly FormPart[], values: FieldValues): FormField[] =>
  fields.flatMap((field) =>
    field.kind === 'rows'
      ? Array.from({ length: countRows(field, values) }, (_, at) =>
          field.fields.map((each) => ({
            ...each,
            name: rowField(field, at, each),
            label: `${field.label} ${at + 1}, ${each.label.toLowerCase()}`,
          })),
        ).flat()
      : [field],
  )

/** Slugs of the photos in the form; '' for fields without one. */
export const photosIn = (fields: readonly FormPart[], values: FieldValues): string[] =>
  everyField(fields, values).flatMap(({ name, kind }) => {
    const value = values[name] ?? ''
    if (kind === 'document') return photosInText(value)
    return kind === 'photo' ? [value] : []
  })

/** The intent of a form that is shown again with a row added, removed or moved. */
export const ARRANGED = 'arranged'

export type RowMove = 'add' | 'remove' | 'up' | 'down'

/** The button's value for a move. */
export const rowIntent = (move: RowMove, rows: Pick<FormRows, 'name'>, at = 0): string =>
  `${move} ${rows.name} ${at}`

/**
 * The fields after a row was added, removed or moved, without saving.
 * @returns undefined when the form has no such list or row; `focus`: the field to focus
 */
export function moveRow(
  fields: readonly FormPart[],
  sent: FieldValues,
  intent: string,
): { values: FieldValues; focus: string } | undefined {
  const [, move, name, index] = /^(add|remove|up|down) (\S+) (\d{1,3})$/.exec(intent) ?? []
  const rows = fields.find((field) => field.name === name)
  if (rows?.kind !== 'rows') return undefined
  const count = countRows(rows, sent)
  const at = Number(index)
  const order = newOrder(move as RowMove, at, count, rows)
  if (!order) return undefined
  const values = Object.fromEntries(
    Object.entries(sent).filter(([each]) => !each.startsWith(`${rows.name}.`)),
  )
  for (const [to, from] of order.entries())
    for (const field of rows.fields)
      values[rowField(rows, to, field)] = sent[rowField(rows, from, field)] ?? ''
  const [first] = rows.fields
  const focusAt = { add: count, remove: Math.min(at, order.length - 1), up: at - 1, down: at + 1 }[
    move as RowMove
  ]
  return { values, focus: first && focusAt >= 0 ? rowField(rows, focusAt, first) : '' }
}

/** Previous index of each row in the new order; new rows have none. */
function newOrder(move: RowMove, at: number, count: number, { least, most }: FormRows): number[] | undefined {
  const order = Array.from({ length: count }, (_, each) => each)
  if (move === 'add') return count < most ? [...order, count] : undefined
  if (at >= count) return undefined
  if (move === 'remove') return count > least ? order.filter((each) => each !== at) : undefined
  const other = move === 'up' ? at - 1 : at + 1
  if (other < 0 || other >= count) return undefined
  return order.with(at, other).with(other, at)
}
