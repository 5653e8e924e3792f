import { recordDownload } from '~/domains/accounts/sign-ins/log.server'
import { exportFavorites } from '~/domains/galleries/proofing/export.server'
import { EXPORT_FILES } from '~/domains/galleries/proofing/export-files'
import { attachment } from '~/platform/http/download.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/gallery-favorites-export'

/** A favorites list as file names, CSV or XMP sidecars. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const person = requireStudio(context, request)
  const at = context.get(scope)
  const file = EXPORT_FILES.find((each) => each === params.file)
  const exported =
    file && (await exportFavorites(at, { galleryId: params.gallery, listId: params.list, file }))
  if (!exported) throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  await recordDownload(at, person, exported.fileName)
  return new Response(new Uint8Array(exported.data), {
    headers: {
      'Content-Type': exported.type,
      'Content-Length': String(exported.data.byteLength),
      'Content-Disposition': attachment(exported.fileName),
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
