import { shareCookie } from '~/domains/galleries/access/model'
import { enterByLink } from '~/domains/galleries/access/operations.server'
import { readShareCard } from '~/domains/galleries/client-gallery/share-card.server'
import { ClientGalleryFailure } from '~/domains/galleries/client-gallery/ui/client-gallery-failure'
import { ShareCard } from '~/domains/galleries/client-gallery/ui/share-card'
import { setCookie } from '~/platform/http/capability-cookie'
import { isLinkPreview } from '~/platform/http/link-preview'
import { scope } from '~/platform/http/scope.server'
import { seeOther } from '~/platform/http/see-other.server'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/link'

/**
 * Exchanges a share link for a cookie, so that the gallery's address contains no token. A program that shows a card of
 * the link gets the card, and isn't counted as the client.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const at = context.get(scope)
  if (isLinkPreview(request) && !new URL(request.url).searchParams.has('open')) {
    const card = await readShareCard(at, params.token)
    if (card) return { card, siteUrl: at.config.siteUrl }
  }
  const entered = await enterByLink(at, params.token)
  // Also when signed in: the link itself is invalid.
  if (!entered) throw new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const { galleryId } = entered
  throw seeOther(paths.clientGallery(galleryId), [
    setCookie(at.config.siteUrl, shareCookie(galleryId), params.token),
  ])
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'no-store', Vary: 'User-Agent' })

export const meta: Route.MetaFunction = ({ loaderData, params }) => {
  if (!loaderData) return []
  const { card, siteUrl } = loaderData
  return pageMeta({
    title: card.title,
    description: card.sentence,
    path: paths.galleryLink(params.token),
    siteUrl,
    siteName: card.studioName,
    image: card.cover
      ? { ...card.cover, path: paths.galleryLinkCover(params.token), alt: card.title }
      : undefined,
    noindex: true,
  })
}

export default function GalleryLink({ loaderData, params }: Route.ComponentProps) {
  return <ShareCard card={loaderData.card} open={`${paths.galleryLink(params.token)}?open=yes`} />
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <ClientGalleryFailure error={error} />
