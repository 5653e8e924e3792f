/** One part of a multipart/form-data body (RFC 7578). */
export interface Part {
  name: string
  isFile: boolean
  /** The file name as sent; '' when no file was chosen, or the part isn't a file. */
  fileName: string
  content: Buffer
}

const MOST_HEADER_BYTES = 4_096

/**
 * Splits a whole body into its parts. `Request.formData` would replace invalid UTF-8 by U+FFFD. This leaves the
 * bytes, so that the caller can refuse them.
 * @returns undefined when the body is malformed or cut off, or a part has no name
 */
export function readParts(body: Buffer, boundary: string): Part[] | undefined {
  const line = Buffer.from(`\r\n--${boundary}`, 'latin1')
  // The first boundary isn't preceded by a line break.
  const whole = Buffer.concat([Buffer.from('\r\n'), body])
  const parts: Part[] = []
  let at = whole.indexOf(line)
  while (at >= 0) {
    const start = at + line.length
    if (whole.subarray(start, start + 2).toString('latin1') === '--') return parts
    const end = whole.indexOf(line, start)
    const part = end < 0 ? undefined : readPart(whole.subarray(start, end))
    if (!part) return undefined
    parts.push(part)
    at = end
  }
  return undefined
}

function readPart(bytes: Buffer): Part | undefined {
  const gap = bytes.indexOf('\r\n\r\n')
  if (gap < 0 || gap > MOST_HEADER_BYTES) return undefined
  const headers = bytes.subarray(0, gap).toString('utf8')
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(headers)?.[1]
  const name = disposition && /(?:^|;)\s*name="([^"]*)"/i.exec(disposition)?.[1]
  if (!disposition || name === undefined || name === '') return undefined
  const fileName = /;\s*filename\*?="?([^"]*)/i.exec(`;${disposition}`)?.[1]
  return {
    name,
    isFile: fileName !== undefined,
    fileName: fileName ?? '',
    content: bytes.subarray(gap + 4),
  }
}
