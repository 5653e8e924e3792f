import { data, useOutletContext } from 'react-router'
import type { DownloadSize } from '~/domains/galleries/access/model'
import { openGallery } from '~/domains/galleries/access/operations.server'
import type { ClientGalleryPage, ClientGalleryPhoto } from '~/domains/galleries/client-gallery/model'
import { readClientGalleryPhoto } from '~/domains/galleries/client-gallery/operations.server'
import { labelOf } from '~/domains/galleries/client-gallery/ui/client-gallery-grid'
import { ClientGalleryLightbox } from '~/domains/galleries/client-gallery/ui/client-gallery-lightbox'
import { loadedClientGalleryPhoto } from '~/domains/galleries/client-gallery/ui/use-client-gallery'
import { PhotoDownload } from '~/domains/galleries/downloads/ui/photo-download'
import { FavoriteTools } from '~/domains/galleries/proofing/ui/favorite-button'
import { scope } from '~/platform/http/scope.server'
import type { Route } from './+types/client-gallery-photo'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const at = context.get(scope)
  const opened = await openGallery(at, request, params.gallery)
  // The error page of this route explains what to do.
  if (!opened.ok) throw data(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  const view = await readClientGalleryPhoto(at, opened.access.gallery, params.item)
  if (!view) throw data(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return { view }
}

/** Uses the data of the grid, so that a photo opens without waiting. */
export async function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  const view = loadedClientGalleryPhoto(params.gallery, params.item)
  return view ? { view } : await serverLoader()
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

interface ClientGalleryContext {
  clientGallery: ClientGalleryPage
  photos: ClientGalleryPhoto[]
  sizes: DownloadSize[]
}

export default function ClientGalleryPhotoPage({ loaderData: { view } }: Route.ComponentProps) {
  const { clientGallery, photos, sizes } = useOutletContext<ClientGalleryContext>()
  const tools = (
    <>
      <FavoriteTools itemId={view.photo.id} label={labelOf(view.photo)} />
      <PhotoDownload galleryId={clientGallery.gallery.id} itemId={view.photo.id} sizes={sizes} />
    </>
  )
  return <ClientGalleryLightbox clientGallery={clientGallery} view={view} photos={photos} tools={tools} />
}
