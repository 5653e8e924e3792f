import { useMemo } from 'react'
import { data, Outlet, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { readSettings } from '~/domains/content/operations.server'
import { noteVisit, openGallery } from '~/domains/galleries/access/operations.server'
import {
  readClosed,
  readGiftFrame,
  readGiftPage,
  readLastDay,
} from '~/domains/galleries/client-gallery/operations.server'
import { GiftCover, StudioBar } from '~/domains/galleries/client-gallery/ui/client-gallery-cover'
import { GiftEnd, GiftSets } from '~/domains/galleries/client-gallery/ui/client-gallery-sets'
import {
  giftShownAt,
  useGiftShown,
  useKeptGift,
  useMorePages,
  useReturnToGift,
} from '~/domains/galleries/client-gallery/ui/use-client-gallery'
import { readDownloads } from '~/domains/galleries/downloads/operations.server'
import { DownloadPanel } from '~/domains/galleries/downloads/ui/download-panel'
import { currentListCookie } from '~/domains/galleries/proofing/model'
import { readChoices } from '~/domains/galleries/proofing/operations.server'
import { ChoicesBar } from '~/domains/galleries/proofing/ui/favorites-bar'
import { ChoiceKeeper } from '~/domains/galleries/proofing/ui/favorites-provider'
import { readCookie } from '~/platform/http/capability-cookie'
import { requireOpened } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { isAnswer } from '~/ui/answered'
import { paths } from '~/ui/paths'
import '~/ui/styles/proofing.css'
import type { Route } from './+types/client-gallery'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const at = context.get(scope)
  const access = await openGift(context, request, params.gallery)
  const { gallery, share } = access
  const query = new URL(request.url).searchParams
  const asked = query.get('page')
  const isDownloading = query.has('download')
  // A photograph brings the page on which it stands.
  const frame = params.item ? await readGiftFrame(at, gallery, params.item) : undefined
  if (params.item && !frame) throw data(null, 404)
  const [gift, { studio }, lastDay, downloads] = await Promise.all([
    readGiftPage(at, gallery, frame?.page ?? Number(asked || 1)),
    readSettings(at),
    readLastDay(at, gallery, share),
    // What there is to download of thousands takes longer to count than the page does to show: it is read when asked for.
    isDownloading ? readDownloads(at, access) : null,
    share && asked === null ? noteVisit(at, share) : undefined,
  ])
  if (!gift) throw data(null, 404)
  const choices = await readChoices(at, access, {
    current: readCookie(request, at.config.siteUrl, currentListCookie(gallery.id)),
    items: gift.photos.map(({ id }) => id),
  })
  return {
    gift,
    choices,
    isStudio: share === null,
    studioName: studio.name,
    lastDay,
    downloads,
    sizes: givenOf(access),
  }
}

/** What is shown stays while it cannot be read again, and further photographs wait until they can be fetched. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch (thrown) {
    if (isAnswer(thrown)) throw thrown
    if (new URL(request.url).searchParams.has('more')) return null
    const shown = giftShownAt<Awaited<ReturnType<typeof serverLoader>>>(request.url)
    if (!shown) throw thrown
    return shown
  }
}

/** The sizes that who asks may download. */
const givenOf = ({ gallery, sizes }: Awaited<ReturnType<typeof openGift>>) =>
  gallery.sizes.filter((size) => sizes.includes(size))

/** Who may see the gallery sees it; others are told what they can do. */
async function openGift(context: Route.LoaderArgs['context'], request: Request, galleryId: string) {
  const at = context.get(scope)
  const opened = await openGallery(at, request, galleryId)
  if (opened.ok) return opened.access
  switch (opened.reason) {
    case 'none':
    case 'signed-out':
      return requireOpened<never>({ ok: false, reason: opened.reason }, context, request)
    case 'over':
      throw data(await readClosed(at, opened), 410)
    case 'needs-pin':
      throw redirect(paths.giftPin(galleryId), { headers: { 'Cache-Control': 'no-store' } })
  }
}

/** A photograph that opens over the grid, or closes, changes nothing in the grid. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, currentParams, nextParams, defaultShouldRevalidate } = change
  if (change.formMethod || !(currentParams.item || nextParams.item)) return defaultShouldRevalidate
  if (currentParams.gallery !== nextParams.gallery) return true
  const pageIn = (url: URL) => url.searchParams.get('page')
  // A lightbox has no page in its address.
  return !nextParams.item && !currentParams.item && pageIn(currentUrl) !== pageIn(nextUrl)
}

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': 'private, no-store' })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        { title: `${loaderData.gift.gallery.title} · ${loaderData.studioName}` },
        { name: 'robots', content: 'noindex' },
      ]
    : []

/** Only what is fetched beside the page comes as nothing. */
export default function Gift({ loaderData, params }: Route.ComponentProps) {
  return loaderData ? <Shown {...loaderData} item={params.item} /> : null
}

type ShownProps = NonNullable<Route.ComponentProps['loaderData']> & { item: string | undefined }

function Shown({ item, ...shown }: ShownProps) {
  const { gift, choices, isStudio, studioName, lastDay, downloads, sizes } = shown
  const more = useMorePages(gift)
  const isShown = useGiftShown(item)
  useReturnToGift(item)
  useKeptGift(shown)
  const asked = useMemo(() => gift.photos.map(({ id }) => id), [gift])
  return (
    <ChoiceKeeper galleryId={gift.gallery.id} choices={choices} asked={asked} more={more.chosen}>
      {isShown ? (
        <article className="gift">
          {isStudio ? <StudioBar galleryId={gift.gallery.id} /> : null}
          <GiftCover gift={gift} canDownload={sizes.length > 0} />
          {downloads ? (
            <div className="wrap gift__downloads">
              <DownloadPanel downloads={downloads} />
            </div>
          ) : null}
          <GiftSets gift={gift} more={more} />
          <GiftEnd gift={gift} more={more} studioName={studioName} lastDay={lastDay} />
          <ChoicesBar
            isAsked={gift.total > 0 && (gift.gallery.proofing || choices?.limit != null)}
            isQuiet={item !== undefined}
          />
        </article>
      ) : null}
      <Outlet context={{ gift, photos: more.photos, sizes }} />
    </ChoiceKeeper>
  )
}
