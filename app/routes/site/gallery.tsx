import { data, type MetaDescriptor, Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { breadcrumbListing, galleryListing } from '~/domains/content/listing'
import { readPage, readSettings } from '~/domains/content/operations.server'
import { type GalleryPage, type GalleryPhoto, galleryPageOf } from '~/domains/galleries/model'
import { countPublicPhotos, readGallery, readGalleryPhoto } from '~/domains/galleries/operations.server'
import { sharedImage } from '~/domains/galleries/releases/publication.server'
import { GalleryFilters, GalleryPages, PHOTOS_ID } from '~/domains/galleries/ui/gallery-filters'
import { GalleryLightbox } from '~/domains/galleries/ui/gallery-lightbox'
import { openPhotoIn, useOpenPhoto } from '~/domains/galleries/ui/open-photo'
import { PhotoGrid } from '~/domains/galleries/ui/photo-grid'
import { isSameGrid, useAhead, useGridShown } from '~/domains/galleries/ui/use-grid'
import { ComingSoon } from '~/domains/photos/ui/coming-soon'
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
  const photo = params.photo ? await readGalleryPhoto({ db }, { photo: params.photo, filter }) : undefined
  if (params.photo && !photo) throw data(null, { status: 404 })

  const [page, settings, all, gallery] = await Promise.all([
    readPage({ db }, 'gallery'),
    readSettings({ db }),
    countPublicPhotos({ db }),
    // A photo's address loads the page of the grid that contains it.
    readGallery(
      { db },
      { filter, page: photo ? galleryPageOf(photo.number) : Number(query.get('page') || 1) },
    ),
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
    image: await sharedImage({ db }, photo ?? gallery.photos[0]),
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
  if (change.formMethod) return defaultShouldRevalidate
  const isPhoto = currentParams.photo ?? nextParams.photo
  return isPhoto || isSameGrid(currentUrl, nextUrl)
    ? !(isSame('category') && isSame('page'))
    : defaultShouldRevalidate
}

export function meta({ loaderData, location, params }: Route.MetaArgs): MetaDescriptor[] {
  if (!loaderData) return []
  const { site, image, about, gallery } = loaderData
  const open = openPhotoIn(location, params.photo)
  const photo = gallery.photos.find(({ slug }) => slug === open)
  const of = photo
    ? {
        title: titleOf(photo, site.name),
        description: photo.caption ? `${photo.caption}. ${photo.alt}` : photo.alt,
        path: (location.mask ?? location).pathname,
      }
    : { ...about, title: `${about.title} · ${site.name}`, path: location.pathname + location.search }
  return pageMeta({
    ...of,
    siteUrl: site.url,
    siteName: site.name,
    image,
  })
}

const titleOf = ({ title }: GalleryPhoto, siteName: string) => `${title} · Gallery · ${siteName}`

export default function Gallery({ loaderData, params }: Route.ComponentProps) {
  const { gallery, all, head, site, listings } = loaderData
  const shown = useGridShown(params.photo)
  useAhead(GalleryLightbox.load)
  return (
    <>
      {shown ? (
        <>
          <PageHead title={head.title} lede={head.lede} />
          {all === 0 ? <ComingSoon photos={[]}>Our first photos are coming soon.</ComingSoon> : null}
          <div className="wrap gal" hidden={all === 0}>
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
      <Outlet />
      <OpenPhoto gallery={gallery} siteName={site.name} param={params.photo} />
    </>
  )
}

interface OpenPhotoProps {
  gallery: GalleryPage
  siteName: string
  param: string | undefined
}

/** Apart from the page, which isn't rendered again when a photo opens. */
function OpenPhoto({ gallery, siteName, param }: OpenPhotoProps) {
  const open = useOpenPhoto(param)
  if (open === undefined) return null
  return <GalleryLightbox gallery={gallery} open={open} titleOf={(photo) => titleOf(photo, siteName)} />
}

function showing({ photos, total }: Route.ComponentProps['loaderData']['gallery']): string {
  const [first, last] = [photos[0]?.number, photos.at(-1)?.number]
  return first === undefined ? 'No photos yet' : `Showing ${first}–${last} of ${total}`
}
