import { shareCookie } from '~/domains/galleries/access/model'
import { enterByLink } from '~/domains/galleries/access/operations.server'
import { ClientGalleryFailure } from '~/domains/galleries/client-gallery/ui/client-gallery-failure'
import { setCookie } from '~/platform/http/capability-cookie'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/link'

/** Exchanges a share link for a cookie, so that the gallery's address contains no token. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const entered = await enterByLink(at, params.token)
  // Also when signed in: the link itself is invalid.
  if (!entered) throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const { galleryId } = entered
  return seeOther(paths.clientGallery(galleryId), [
    setCookie(at.config.siteUrl, shareCookie(galleryId), params.token),
  ])
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

/** The loader always redirects. */
export default function GalleryLink() {
  return null
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <ClientGalleryFailure error={error} />
