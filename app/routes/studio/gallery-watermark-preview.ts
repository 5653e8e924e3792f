import { previewWatermark, readGalleryWatermark } from '~/domains/galleries/watermarks/operations.server'
import { watermarkValues } from '~/domains/galleries/watermarks/watermark-form'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/gallery-watermark-preview'

/** A photo of the gallery with the form's watermark, or with the saved one on GET. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const at = context.get(scope)
  const query = new URL(request.url).searchParams
  const saved = query.has('kind') ? undefined : await readGalleryWatermark(at, params.gallery)
  const values = saved && watermarkValues(saved.watermark)
  const picture = await previewWatermark(
    at,
    params.gallery,
    (name) => values?.[name] ?? query.get(name) ?? '',
  )
  if (!picture) throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return new Response(new Uint8Array(picture), {
    headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': 'private, no-store' },
  })
}
