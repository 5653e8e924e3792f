import { sha256 } from '../ids.server'
import { matchesEtag } from './etag'

/** A private text file, with 304 when its ETag matches. */
export function privateFile(request: Request, text: string, type: string): Response {
  const etag = `"${sha256(text).slice(0, 32)}"`
  const headers = { ETag: etag, 'Cache-Control': 'private, no-store', 'Content-Type': type }
  if (matchesEtag(request.headers.get('if-none-match') ?? undefined, etag))
    return new Response(null, { status: 304, headers })
  return new Response(text, { headers })
}
