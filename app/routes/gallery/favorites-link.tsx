import { shareCookie } from '~/domains/galleries/access/model'
import { enterByMailedLink } from '~/domains/galleries/access/operations.server'
import { ClientGalleryFailure } from '~/domains/galleries/client-gallery/ui/client-gallery-failure'
import { setCookie } from '~/platform/http/capability-cookie'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/favorites-link'

/** Opens a client's favorites or a comment from an email on any device, and exchanges the link for the gallery's cookie. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const entered = await enterByMailedLink(at, params.token)
  if (!entered) throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const { galleryId, cookie } = entered
  const query = new URL(request.url).searchParams
  const photo = query.get('photo')
  const list = query.get('list')
  return seeOther(photo ? paths.photoComments(galleryId, photo) : paths.favorites(galleryId, { list }), [
    setCookie(at.config.siteUrl, shareCookie(galleryId), cookie),
  ])
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

export default function FavoritesLink() {
  return null
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <ClientGalleryFailure error={error} />
