import { data, type MetaDescriptor, useOutletContext } from 'react-router'
import { breadcrumbListing, imageListing } from '~/domains/content/listing'
import { readSettings } from '~/domains/content/operations.server'
import type { GalleryPage } from '~/domains/galleries/model'
import { readGalleryPhoto } from '~/domains/galleries/operations.server'
import { sharedImage } from '~/domains/galleries/releases/publication.server'
import { Lightbox } from '~/domains/galleries/ui/lightbox'
import { loadedPhoto } from '~/domains/galleries/ui/use-grid'
import { scope } from '~/platform/http/scope.server'
import { JsonLd } from '~/ui/html'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/gallery-photo'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, config } = context.get(scope)
  const filter = filterIn(request)
  const [view, { studio }] = await Promise.all([
    readGalleryPhoto({ db }, { photo: params.photo, filter }),
    readSettings({ db }),
  ])
  if (!view) throw data(null, { status: 404 })
  const { siteUrl } = config
  const path = paths.galleryPhoto(view.photo.slug)
  const trail = [
    { name: 'Home', path: paths.home() },
    { name: 'Gallery', path: paths.gallery() },
    { name: view.photo.title, path },
  ]
  return {
    view,
    image: await sharedImage({ db }, view.photo),
    listings: [imageListing(view.photo, { siteUrl, studio, path }), breadcrumbListing(trail, siteUrl)],
  }
}

/** Uses the data of the grid, so that a photo opens without waiting. */
export async function clientLoader({ params, request, serverLoader }: Route.ClientLoaderArgs) {
  const view = loadedPhoto(params.photo, filterIn(request))
  return view ? { view, image: undefined, listings: [] } : await serverLoader()
}

const filterIn = (request: Request) => new URL(request.url).searchParams.get('category') || null

export function meta({ loaderData, matches, location }: Route.MetaArgs): MetaDescriptor[] {
  const gallery = matches.find((match) => match?.id === 'routes/site/gallery')
  if (!loaderData || !gallery?.loaderData) return []
  const { site } = gallery.loaderData as { site: { url: string; name: string } }
  const { photo } = loaderData.view
  return pageMeta({
    title: `${photo.title} · Gallery · ${site.name}`,
    description: photo.caption ? `${photo.caption}. ${photo.alt}` : photo.alt,
    path: location.pathname,
    siteUrl: site.url,
    siteName: site.name,
    image: loaderData.image,
  })
}

export default function GalleryPhoto({ loaderData: { view, listings } }: Route.ComponentProps) {
  const { photos } = useOutletContext<GalleryPage>()
  return (
    <>
      <Lightbox view={view} photos={photos} />
      {listings.map((listing) => (
        <JsonLd key={String(listing['@type'])} data={listing} />
      ))}
    </>
  )
}
