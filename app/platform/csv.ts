/** Marks the file as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** One line by RFC 4180, with its CRLF. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/**
 * A cell by RFC 4180. Formulas get an apostrophe (OWASP, CSV injection), since names and notes come from
 * strangers. Negative amounts stay numbers.
 */
function csvCell(text: string): string {
  const isAmount = /^-\d+(\.\d+)?$/.test(text)
  const safe = !isAmount && /^\s*[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
