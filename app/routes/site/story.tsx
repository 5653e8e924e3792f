import { data } from 'react-router'
import { breadcrumbListing } from '~/domains/content/listing'
import { readSettings } from '~/domains/content/operations.server'
import { galleryListing } from '~/domains/galleries/listing'
import { readStory } from '~/domains/galleries/operations.server'
import { sharedImage } from '~/domains/galleries/releases/publication.server'
import { Essay, NextStory } from '~/domains/galleries/ui/story'
import { scope } from '~/platform/http/scope.server'
import { JsonLd } from '~/ui/html'
import { Breadcrumbs, PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/story'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, config } = context.get(scope)
  const [series, { studio }] = await Promise.all([readStory({ db }, params.series), readSettings({ db })])
  if (!series) throw data(null, { status: 404 })
  const { siteUrl } = config
  const path = paths.series(series.slug)
  const { title: name, summary: description } = series
  const photos = series.frames.map(({ photo }) => photo)
  const trail = [
    { name: 'Home', path: paths.home() },
    { name: 'Portfolio', path: paths.portfolio() },
    { name, path },
  ]
  const frame = series.frames.find(({ featured }) => featured) ?? series.frames[0]
  return {
    series,
    image: await sharedImage({ db }, frame?.photo),
    site: { url: siteUrl, name: studio.name },
    listings: [
      galleryListing({ name, description, path, photos }, { siteUrl, studio }),
      breadcrumbListing(trail, siteUrl),
    ],
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { series, site, image } = loaderData
  return pageMeta({
    title: `${series.title} · Portfolio · ${site.name}`,
    description: series.summary,
    path: paths.series(series.slug),
    siteUrl: site.url,
    siteName: site.name,
    image,
  })
}

export default function Series({ loaderData: { series, listings } }: Route.ComponentProps) {
  const facts = [series.category, series.dateline, `${series.count} photos`].filter(Boolean)
  return (
    <article>
      <PageHead
        title={series.title}
        lede={series.summary}
        before={
          <Breadcrumbs trail={[{ label: 'Portfolio', to: paths.portfolio() }, { label: series.title }]} />
        }
      >
        <p className="edge ink2 essay__facts">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </PageHead>
      <Essay parts={series.parts} />
      <NextStory next={series.nextStory} />
      {listings.map((listing) => (
        <JsonLd key={String(listing['@type'])} data={listing} />
      ))}
    </article>
  )
}
