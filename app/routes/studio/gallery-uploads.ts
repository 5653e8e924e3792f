import { watchUploads } from '~/domains/galleries/uploads/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/gallery-uploads'

/**
 * The progress of uploads, for the page's script. tus requests to this address are handled in
 * `gallery-uploads.server.ts`.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  requireStudio(context, request)
  const progress = await watchUploads(context.get(scope), params.gallery)
  if (!progress) throw new Response(null, { status: 404 })
  return progress
}
