import { Link } from 'react-router'
import { listSessionTypes } from '~/domains/booking/session-types/operations.server'
import { serviceListing } from '~/domains/content/listing'
import { introducePage, listServices, readPage } from '~/domains/content/operations.server'
import { ServiceEntry } from '~/domains/content/ui/services'
import { scope } from '~/platform/http/scope.server'
import { JsonLd } from '~/ui/html'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/services'

export async function loader({ context }: Route.LoaderArgs) {
  const { db, config } = context.get(scope)
  const [page, services, types] = await Promise.all([
    readPage({ db }, 'services'),
    listServices({ db }),
    listSessionTypes({ db }),
  ])
  // A service is booked through its first session type.
  const entries = services.map((service) => ({
    service,
    bookable: types.find(({ serviceSlug }) => serviceSlug === service.slug)?.slug ?? null,
  }))
  return {
    head: page.body,
    entries,
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

export default function Services({ loaderData: { head, entries, about, listings } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={head.title} lede={head.lede} />
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
      <p className="wrap svc__more">
        <Link className="txt" to={paths.portrait()}>
          How a portrait session goes
        </Link>
      </p>
      <JsonLd data={[...listings, about.breadcrumbs]} />
    </>
  )
}
