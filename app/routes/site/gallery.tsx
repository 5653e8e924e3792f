import { data, Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { breadcrumbListing, galleryListing } from '~/domains/content/listing'
import { readPage, readSettings } from '~/domains/content/operations.server'
import { countPublicPhotos, readGallery, readGalleryPhoto } from '~/domains/galleries/operations.server'
import { sharedImage } from '~/domains/galleries/releases/publication.server'
import { GalleryFilters, GalleryPages, PHOTOS_ID } from '~/domains/galleries/ui/gallery-filters'
import { PhotoGrid } from '~/domains/galleries/ui/photo-grid'
import { useGridShown, useReturnToPhoto } from '~/domains/galleries/ui/use-grid'
import { scope } from '~/platform/http/scope.server'
import { JsonLd } from '~/ui/html'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/gallery'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, config } = context.get(scope)
  const query = new URL(request.url).searchParams
  const filter = query.get('category') || null
  const view = params.photo ? await readGalleryPhoto({ db }, { photo: params.photo, filter }) : undefined
  if (params.photo && !view) throw data(null, { status: 404 })

  const [page, settings, all, gallery] = await Promise.all([
    readPage({ db }, 'gallery'),
    readSettings({ db }),
    countPublicPhotos({ db }),
    // A photo's address loads the page of the grid that contains it.
    readGallery({ db }, { filter, page: view?.page ?? Number(query.get('page') || 1) }),
  ])
  if (!gallery) throw data(null, { status: 404 })
  const { siteUrl } = config
  const path = paths.gallery({ filter, page: gallery.page })
  const name = gallery.filters.find(({ slug }) => slug === filter)?.title ?? page.title
  const description = filter
    ? `${name}: ${gallery.total} photos by ${settings.studio.name}. ${page.body.lede}`
    : page.description
  return {
    gallery,
    image: await sharedImage({ db }, gallery.photos[0]),
    all,
    head: page.body,
    site: { url: siteUrl, name: settings.studio.name },
    about: { title: filter ? `${name} · ${page.title}` : page.title, description },
    listings: [
      galleryListing(
        { name, description, path, photos: gallery.photos },
        { siteUrl, studio: settings.studio },
      ),
      breadcrumbListing(
        [
          { name: 'Home', path: paths.home() },
          { name: page.title, path: paths.gallery() },
        ],
        siteUrl,
      ),
    ],
  }
}

/** Opening or closing a photo over the grid doesn't reload the grid. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, currentParams, nextParams, defaultShouldRevalidate } = change
  const isSame = (name: string) => currentUrl.searchParams.get(name) === nextUrl.searchParams.get(name)
  if (change.formMethod || !(currentParams.photo || nextParams.photo)) return defaultShouldRevalidate
  return !(isSame('category') && isSame('page'))
}

export const meta = ({ loaderData, location }: Route.MetaArgs) =>
  loaderData
    ? pageMeta({
        title: `${loaderData.about.title} · ${loaderData.site.name}`,
        description: loaderData.about.description,
        path: location.pathname + location.search,
        siteUrl: loaderData.site.url,
        siteName: loaderData.site.name,
        image: loaderData.image,
      })
    : []

export default function Gallery({ loaderData, params }: Route.ComponentProps) {
  const { gallery, all, head, listings } = loaderData
  const shown = useGridShown(gallery, params.photo)
  useReturnToPhoto(params.photo)
  return (
    <>
      {shown ? (
        <>
          <PageHead title={head.title} lede={head.lede} />
          <div className="wrap gal">
            <div className="gbar">
              <GalleryFilters filters={gallery.filters} current={gallery.current} all={all} />
              <p className="small ink2" role="status">
                {showing(gallery)}
              </p>
            </div>
            <h2 className="vh" id={PHOTOS_ID} tabIndex={-1}>
              Photos
            </h2>
            <PhotoGrid photos={gallery.photos} current={gallery.current} page={gallery.page} />
            <GalleryPages {...gallery} />
          </div>
          {params.photo
            ? null
            : listings.map((listing) => <JsonLd key={String(listing['@type'])} data={listing} />)}
        </>
      ) : null}
      <Outlet context={gallery} />
    </>
  )
}

function showing({ photos, total }: Route.ComponentProps['loaderData']['gallery']): string {
  const [first, last] = [photos[0]?.number, photos.at(-1)?.number]
  return first === undefined ? 'No photos yet' : `Showing ${first}–${last} of ${total}`
}
