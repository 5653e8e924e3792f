import type { TableShape } from '~/platform/db/table-shape'
import { archivedName } from '../model'
import { LAST_LINE, readHead, readRow, type TableRow } from '../table-lines'

/** Values that one statement may bind, on both engines. */
const MOST_VALUES = 10_000
const MOST_ROWS = 200
/** A line is a row; none of ours is longer, and one that is does not fill the memory. */
const LONGEST_LINE = 32 * 1024 * 1024

/** Rows of one statement. */
export const rowsAtOnce = ({ columns }: TableShape): number =>
  Math.min(MOST_ROWS, Math.floor(MOST_VALUES / columns.length))

/** A table of an archive that is not such as the program writes it; the message is for people. */
export class TableError extends Error {
  override name = 'TableError'
}

/**
 * The rows of an archived table, some at a time, by the names of the database.
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
