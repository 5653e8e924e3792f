import { previewQuarantined } from '~/domains/files/quarantine.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/quarantine-preview'

/** A thumbnail of a photo in quarantine. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const picture = await previewQuarantined(context.get(scope), params.photo)
  if (!picture) throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return new Response(new Uint8Array(picture), {
    headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': 'private, no-store' },
  })
}
