import { data, useOutletContext } from 'react-router'
import type { DeliverySize } from '~/domains/galleries/access/model'
import { openGallery } from '~/domains/galleries/access/operations.server'
import type { GiftPage, GiftPhoto } from '~/domains/galleries/client-gallery/model'
import { readGiftFrame } from '~/domains/galleries/client-gallery/operations.server'
import { labelOf } from '~/domains/galleries/client-gallery/ui/client-gallery-grid'
import { GiftLightbox } from '~/domains/galleries/client-gallery/ui/client-gallery-lightbox'
import { giftFrameAtHand } from '~/domains/galleries/client-gallery/ui/use-client-gallery'
import { PhotoDownload } from '~/domains/galleries/downloads/ui/photo-download'
import { ChoiceTools } from '~/domains/galleries/proofing/ui/favorite-button'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/client-gallery-photo'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const at = context.get(scope)
  const opened = await openGallery(at, request, params.gallery)
  // What to do about it, the page below says.
  if (!opened.ok) throw data(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const frame = await readGiftFrame(at, opened.access.gallery, params.item)
  if (!frame) throw data(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return { frame }
}

/** What the grid shows is here already, so that opening a frame waits for nothing. */
export async function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  const frame = giftFrameAtHand(params.gallery, params.item)
  return frame ? { frame } : await serverLoader()
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

interface GiftContext {
  gift: GiftPage
  photos: GiftPhoto[]
  sizes: DeliverySize[]
}

export default function GiftPhotoPage({ loaderData: { frame } }: Route.ComponentProps) {
  const { gift, photos, sizes } = useOutletContext<GiftContext>()
  const tools = (
    <>
      <ChoiceTools itemId={frame.photo.id} label={labelOf(frame.photo)} />
      <PhotoDownload galleryId={gift.gallery.id} itemId={frame.photo.id} sizes={sizes} />
    </>
  )
  return <GiftLightbox gift={gift} frame={frame} photos={photos} tools={tools} />
}
