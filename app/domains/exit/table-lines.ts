import type { TableShape } from '~/platform/db/table-shape'
import { isJsonOf, jsonKind } from './json-columns'
import { archivedName } from './model'

/**
 * A table as JSON, one row on a line, so that it can be read by any program at once and by this one line after line:
 *
 * {"table":"places","columns":["id","title"],"rows":[
 * ["a1","Studio"],
 * ["b2","Garden"]
 * ]}
 */
export const headLine = ({ name, columns }: TableShape): string =>
  `{"table":${JSON.stringify(archivedName(name))},"columns":${JSON.stringify(columns.map((column) => archivedName(column.name)))},"rows":[`

export const LAST_LINE = ']}'

export type Value = string | number | null
export type TableRow = Record<string, Value>

export const rowLine = ({ columns }: TableShape, row: TableRow): string =>
  JSON.stringify(columns.map(({ name }) => row[name] ?? null))

/** The names of a table's columns in an archive, from its first line; undefined when that is none. */
export function readHead(line: string, table: string): string[] | undefined {
  try {
    const head = JSON.parse(`${line}]}`)
    const isHead =
      Object.keys(head).join() === 'table,columns,rows' && head.table === table && head.rows.length === 0
    return isHead &&
      Array.isArray(head.columns) &&
      head.columns.every((name: unknown) => typeof name === 'string')
      ? head.columns
      : undefined
  } catch {
    return undefined
  }
}

/** A row from its line. @returns a sentence when its values are not such as the columns take */
export function readRow(shape: TableShape, columns: string[], line: string): TableRow | string {
  let values: unknown
  try {
    values = JSON.parse(line.replace(/,$/, ''))
  } catch {
    return 'a row is not JSON'
  }
  if (!Array.isArray(values) || values.length !== columns.length) return 'a row has not one value a column'
  const row: TableRow = {}
  for (const [index, name] of columns.entries()) {
    const column = shape.columns.find((each) => each.name === name)
    const value: unknown = values[index]
    if (!column || !fits(column, value)) return `a value of ${name} does not fit`
    const json = jsonKind(shape.name, name)
    if (json && typeof value === 'string' && !isJsonOf(json, value))
      return `a value of ${name} is not the JSON that it has to be`
    row[name] = value as Value
  }
  return row
}

function fits({ kind, isNullable }: TableShape['columns'][number], value: unknown): boolean {
  if (value === null) return isNullable
  if (kind === 'text') return typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
  return kind === 'integer'
    ? Number.isSafeInteger(value)
    : typeof value === 'number' && Number.isFinite(value)
}
