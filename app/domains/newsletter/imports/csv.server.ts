import { CsvError, parse } from 'csv-parse'
import { COLUMNS_MAX, type CsvLine, hasAddress, LINES_MAX } from './model'

export type CsvRead = { ok: true; header: string[]; lines: CsvLine[] } | { ok: false; sentence: string }

/** In characters. */
const LINE_MAX = 100_000

/**
 * Reads a CSV file: UTF-8, UTF-16 or Windows-1252, separated by commas, semicolons, tabs or bars. Without
 * titles, the columns are numbered.
 */
export async function readCsv(bytes: Uint8Array): Promise<CsvRead> {
  // Excel's line about its separator is no title. It still counts as a line.
  const text = decode(bytes).replace(/^\uFEFF?sep=.(?=\r?\n)/i, '')
  const lines: CsvLine[] = []
  const parser = parse(text, {
    bom: true,
    delimiter: delimiterOf(text),
    info: true,
    max_record_size: LINE_MAX,
    relax_column_count: true,
    relax_quotes: true,
  })
  let before = 0
  try {
    for await (const { info, record } of parser as AsyncIterable<{
      info: { lines: number }
      record: string[]
    }>) {
      if (record.some((cell) => cell.trim() !== ''))
        lines.push({ number: before + 1, cells: record.slice(0, COLUMNS_MAX) })
      before = info.lines
      if (lines.length > LINES_MAX + 1) {
        parser.destroy()
        return refuse(`A file can have up to ${LINES_MAX.toLocaleString('en-US')} lines. Split it in parts.`)
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refuse(
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'A quotation mark in this file isn’t closed, so we can’t see where a line ends. Save the file as CSV again, or delete the quotation mark.'
        : 'We couldn’t read this file. Save it as CSV again.',
    )
  }
  const [first] = lines
  if (!first) return refuse('This file has no lines. Choose a CSV file with one person per line.')
  const width = Math.max(...lines.slice(0, 1_000).map(({ cells }) => cells.length))
  const hasTitles = !first.cells.some(hasAddress)
  const header = Array.from({ length: width }, (_, at) => {
    const title = hasTitles ? (first.cells[at] ?? '').replace(/\s+/g, ' ').trim().slice(0, 80) : ''
    return title || `Column ${at + 1}`
  })
  return { ok: true, header, lines: hasTitles ? lines.slice(1) : lines }
}

const refuse = (sentence: string): CsvRead => ({ ok: false, sentence })

/** Excel writes UTF-16 as “Unicode text”, and Windows-1252 as plain CSV. NUL can't be stored. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes).replaceAll('\0', '')
  } catch {
    return new TextDecoder('windows-1252').decode(bytes).replaceAll('\0', '')
  }
}

const DELIMITERS = [',', ';', '\t', '|']

/** The one that occurs most in the first line, outside of quotation marks. */
function delimiterOf(text: string): string {
  const line =
    text
      .slice(0, LINE_MAX)
      .trimStart()
      .replace(/"(?:[^"]|"")*"/g, '')
      .split(/[\r\n]/, 1)[0] ?? ''
  const counted = DELIMITERS.map((each) => ({ each, count: line.split(each).length }))
  return counted.toSorted((a, b) => b.count - a.count)[0]?.each ?? ','
}
