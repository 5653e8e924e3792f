import { EXPORT_FILES } from '~/domains/galleries/proofing/exporting/model'
import { exportChoices } from '~/domains/galleries/proofing/exporting/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/gallery-choices-export'

/** A list for other programs: names, a table, or sidecars. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const file = EXPORT_FILES.find((each) => each === params.file)
  const exported =
    file &&
    (await exportChoices(context.get(scope), { galleryId: params.gallery, listId: params.list, file }))
  if (!exported) throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const plain = exported.fileName.replace(/[^ -~]|["\\%]/g, '_')
  return new Response(new Uint8Array(exported.data), {
    headers: {
      'Content-Type': exported.type,
      'Content-Length': String(exported.data.byteLength),
      'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded(exported.fileName)}`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

/** RFC 8187, where the apostrophe, the parentheses and the asterisk are no part of a value. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
