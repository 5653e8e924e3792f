import type { SessionType } from '~/domains/booking/session-types/model'
import { listSessionTypes } from '~/domains/booking/session-types/operations.server'
import { SessionPrice, sessionFacts } from '~/domains/booking/ui/session-facts'
import { PRICING_TOPIC } from '~/domains/content/faqs'
import { faqListing, offerListing, studioId } from '~/domains/content/listing'
import {
  introducePage,
  listFaqs,
  listServices,
  readPage,
  readSettings,
} from '~/domains/content/operations.server'
import { FaqsBeside } from '~/domains/content/ui/faqs'
import { Price, PriceList, type PriceRow, WorkedExample } from '~/domains/content/ui/pricing'
import { pricedExample } from '~/domains/content/worked-example'
import { readGalleryStrip } from '~/domains/galleries/operations.server'
import { shownSmall } from '~/domains/photos/model'
import { ComingSoon } from '~/domains/photos/ui/coming-soon'
import { scope } from '~/platform/http/scope.server'
import { JsonLd } from '~/ui/html'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/pricing'

export async function loader({ context }: Route.LoaderArgs) {
  const { db, config } = context.get(scope)
  const [page, all, services, faqs, { policies }] = await Promise.all([
    readPage({ db }, 'pricing'),
    listSessionTypes({ db }),
    listServices({ db }),
    listFaqs({ db }, PRICING_TOPIC),
    readSettings({ db }),
  ])
  const shown = services[0]?.photo ?? null
  const { example, ...body } = page.body
  const about = await introducePage({ db, config }, { ...page, path: paths.pricing(), photo: shown })
  return {
    body,
    example: pricedExample(
      example,
      all.find(({ slug }) => slug === example.service),
    ),
    taxNote: policies.taxNote,
    gallery: all.length > 0 ? [] : await readGalleryStrip({ db }),
    types: all.map(({ places: _, depositCents: __, ...type }) => type),
    services: services.map(({ slug, title, packages, thumbnail, photo }) => {
      const picture = thumbnail ?? photo
      return { slug, title, packages, picture: picture && shownSmall(picture) }
    }),
    faqs,
    about,
    listings: [catalogOf(all, config.siteUrl), faqListing(faqs), about.breadcrumbs],
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
  const { body, example, taxNote, types, services, gallery, faqs, listings } = loaderData
  const groups = services.map(({ packages, ...service }) => {
    const sessions = types.filter(({ serviceSlug }) => serviceSlug === service.slug)
    // A package is booked as a session of its service.
    const book = paths.bookSession({ service: sessions[0]?.slug ?? null })
    return { ...service, rows: [...sessions.map(rowOf), ...packages.map((each) => packageRow(each, book))] }
  })
  const others = types.filter(({ serviceSlug }) => !services.some(({ slug }) => slug === serviceSlug))
  const shown = [
    ...groups,
    { slug: 'more', title: 'Other sessions', picture: null, rows: others.map(rowOf) },
  ].filter(({ rows }) => rows.length > 0)
  return (
    <>
      <PageHead title={body.title} lede={body.lede} />
      {shown.length > 0 ? (
        <PriceList groups={shown} note={taxNote} />
      ) : (
        <ComingSoon photos={gallery}>
          Tell us what you’d like photographed, and we’ll send you a price.
        </ComingSoon>
      )}
      <FaqsBeside faqs={faqs}>
        {example ? (
          <WorkedExample example={example} book={paths.bookSession({ service: example.service })} />
        ) : null}
      </FaqsBeside>
      <JsonLd data={listings} />
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']

const rowOf = (type: Loaded['types'][number]): PriceRow => ({
  key: type.slug,
  title: type.title,
  summary: type.summary,
  facts: sessionFacts(type),
  price: <SessionPrice type={type} />,
  book: paths.bookSession({ service: type.slug }),
})

const packageRow = (
  {
    slug,
    title,
    summary,
    points,
    priceCents,
    recommended,
    recommendation,
  }: Loaded['services'][number]['packages'][number],
  book: string,
): PriceRow => ({
  key: slug,
  title,
  summary,
  facts: points,
  price: <Price cents={priceCents} />,
  book,
  ...(recommended ? { recommendation } : {}),
})
