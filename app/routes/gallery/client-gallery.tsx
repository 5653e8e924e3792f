import { type ComponentProps, useMemo } from 'react'
import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { noteVisit, openGallery } from '~/domains/galleries/access/operations.server'
import { pageOf } from '~/domains/galleries/client-gallery/model'
import {
  readClientGalleryPage,
  readClientGalleryPhoto,
  readExpired,
  readLastDay,
} from '~/domains/galleries/client-gallery/operations.server'
import {
  ClientGalleryCover,
  hasGrid,
  StudioBar,
} from '~/domains/galleries/client-gallery/ui/client-gallery-cover'
import { LaterClientGalleryLightbox } from '~/domains/galleries/client-gallery/ui/client-gallery-later'
import {
  ClientGalleryEnd,
  ClientGallerySets,
} from '~/domains/galleries/client-gallery/ui/client-gallery-sets'
import {
  clientGalleryShownAt,
  useKeptClientGallery,
  useMorePages,
} from '~/domains/galleries/client-gallery/ui/use-client-gallery'
import { readDownloads } from '~/domains/galleries/downloads/operations.server'
import { DownloadPanel } from '~/domains/galleries/downloads/ui/download-panel'
import { currentListCookie } from '~/domains/galleries/proofing/model'
import { readFavorites } from '~/domains/galleries/proofing/operations.server'
import { FavoritesBar } from '~/domains/galleries/proofing/ui/favorites-bar'
import { FavoritesProvider } from '~/domains/galleries/proofing/ui/favorites-provider'
import { useOpenPhoto } from '~/domains/galleries/ui/open-photo'
import { isSameGrid, useAhead, useGridShown } from '~/domains/galleries/ui/use-grid'
import { readCookie } from '~/platform/http/capability-cookie'
import { requireOpened } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'
import { isAnswer } from '~/ui/preserve-input'
import { refreshing, useRefresh } from '~/ui/studio/use-refresh'
import '~/domains/galleries/proofing/ui/favorites.css'
import type { Route } from './+types/client-gallery'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const at = context.get(scope)
  const access = await openClientGallery(context, request, params.gallery)
  const { gallery, share } = access
  const query = new URL(request.url).searchParams
  const page = query.get('page')
  const isDownloading = query.has('download')
  // A photo's address loads the page of the grid that contains it.
  const photo = params.item ? await readClientGalleryPhoto(at, gallery, params.item) : undefined
  if (params.item && !photo) throw data(null, 404)
  const [clientGallery, { studio }, lastDay, downloads] = await Promise.all([
    readClientGalleryPage(at, gallery, photo ? pageOf(photo.number) : Number(page || 1)),
    readSettings(at),
    readLastDay(at, gallery, share),
    // Counting the downloads of thousands of photos takes longer than rendering the page, so only the download
    // panel reads them.
    isDownloading ? readDownloads(at, access) : null,
    share && page === null ? noteVisit(at, share) : undefined,
  ])
  if (!clientGallery) throw data(null, 404)
  const choices = await readFavorites(at, access, {
    current: readCookie(request, at.config.siteUrl, currentListCookie(gallery.id)),
    items: clientGallery.photos.map(({ id }) => id),
  })
  return {
    clientGallery,
    choices,
    isStudio: share === null,
    studioName: studio.name,
    lastDay,
    downloads,
    sizes: givenOf(access),
  }
}

/** Keeps the current page if reloading fails. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch (thrown) {
    if (isAnswer(thrown)) throw thrown
    const shown = clientGalleryShownAt<Awaited<ReturnType<typeof serverLoader>>>(request.url)
    if (!shown) throw thrown
    return shown
  }
}

/** The sizes that this person may download. */
const givenOf = ({ gallery, sizes }: Awaited<ReturnType<typeof openClientGallery>>) =>
  gallery.sizes.filter((size) => sizes.includes(size))

/**
 * The gallery, for people with access.
 * @throws a response that says what others can do
 */
async function openClientGallery(context: Route.LoaderArgs['context'], request: Request, galleryId: string) {
  const at = context.get(scope)
  const opened = await openGallery(at, request, galleryId)
  if (!opened.ok && opened.reason === 'over') throw data(await readExpired(at, opened), 410)
  return requireOpened(opened, context, request, paths.clientGalleryPin(galleryId)).access
}

/** Opening or closing a photo over the grid doesn't reload the grid. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, currentParams, nextParams, defaultShouldRevalidate } = change
  if (change.formMethod) return defaultShouldRevalidate
  if (isSameGrid(currentUrl, nextUrl)) return refreshing.isOn
  if (!(currentParams.item || nextParams.item)) return defaultShouldRevalidate
  if (currentParams.gallery !== nextParams.gallery) return true
  const pageIn = (url: URL) => url.searchParams.get('page')
  // A lightbox address has no page number.
  return !nextParams.item && !currentParams.item && pageIn(currentUrl) !== pageIn(nextUrl)
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        { title: `${loaderData.clientGallery.gallery.title} · ${loaderData.studioName}` },
        { name: 'robots', content: 'noindex' },
      ]
    : []

export default function ClientGallery({ loaderData, params: { item } }: Route.ComponentProps) {
  const { clientGallery, choices, isStudio, studioName, lastDay, downloads, sizes } = loaderData
  const more = useMorePages(clientGallery)
  const isShown = useGridShown(item)
  useAhead(LaterClientGalleryLightbox.load)
  useRefresh(clientGallery.isProcessing, 5_000)
  useKeptClientGallery(loaderData)
  const asked = useMemo(() => clientGallery.photos.map(({ id }) => id), [clientGallery])
  return (
    <FavoritesProvider
      galleryId={clientGallery.gallery.id}
      choices={choices}
      asked={asked}
      more={more.chosen}
    >
      {isShown ? (
        <article className="client-gallery">
          {isStudio ? <StudioBar galleryId={clientGallery.gallery.id} /> : null}
          <ClientGalleryCover clientGallery={clientGallery} canDownload={sizes.length > 0} />
          {downloads ? (
            <div className="wrap client-gallery__downloads">
              <DownloadPanel downloads={downloads} />
            </div>
          ) : null}
          {/* The bar sticks to the window's bottom within it, so not over the cover, without script too. */}
          <div>
            {hasGrid(clientGallery) ? <ClientGallerySets clientGallery={clientGallery} more={more} /> : null}
            <ClientGalleryEnd
              clientGallery={clientGallery}
              more={more}
              studioName={studioName}
              lastDay={lastDay}
            />
            <FavoritesBar cover=".client-gallery__cover" />
          </div>
        </article>
      ) : null}
      <OpenPhoto clientGallery={clientGallery} more={more} sizes={sizes} param={item} />
    </FavoritesProvider>
  )
}

interface OpenPhotoProps extends Omit<ComponentProps<typeof LaterClientGalleryLightbox>, 'open'> {
  param: string | undefined
}

/** Apart from the page, which isn't rendered again when a photo opens. */
function OpenPhoto({ param, ...shown }: OpenPhotoProps) {
  const open = useOpenPhoto(param)
  return open === undefined ? null : <LaterClientGalleryLightbox {...shown} open={open} />
}
