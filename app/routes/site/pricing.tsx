import type { SessionType } from '~/domains/booking/session-types/model'
import { listSessionTypes } from '~/domains/booking/session-types/operations.server'
import { SessionTable } from '~/domains/booking/ui/session-table'
import { PRICING_TOPIC } from '~/domains/content/faqs'
import { faqListing, offerListing, studioId } from '~/domains/content/listing'
import { introducePage, listFaqs, listServices, readPage } from '~/domains/content/operations.server'
import { FaqsBeside } from '~/domains/content/ui/faqs'
import { PackageRows, Packages, WorkedExample } from '~/domains/content/ui/pricing'
import { Picture } from '~/domains/photos/ui/picture'
import { columns } from '~/domains/photos/ui/sizes'
import { scope } from '~/platform/http/scope.server'
import { JsonLd } from '~/ui/html'
import { PageHead, SectionHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/pricing'

export async function loader({ context }: Route.LoaderArgs) {
  const { db, config } = context.get(scope)
  const [page, types, services, faqs] = await Promise.all([
    readPage({ db }, 'pricing'),
    listSessionTypes({ db }),
    listServices({ db }),
    listFaqs({ db }, PRICING_TOPIC),
  ])
  const photo = page.photos[page.body.packagesPhoto] ?? null
  const about = await introducePage({ db, config }, { ...page, path: paths.pricing(), photo })
  return {
    body: page.body,
    photo,
    types,
    services: services.map(({ slug, title, packages }) => ({ slug, title, packages })),
    faqs,
    about,
    listings: [catalogOf(types, config.siteUrl), faqListing(faqs), about.breadcrumbs],
  }
}

const catalogOf = (types: SessionType[], siteUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'OfferCatalog',
  name: 'Sessions',
  provider: { '@id': studioId(siteUrl) },
  itemListElement: types.map(({ slug, title, summary, priceCents, priceUnit }) =>
    offerListing({
      name: title,
      summary,
      priceCents,
      url: siteUrl + paths.bookSession({ service: slug }),
      isLowest: priceUnit !== '',
    }),
  ),
})

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? pageMeta(loaderData.about.meta) : []

export default function Pricing({ loaderData }: Route.ComponentProps) {
  const { body, photo, types, services, faqs, listings } = loaderData
  const { packagesOf, example } = body
  const main = services.find(({ slug }) => slug === packagesOf)
  const others = services.filter(({ slug, packages }) => slug !== packagesOf && packages.length > 0)
  return (
    <>
      <PageHead title={body.title} lede={body.lede} />
      {types.length > 0 && (
        <section className="wrap" aria-labelledby="sessions">
          <h2 className="vh" id="sessions">
            Sessions
          </h2>
          <SessionTable types={types} />
        </section>
      )}
      {main && (
        <section className="wrap sec" aria-labelledby="packages">
          <SectionHead number={1} title={main.title} id="packages" />
          {photo && (
            <Picture
              className="wedpic"
              photo={photo}
              sizes={columns(12)}
              ratio="var(--wedpic)"
              shapes={[2.6, 2.6, 3 / 2]}
            />
          )}
          <Packages packages={main.packages} />
        </section>
      )}
      {others.length > 0 && (
        <section className="wrap sets" aria-labelledby="others">
          <SectionHead number={2} title="Everything else" id="others" />
          {others.map((service) => (
            <PackageRows key={service.slug} service={service} />
          ))}
        </section>
      )}
      <FaqsBeside faqs={faqs}>
        {example.lines.length > 0 && (
          <WorkedExample example={example} book={paths.bookSession({ service: example.service })} />
        )}
      </FaqsBeside>
      <JsonLd data={listings} />
    </>
  )
}
