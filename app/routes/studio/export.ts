import { Readable } from 'node:stream'
import { openExport } from '~/domains/exit/keeping/operations.server'
import { byteRange } from '~/domains/photos/byte-range'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/export'

/** An archive of everything, for the owner; a download that broke off goes on where it was. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const file = await openExport(context.get(scope), params.export)
  if (!file) throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const etag = `"${params.export}"`
  const headers = new Headers({
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${file.name}"`,
    'Cache-Control': 'private, no-store',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  })
  const ifRange = request.headers.get('If-Range')
  const asked = ifRange === null || ifRange === etag ? request.headers.get('Range') : null
  const range = byteRange(asked, file.bytes)
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${file.bytes}`)
    return new Response(null, { status: 416, headers })
  }
  headers.set('Content-Length', String(range ? range.end - range.start + 1 : file.bytes))
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${file.bytes}`)
  const body = Readable.toWeb(file.stream(range)) as ReadableStream
  return new Response(body, { status: range ? 206 : 200, headers })
}

/** It can only be read; who may not even do that learns nothing. */
export function action({ request, context }: Route.ActionArgs) {
  requireStudio(context, request, { owner: true })
  return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
}
