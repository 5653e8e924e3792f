import { shareCookie } from '~/domains/galleries/access/model'
import { enterByLink } from '~/domains/galleries/access/operations.server'
import { ClientGalleryFailure } from '~/domains/galleries/client-gallery/ui/client-gallery-failure'
import { setCookie } from '~/platform/http/capability-cookie'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { paths } from '~/ui/paths'
import type { Route } from './+types/link'

/** Exchanges a person’s link for a cookie, so that the address of the gallery is no key. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const entered = await enterByLink(at, params.token)
  // Whoever is signed in or not: it is the link that opens nothing.
  if (!entered) throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const { galleryId } = entered
  return seeOther(paths.clientGallery(galleryId), [
    setCookie(at.config.siteUrl, shareCookie(galleryId), params.token),
  ])
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store' })

/** Nobody stays here. */
export default function GalleryLink() {
  return null
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <ClientGalleryFailure error={error} />
