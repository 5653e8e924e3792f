export { type FieldValues, type IntentOutcome, sentValues } from '~/platform/forms'

import { FORM_BYTES, LONG_FORM_BYTES, readBody } from './body.server'

export { LONG_FORM_BYTES }

export const MOST_FIELDS = 200

/** The fields of a form. Line breaks are `\n`; nothing is trimmed. */
export interface FormFields {
  /** The first value of that name; '' when there is none. */
  get(name: string): string
  getAll(name: string): string[]
  has(name: string): boolean
  /** Every field, in the order of the form. */
  entries(): [name: string, value: string][]
}

interface Unread {
  ok: false
  status: 400 | 413 | 415
  sentence: string
}

export type ReadForm = { ok: true; form: FormFields } | Unread

const refuse = (status: 400 | 413 | 415, sentence: string): Unread => ({ ok: false, status, sentence })
export const NOT_A_FORM = refuse(
  415,
  'Something went wrong with that form. Go back, reload the page, and try again.',
)
export const UNREADABLE = refuse(
  400,
  'Your text contains characters we can’t read. Go back, retype it as plain text, and try again.',
)
export const BROKEN = refuse(400, 'Only part of your form arrived. Please send it again.')
const TOO_LARGE = refuse(413, 'That’s too long to send. Please shorten it and try again.')
export const TOO_MANY = refuse(413, 'That form has too many fields. Reload the page and try again.')

/**
 * Reads a posted form, urlencoded or multipart without files. Refuses bytes that aren't UTF-8, NUL and other
 * control characters, so that domains never get them.
 */
export async function readForm(request: Request, { limit = FORM_BYTES } = {}): Promise<ReadForm> {
  const body = await readBody(request, limit)
  if (body === 'too-large') return TOO_LARGE
  if (body === 'broken-off') return BROKEN
  const type = request.headers.get('content-type')
  if (type === null) return body.byteLength === 0 ? acceptFields([]) : NOT_A_FORM
  if (!isUtf8(type)) return NOT_A_FORM
  const essence = type.split(';', 1)[0]?.trim().toLowerCase()
  if (essence === 'application/x-www-form-urlencoded') return readUrlencoded(body)
  if (essence === 'multipart/form-data') return readMultipart(body, type)
  return NOT_A_FORM
}

const isUtf8 = (type: string) => {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1]
  return charset === undefined || /^utf-?8$/i.test(charset)
}

function readUrlencoded(body: Uint8Array): ReadForm {
  const parts = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    .toString('latin1')
    .split('&')
    .filter((part) => part !== '')
  if (parts.length > MOST_FIELDS) return TOO_MANY
  try {
    return acceptFields(
      parts.map((part): [string, string] => {
        const equals = part.indexOf('=')
        const [name, value] = equals === -1 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)]
        return [percentDecode(name), percentDecode(value)]
      }),
    )
  } catch {
    return UNREADABLE
  }
}

/**
 * Decodes as the WHATWG's URL standard does, but strictly: URLSearchParams would replace invalid bytes by
 * U+FFFD.
 * @param part one character per byte
 * @throws TypeError when the bytes are not UTF-8
 */
function percentDecode(part: string): string {
  const bytes = part
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return strictUtf8.decode(Buffer.from(bytes, 'latin1'))
}

export const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

async function readMultipart(body: Uint8Array<ArrayBuffer>, type: string): Promise<ReadForm> {
  try {
    strictUtf8.decode(body)
  } catch {
    return UNREADABLE
  }
  try {
    const fields = [...(await new Response(body, { headers: { 'Content-Type': type } }).formData())]
    if (fields.length > MOST_FIELDS) return TOO_MANY
    // A file input that was left empty is sent as a file without a name.
    if (fields.some(([, value]) => typeof value !== 'string' && (value.size > 0 || value.name !== '')))
      return refuse(415, 'You can’t upload files with this form.')
    return acceptFields(fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
  } catch {
    return BROKEN
  }
}

/** The fields, unless one contains control characters. */
export function acceptFields(fields: [name: string, value: string][]): ReadForm {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finds control characters
  if (fields.some((pair) => pair.some((text) => /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text))))
    return UNREADABLE
  const entries = fields.map(([name, value]): [string, string] => [name, value.replace(/\r\n?/g, '\n')])
  const values = new Map<string, string[]>()
  for (const [name, value] of entries) values.set(name, [...(values.get(name) ?? []), value])
  return {
    ok: true,
    form: {
      get: (name) => values.get(name)?.[0] ?? '',
      getAll: (name) => values.get(name) ?? [],
      has: (name) => values.has(name),
      entries: () => entries,
    },
  }
}
