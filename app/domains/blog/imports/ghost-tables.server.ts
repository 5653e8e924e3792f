import { JSONParser, TokenType } from '@streamparser/json'
import { PIECE_MAX, UnreadableImport } from './model'

const TOO_LONG = 'A text in this file is too long to import.'
const MOST_DEPTH = 200
/** The depth of a table's rows, below `db` and without it. */
const ROW_DEPTH = { db: 6, data: 4 }

export interface TableRow {
  table: string
  row: Record<string, unknown>
}

/**
 * The rows of some tables of a Ghost export, in the order of the file. Everything else is parsed and dropped.
 * @param refusal the sentence if it isn't such an export
 * @throws UnreadableImport
 */
export async function* readTables(
  chunks: AsyncIterable<Uint8Array>,
  tables: readonly string[],
  refusal: string,
): AsyncGenerator<TableRow> {
  const found: TableRow[] = []
  const parser = new JSONParser({
    paths: tables.flatMap((table) => [`$.db.0.data.${table}.*`, `$.data.${table}.*`]),
    keepStack: false,
    // Strings grow in a buffer instead of in parts.
    stringBufferSize: 64 * 1024,
  })
  parser.onValue = ({ value, stack }) => {
    // The stack ends with the table, whose rows are numbered.
    const table = String(stack.at(-1)?.key ?? '')
    if (isRow(value)) found.push({ table, row: value })
  }
  let [depth, rowDepth, read, tokenAt, rowAt, hasPosts] = [0, ROW_DEPTH.data, 0, 0, 0, false]
  parser.onToken = ({ token, value }) => {
    tokenAt = read
    if (depth === 1 && token === TokenType.STRING && value === 'db') rowDepth = ROW_DEPTH.db
    if (depth === rowDepth - 2 && token === TokenType.STRING && value === 'posts') hasPosts = true
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1
    if (depth > MOST_DEPTH) throw new UnreadableImport(refusal)
    if (depth < rowDepth) rowAt = read
  }
  const parse = (chunk: Uint8Array) => {
    try {
      parser.write(chunk)
    } catch (error) {
      throw error instanceof UnreadableImport ? error : new UnreadableImport(refusal, { cause: error })
    }
  }
  for await (const chunk of chunks) {
    parse(read === 0 ? withoutMark(chunk) : chunk)
    read += chunk.length
    if (read - tokenAt > PIECE_MAX || read - rowAt > PIECE_MAX) throw new UnreadableImport(TOO_LONG)
    yield* found.splice(0)
  }
  if (!parser.isEnded || !hasPosts) throw new UnreadableImport(refusal)
  yield* found
}

/** Without the byte order mark. */
const withoutMark = (chunk: Uint8Array): Uint8Array =>
  chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
