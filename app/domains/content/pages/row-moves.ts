import type { FieldValues } from '~/platform/forms'
import { countRows, type EditablePage, PAGE_FORMS, type PageRows, rowField } from './fields'

export type RowMove = 'add' | 'remove' | 'up' | 'down'

/** The button's value for a move. */
export const rowIntent = (move: RowMove, rows: Pick<PageRows, 'name'>, at = 0): string =>
  `${move} ${rows.name} ${at}`

/**
 * The fields after a row was added, removed or moved, without saving.
 * @returns undefined when the page has no such list or row; `focus`: the field to focus
 */
export function moveRow(
  page: EditablePage,
  sent: FieldValues,
  intent: string,
): { values: FieldValues; focus: string } | undefined {
  const [, move, name, index] = /^(add|remove|up|down) (\S+) (\d{1,3})$/.exec(intent) ?? []
  const rows = PAGE_FORMS[page].fields.find((field) => field.name === name)
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
function newOrder(move: RowMove, at: number, count: number, { least, most }: PageRows): number[] | undefined {
  const order = Array.from({ length: count }, (_, each) => each)
  if (move === 'add') return count < most ? [...order, count] : undefined
  if (at >= count) return undefined
  if (move === 'remove') return count > least ? order.filter((each) => each !== at) : undefined
  const other = move === 'up' ? at - 1 : at + 1
  if (other < 0 || other >= count) return undefined
  return order.with(at, other).with(other, at)
}
