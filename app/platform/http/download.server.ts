import { sha256 } from '~/platform/ids.server'
import { matchesEtag } from './headers'
import type { RequestScope } from './scope.server'
import type { BodySender } from './sent-body.server'

/** First and last byte, both included. */
export interface ByteSpan {
  start: number
  end: number
}

export interface DownloadHead {
  /** A strong ETag, including the quotes. */
  etag: string
  bytes: number
  type: string
  /** The download's file name. */
  fileName: string
}

/**
 * Answers with a file or a part of it, for one person.
 * @param send writes the body
 */
export function answerDownload(
  { sendBody }: Pick<RequestScope, 'sendBody'>,
  request: Request,
  head: DownloadHead,
  range: ByteSpan | 'unsatisfiable' | undefined,
  send: (span: ByteSpan) => BodySender,
): Response {
  const headers = new Headers({
    ETag: head.etag,
    'Accept-Ranges': 'bytes',
    // Not cached; resuming uses the ETag.
    'Cache-Control': 'private, no-store',
  })
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${head.bytes}`)
    return new Response(null, { status: 416, headers })
  }
  if (!range && matchesEtag(request.headers.get('If-None-Match') ?? undefined, head.etag))
    return new Response(null, { status: 304, headers })
  const span = range ?? { start: 0, end: head.bytes - 1 }
  headers.set('Content-Type', head.type)
  headers.set('Content-Length', String(span.end - span.start + 1))
  headers.set('Content-Disposition', attachment(head.fileName))
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${head.bytes}`)
  sendBody(send(span))
  return new Response(null, { status: range ? 206 : 200, headers })
}

/**
 * Content-Disposition (RFC 6266): the exact name as RFC 8187 encodes it, and an ASCII version for clients that
 * don't support that.
 */
export function attachment(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^ -~]+/g, '_')
    .replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** A private text file, with 304 when its ETag matches. */
export function privateFile(request: Request, text: string, type: string): Response {
  const etag = `"${sha256(text).slice(0, 32)}"`
  const headers = { ETag: etag, 'Cache-Control': 'private, no-store', 'Content-Type': type }
  if (matchesEtag(request.headers.get('if-none-match') ?? undefined, etag))
    return new Response(null, { status: 304, headers })
  return new Response(text, { headers })
}

/** A private PDF, as a download. */
export const pdfResponse = (bytes: Uint8Array, fileName: string): Response =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': attachment(fileName),
      'Cache-Control': 'private, no-store',
    },
  })

/** A private JPEG, shown in a page. */
export const pictureResponse = (bytes: Uint8Array): Response =>
  new Response(new Uint8Array(bytes), {
    headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': 'private, max-age=86400', Vary: 'Cookie' },
  })
