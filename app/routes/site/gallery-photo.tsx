import { data } from 'react-router'
import { breadcrumbListing, imageListing } from '~/domains/content/listing'
import { readSettings } from '~/domains/content/operations.server'
import { readGalleryPhoto } from '~/domains/galleries/operations.server'
import { scope } from '~/platform/http/scope.server'
import { JsonLd } from '~/ui/html'
import { paths } from '~/ui/paths'
import type { Route } from './+types/gallery-photo'

/** A photo of the gallery by its own address. The gallery's page shows it in the lightbox. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, config } = context.get(scope)
  const filter = new URL(request.url).searchParams.get('category') || null
  const [photo, { studio }] = await Promise.all([
    readGalleryPhoto({ db }, { photo: params.photo, filter }),
    readSettings({ db }),
  ])
  if (!photo) throw data(null, { status: 404 })
  const { siteUrl } = config
  const path = paths.galleryPhoto(photo.slug)
  const trail = [
    { name: 'Home', path: paths.home() },
    { name: 'Gallery', path: paths.gallery() },
    { name: photo.title, path },
  ]
  return { listings: [imageListing(photo, { siteUrl, studio, path }), breadcrumbListing(trail, siteUrl)] }
}

export default function GalleryPhoto({ loaderData: { listings } }: Route.ComponentProps) {
  return listings.map((listing) => <JsonLd key={String(listing['@type'])} data={listing} />)
}
