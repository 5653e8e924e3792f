import { redirect } from 'react-router'
import { recordDownload } from '~/domains/accounts/sign-ins/log.server'
import { downloadKey, isDownloadKey, openExport } from '~/domains/backup/operations.server'
import { answerDownload } from '~/platform/http/download.server'
import { requireRecentProof, requireStudio } from '~/platform/http/guard.server'
import { byteRange, requestedRange } from '~/platform/http/headers'
import { scope } from '~/platform/http/scope.server'
import { sendBytes } from '~/platform/http/sent-body.server'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/export'

/**
 * An export archive, for an owner with a recent proof. Without a valid token it redirects to an address with
 * one, which resumes an interrupted download in this session without another proof.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const owner = requireStudio(context, request, { owner: true })
  const { sessionId } = owner
  const at = context.get(scope)
  const file = await openExport(at, params.export)
  if (!file) throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const download = { config: at.config, id: params.export, sessionId, now: at.clock.now() }
  const key = new URL(request.url).searchParams.get('key')
  if (key === null || !isDownloadKey(key, download)) {
    requireRecentProof(context, request, { returnTo: studioPaths.settingsData() })
    await recordDownload(at, owner, 'Everything')
    if (key !== null) throw redirect(studioPaths.export(params.export, { key: downloadKey(download) }))
  }
  const head = {
    etag: `"${params.export}"`,
    bytes: file.bytes,
    type: file.type,
    fileName: file.name,
  }
  const range = byteRange(
    requestedRange(request.headers.get('Range'), request.headers.get('If-Range'), head.etag),
    file.bytes,
  )
  return answerDownload(at, request, head, range, (part) => async (outgoing) => {
    const source = await file.open(part)
    try {
      await sendBytes(outgoing, source, () => {})
    } finally {
      await source.close()
    }
  })
}

/** Refuses POST with 405, after the permission check. */
export function action({ request, context }: Route.ActionArgs) {
  requireStudio(context, request, { owner: true })
  return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
}
