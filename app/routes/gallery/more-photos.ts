import { openGallery } from '~/domains/galleries/access/operations.server'
import { readClientGalleryPage } from '~/domains/galleries/client-gallery/operations.server'
import type { MorePhotos } from '~/domains/galleries/client-gallery/ui/use-client-gallery'
import { currentListCookie } from '~/domains/galleries/proofing/model'
import { readFavorites } from '~/domains/galleries/proofing/operations.server'
import { readCookie } from '~/platform/http/capability-cookie'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/more-photos'

/** Further photos for the script of a client gallery, as JSON. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const at = context.get(scope)
  const opened = await openGallery(at, request, params.gallery)
  if (!opened.ok) return new Response(null, { status: 403, headers: UNCACHED })
  const page = Number(new URL(request.url).searchParams.get('page') || 1)
  const clientGallery = await readClientGalleryPage(at, opened.access.gallery, page)
  if (!clientGallery) return new Response(null, { status: 404, headers: UNCACHED })
  const choices = await readFavorites(at, opened.access, {
    current: readCookie(request, at.config.siteUrl, currentListCookie(params.gallery)),
    items: clientGallery.photos.map(({ id }) => id),
  })
  return Response.json({ clientGallery, chosen: choices?.chosen ?? [] } satisfies MorePhotos, {
    headers: UNCACHED,
  })
}

const UNCACHED = { 'Cache-Control': 'private, no-store' }
