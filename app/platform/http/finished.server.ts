import { createHash } from 'node:crypto'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { byteRange, chooseEncoding, type Encoding, matchesEtag, requestedRange } from './headers'

/** A response that can be sent many times: a file or a rendered page, in each available encoding. */
export interface Finished {
  status: number
  forms: Partial<Record<Encoding, Form>> & { identity: Form }
  encodings: Encoding[]
  /** Whether byte ranges may be requested. */
  hasRanges: boolean
  /** Memory that it takes, in bytes. */
  bytes: number
}

interface Form {
  body: Uint8Array<ArrayBuffer>
  etag: string
  /** Names and values alternate, as Node.js expects them. */
  headers: string[]
  /** The headers of a 304. */
  unchanged: string[]
  /** The previous compression of the same content. A browser that has it gets a 304. */
  former?: Pick<Form, 'etag' | 'unchanged'>
}

/** The parts of a request that decide the answer. `IncomingMessage` has them. */
export interface RequestHead {
  method?: string | undefined
  headers: Partial<Record<'accept-encoding' | 'if-none-match' | 'if-range' | 'range', string | undefined>>
}

export interface Answer {
  status: number
  /** Names and values alternate. */
  headers: string[]
  /** null: no body, as for HEAD. */
  body: Uint8Array<ArrayBuffer> | null
}

export type HeaderList = [name: string, value: string][]

type Body = Uint8Array<ArrayBuffer>
type Range = Exclude<ReturnType<typeof byteRange>, undefined>

interface Content {
  status?: number
  /** All headers except those that depend on the encoding. */
  headers: HeaderList
  /** Identifies the content in its ETags, in every encoding. */
  tag: string
  bodies: Partial<Record<Encoding, Body>> & { identity: Body }
  hasRanges?: boolean
}

const SUFFIXES: Record<Encoding, string> = { br: '-br', gzip: '-gz', identity: '' }

/** Estimated memory of an entry besides its bodies, in bytes. */
const OVERHEAD = 4_000
/** A page's size with gzip, divided by that with brotli. */
const GZIP_TO_BROTLI = 1.1

/** Identifies content: 96 bits of its SHA-256. */
export function contentTag(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64url').slice(0, 16)
}

export function finish({ status = 200, headers, tag, bodies, hasRanges = false }: Content): Finished {
  const all: HeaderList = hasRanges ? [...headers, ['Accept-Ranges', 'bytes']] : headers
  const forms: Finished['forms'] = { identity: formOf(all, 'identity', tag, bodies.identity) }
  for (const encoding of ['br', 'gzip'] as const) {
    const body = bodies[encoding]
    if (body) forms[encoding] = formOf(all, encoding, tag + SUFFIXES[encoding], body)
  }
  const bytes = Object.values(bodies).reduce((sum, body) => sum + body.byteLength, OVERHEAD)
  return { status, forms, encodings: Object.keys(forms) as Encoding[], hasRanges, bytes }
}

interface CompressedPage extends Omit<Content, 'bodies' | 'hasRanges'> {
  br: Body
  identity: Body
}

/**
 * A page of which only brotli is stored. For the few who ask for another form, it is made from that: plain each time,
 * and gzip once.
 */
export function finishCompressed({ status = 200, headers, tag, br, identity }: CompressedPage): Finished {
  const forms = {
    identity: {
      ...formOf(headers, 'identity', tag, identity),
      get body(): Body {
        return new Uint8Array(brotliDecompressSync(forms.br.body))
      },
    },
    br: formOf(headers, 'br', tag + SUFFIXES.br, br),
    get gzip(): Form {
      const body = new Uint8Array(gzipSync(forms.identity.body))
      const gzip = formOf(headers, 'gzip', tag + SUFFIXES.gzip, body)
      Object.defineProperty(forms, 'gzip', { value: gzip })
      return gzip
    },
  }
  const bytes = OVERHEAD + br.byteLength * (1 + GZIP_TO_BROTLI)
  return { status, forms, encodings: ['identity', 'br', 'gzip'], hasRanges: false, bytes }
}

/** Replaces the body of an encoding. It gets its own ETag, since a strong ETag identifies exact bytes. */
export function recompress(finished: Finished, encoding: 'br', body: Body): void {
  const former = finished.forms[encoding]
  if (!former || body.byteLength >= former.body.byteLength) return
  const tag = `${former.etag.slice(1, -1)}2`
  const headers = pairsOf(former.headers).filter(
    ([name]) => !/^(etag|content-(encoding|length))$/i.test(name),
  )
  finished.forms[encoding] = {
    ...formOf(headers, encoding, tag, body),
    former: { etag: former.etag, unchanged: former.unchanged },
  }
}

function formOf(headers: HeaderList, encoding: Encoding, tag: string, body: Body): Form {
  const etag = `"${tag}"`
  const all: HeaderList = [...headers, ['ETag', etag]]
  return {
    body,
    etag,
    headers: [
      ...all,
      ...(encoding === 'identity' ? [] : [['Content-Encoding', encoding]]),
      ['Content-Length', String(body.byteLength)],
    ].flat(),
    // A 304 keeps the Content-Security-Policy: browsers replace the stored headers by those of the 304.
    unchanged: all.filter(([name]) => name.toLowerCase() !== 'content-type').flat(),
  }
}

/** The full response, a range of it, or 304. */
export function answerWith(finished: Finished, { method, headers }: RequestHead): Answer {
  const { status, forms, encodings, hasRanges } = finished
  const form = forms[chooseEncoding(headers['accept-encoding'], encodings)] ?? forms.identity
  const known = headers['if-none-match']
  if (known !== undefined)
    for (const each of form.former ? [form, form.former] : [form])
      if (matchesEtag(known, each.etag)) return { status: 304, headers: each.unchanged, body: null }
  const range = hasRanges
    ? byteRange(requestedRange(headers.range, headers['if-range'], form.etag), form.body.byteLength)
    : undefined
  if (range) return answerPart(form, range, method)
  return { status, headers: form.headers, body: method === 'HEAD' ? null : form.body }
}

function answerPart(form: Form, range: Range, method: string | undefined): Answer {
  const { byteLength } = form.body
  if (range === 'unsatisfiable') {
    const changes = { 'Cache-Control': 'no-store', 'Content-Range': `bytes */${byteLength}` }
    return { status: 416, headers: replaced(form.unchanged, changes), body: null }
  }
  const headers = replaced(form.headers, {
    'Content-Length': String(range.end - range.start + 1),
    'Content-Range': `bytes ${range.start}-${range.end}/${byteLength}`,
  })
  const body = method === 'HEAD' ? null : form.body.subarray(range.start, range.end + 1)
  return { status: 206, headers, body }
}

const replaced = (headers: string[], by: Record<string, string>): string[] =>
  [...pairsOf(headers).filter(([name]) => !(name in by)), ...Object.entries(by)].flat()

const pairsOf = (flat: string[]): HeaderList =>
  flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ''] satisfies [string, string]] : []))

/** For a page's first response, right after rendering. */
export const responseWith = (finished: Finished, request: Request): Response => {
  const { method, headers } = request
  const { body, ...init } = answerWith(finished, { method, headers: Object.fromEntries(headers) })
  return new Response(body, { status: init.status, headers: pairsOf(init.headers) })
}
