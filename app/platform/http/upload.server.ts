import { FORM_BYTES, readBody } from './body.server'
import {
  acceptFields,
  BROKEN,
  type FormFields,
  MOST_FIELDS,
  NOT_A_FORM,
  strictUtf8,
  TOO_MANY,
  UNREADABLE,
} from './forms.server'
import { readParts } from './multipart'

export type ReadUpload =
  /** `file` is undefined if an optional one wasn't chosen. */
  | { ok: true; form: FormFields; file: Uint8Array | undefined; fileName: string }
  | { ok: false; status: 400 | 413 | 415 | 422; sentence: string }

const refuse = (status: 413 | 422, sentence: string): ReadUpload => ({ ok: false, status, sentence })

/**
 * Reads a multipart form with one file, in the field `field` (RFC 7578). Stops at the limit, so no more than
 * that is in memory. Ignores the file’s declared type: the content decides.
 * @param maxBytes of the file
 */
export async function readUpload(
  request: Request,
  { field, maxBytes, isOptional = false }: { field: string; maxBytes: number; isOptional?: boolean },
): Promise<ReadUpload> {
  const tooLarge = refuse(413, `This file is over the ${Math.floor(maxBytes / 1024 / 1024)} MB limit.`)
  const type = request.headers.get('content-type') ?? ''
  const boundary = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type)
  if (!boundary) return NOT_A_FORM
  const body = await readBody(request, maxBytes + FORM_BYTES)
  if (body === 'too-large') return tooLarge
  if (body === 'broken-off') return BROKEN
  const parts = readParts(
    Buffer.from(body.buffer, body.byteOffset, body.byteLength),
    boundary[1] ?? boundary[2] ?? '',
  )
  if (!parts) return BROKEN
  if (parts.length > MOST_FIELDS) return TOO_MANY
  // A file input that was left empty is sent as a file without a name.
  const files = parts.filter((part) => part.isFile && (part.content.length > 0 || part.fileName !== ''))
  const [file] = files
  if (!file && !isOptional) return refuse(422, 'Choose an image first.')
  if (files.length > 1 || (file && file.name !== field)) return refuse(422, 'Upload one file at a time.')
  if (file && file.content.length > maxBytes) return tooLarge
  const read = readFields(parts.filter(({ isFile }) => !isFile))
  return read.ok ? { ok: true, form: read.form, file: file?.content, fileName: file?.fileName ?? '' } : read
}

function readFields(parts: { name: string; content: Buffer }[]) {
  try {
    return acceptFields(parts.map(({ name, content }) => [name, strictUtf8.decode(content)]))
  } catch {
    return UNREADABLE
  }
}
