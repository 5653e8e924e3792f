import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentTag, type Finished, finishCompressed } from './finished.server'
import { chooseEncoding } from './headers'
import { bytesOf, hasBody } from './text-response.server'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/**
 * Brotli qualities. The home page (82 KB) takes 16.1 KB in 1 ms at 5, 16.0 KB in 1.5 ms at 6, 15.8 KB in 20 ms
 * at 9, and 14.2 KB in 90 ms at 11. 11 is too slow for the first visitor, so cached pages are compressed again
 * with it later (`best-compression.server.ts`).
 */
const FIRST_QUALITY = 6
/** For responses that are sent once. */
const UNCACHED_QUALITY = 4

/** Compresses a page that will be sent many times. */
export async function finishPage(response: Response): Promise<Finished> {
  const identity = await bytesOf(response)
  return finishCompressed({
    status: response.status,
    headers: [...response.headers],
    tag: contentTag(response.headers.get('Content-Security-Policy') ?? '', identity),
    br: new Uint8Array(await compressBrotli(identity, FIRST_QUALITY)),
    identity,
  })
}

/**
 * Compresses a text response that is sent once. Leaves it alone if it is small, compressed already, or not
 * text.
 */
export async function compressUncached(response: Response, request: Request): Promise<Response> {
  const type = response.headers.get('Content-Type') ?? ''
  const isText = /^(text\/(?!event-stream)|application\/(json|xml|manifest\+json|atom\+xml))/.test(type)
  if (!isText || response.headers.has('Content-Encoding') || !hasBody(response)) return response
  const headers = new Headers(response.headers)
  headers.append('Vary', 'Accept-Encoding')
  const body = await bytesOf(response)
  const init = { status: response.status, headers }
  const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? undefined, [
    'br',
    'gzip',
    'identity',
  ])
  if (encoding === 'identity' || body.byteLength < 1_000) return new Response(body, init)
  headers.set('Content-Encoding', encoding)
  headers.delete('Content-Length')
  const compressed = encoding === 'br' ? await compressBrotli(body, UNCACHED_QUALITY) : await gzipped(body)
  return new Response(new Uint8Array(compressed), init)
}

function compressBrotli(body: Uint8Array, quality: number): Promise<Buffer> {
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    },
  })
}
