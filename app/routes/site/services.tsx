import { listSessionTypes } from '~/domains/booking/session-types/operations.server'
import { serviceListing } from '~/domains/content/listing'
import { introducePage, isPageShown, listServices, readPage } from '~/domains/content/operations.server'
import { ServiceEntry } from '~/domains/content/ui/service-entries'
import { readGalleryStrip } from '~/domains/galleries/operations.server'
import { ComingSoon } from '~/domains/photos/ui/coming-soon'
import { scope } from '~/platform/http/scope.server'
import { JsonLd } from '~/ui/html'
import { PageEnd } from '~/ui/page-end'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/services'

export async function loader({ context }: Route.LoaderArgs) {
  const { db, config, isPreview } = context.get(scope)
  const [page, services, types, hasPortrait] = await Promise.all([
    readPage({ db }, 'services'),
    listServices({ db }),
    listSessionTypes({ db }),
    isPageShown({ db, isPreview }, 'portrait'),
  ])
  // A service is booked through its first session type.
  const entries = services.map((service) => ({
    service,
    bookable: types.find(({ serviceSlug }) => serviceSlug === service.slug)?.slug ?? null,
  }))
  return {
    head: page.body,
    gallery: services.length > 0 ? [] : await readGalleryStrip({ db }),
    entries,
    hasPortrait,
    about: await introducePage(
      { db, config },
      { ...page, path: paths.services(), photo: services[0]?.photo },
    ),
    listings: services.map((service) =>
      serviceListing(service, { siteUrl: config.siteUrl, path: paths.service(service.slug) }),
    ),
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMeta(loaderData.about.meta) : []

export default function Services({ loaderData }: Route.ComponentProps) {
  const { head, entries, hasPortrait, gallery, about, listings } = loaderData
  return (
    <>
      <PageHead title={head.title} lede={head.lede} />
      {entries.length === 0 ? (
        <ComingSoon photos={gallery}>Our services are coming soon. Tell us what you have in mind.</ComingSoon>
      ) : (
        <>
          <div className="wrap svc">
            {entries.map(({ service, bookable }, at) => (
              <ServiceEntry
                key={service.slug}
                service={service}
                book={paths.bookSession({ service: bookable })}
                side={at % 2 === 0 ? 'left' : 'right'}
                at={at}
              />
            ))}
          </div>
          {hasPortrait ? <PageEnd to={paths.portrait()}>How a portrait session goes</PageEnd> : null}
        </>
      )}
      <JsonLd data={[...listings, about.breadcrumbs]} />
    </>
  )
}
