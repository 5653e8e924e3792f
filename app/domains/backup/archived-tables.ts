import type { TableShape } from '~/platform/db/tables'
import { archivedName } from './model'

/**
 * A table as JSON with one row per line, readable as a whole by any JSON parser, and line by line here:
 *
 * {"table":"places","columns":["id","title"],"rows":[ ["a1","Studio"], ["b2","Garden"] ]}
 */
export const headLine = ({ name, columns }: TableShape): string =>
  `{"table":${JSON.stringify(archivedName(name))},"columns":${JSON.stringify(columns.map((column) => archivedName(column.name)))},"rows":[`

export const LAST_LINE = ']}'

export type Value = string | number | null
export type TableRow = Record<string, Value>

export const rowLine = ({ columns }: TableShape, row: TableRow): string =>
  JSON.stringify(columns.map(({ name }) => row[name] ?? null))

/** A table's column names, from the first line of its file; undefined if that is malformed. */
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

/** Parses a row from its line. @returns a sentence if a value doesn't fit its column */
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

/** Columns of JSON that pages read without validation, and the top-level type of each. */
const JSON_COLUMNS: Readonly<Record<string, 'list' | 'record'>> = {
  'audit.changes': 'list',
  'booking_events.detail': 'record',
  'bookings.answers': 'list',
  'bookings.policy': 'record',
  'contract_log.detail': 'record',
  'contracts.late_fee': 'record',
  'contracts.signers': 'list',
  'invoices.document': 'record',
  'newsletter_campaigns.document': 'record',
  'newsletter_campaigns.segment': 'record',
  'post_versions.document': 'record',
  'post_versions.form': 'record',
  'posts.document': 'record',
  'posts.related': 'list',
  'products.options': 'list',
  'products.variants': 'list',
  'products.views': 'list',
  'proposal_versions.choice': 'record',
  'proposal_versions.document': 'record',
  'proposal_versions.snapshot': 'record',
  'proposals.document': 'record',
  'refunds.credits': 'list',
  'releases.uses': 'list',
  'signed_releases.uses': 'list',
  'downloads.sent': 'list',
  'galleries.sizes': 'list',
  'gallery_presets.sizes': 'list',
  'gallery_presets.watermark': 'record',
  'galleries.watermark': 'record',
  'gallery_shares.sizes': 'list',
  'gallery_undos.before': 'list',
  'mini_days.starts': 'list',
  'outbox.body': 'record',
  'outbox.headers': 'record',
  'packages.points': 'list',
  'pages.body': 'record',
  'photo_checks.points': 'list',
  'schedules.hours': 'list',
  'services.points': 'list',
  'session_types.fixed_starts': 'list',
  'session_types.questionnaire': 'list',
  'special_dates.hours': 'list',
  'terms_versions.body': 'record',
  'text_versions.form': 'record',
}

/** The JSON type of a column; undefined: plain text. */
export const jsonKind = (table: string, column: string): 'list' | 'record' | undefined =>
  JSON_COLUMNS[`${table}.${column}`]

/** Whether a text is JSON of that kind. */
export function isJsonOf(kind: 'list' | 'record', value: string): boolean {
  try {
    const read: unknown = JSON.parse(value)
    return kind === 'list'
      ? Array.isArray(read)
      : typeof read === 'object' && read !== null && !Array.isArray(read)
  } catch {
    return false
  }
}

/** Maximum number of bound values in a statement, for both engines. */
const MOST_VALUES = 10_000
const MOST_ROWS = 200
/** Maximum length of a line (one row) in bytes. Real rows are shorter, and a forged one can't fill the memory. */
const LONGEST_LINE = 32 * 1024 * 1024

/** Rows of one statement. */
export const rowsAtOnce = ({ columns }: TableShape): number =>
  Math.min(MOST_ROWS, Math.floor(MOST_VALUES / columns.length))

/** A malformed table in an archive. The message is shown to people. */
export class TableError extends Error {
  override name = 'TableError'
}

/**
 * The rows of an archived table in batches, with the database's column names.
 * @param version of the archive
 * @throws TableError
 */
export async function* readTable(
  shape: TableShape,
  version: number,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<TableRow[]> {
  const lines = linesOf(shape, pieces)
  const head = await lines.next()
  const archived = head.done ? undefined : readHead(head.value, archivedName(shape.name, version))
  if (!archived) throw new TableError(`The table ${shape.name} doesn’t start as it should.`)
  const names = new Map(shape.columns.map(({ name }) => [archivedName(name, version), name]))
  const columns = archived.flatMap((name) => names.get(name) ?? [])
  if (archived.length !== names.size || new Set(columns).size !== names.size)
    throw new TableError(`The table ${shape.name} has different columns than this version.`)
  const most = rowsAtOnce(shape)
  let rows: TableRow[] = []
  let isOver = false
  for await (const line of lines) {
    if (isOver) throw new TableError(`The table ${shape.name} continues after its end.`)
    if (line === LAST_LINE) {
      isOver = true
      continue
    }
    const row = readRow(shape, columns, line)
    if (typeof row === 'string') throw new TableError(`In the table ${shape.name}, ${row}.`)
    rows.push(row)
    if (rows.length < most) continue
    yield rows
    rows = []
  }
  if (!isOver) throw new TableError(`The table ${shape.name} is cut off.`)
  if (rows.length > 0) yield rows
}

async function* linesOf({ name }: TableShape, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest: string[] = []
  let length = 0
  for await (const piece of pieces) {
    let text: string
    try {
      text = decoder.decode(piece, { stream: true })
    } catch {
      throw new TableError(`The table ${name} isn’t UTF-8.`)
    }
    for (let start = 0; start <= text.length; ) {
      const end = text.indexOf('\n', start)
      const part = text.slice(start, end < 0 ? undefined : end)
      rest.push(part)
      length += part.length
      if (length > LONGEST_LINE) throw new TableError(`A row of the table ${name} is too long.`)
      if (end < 0) break
      yield rest.join('')
      rest = []
      length = 0
      start = end + 1
    }
  }
  if (length > 0) yield rest.join('')
}
