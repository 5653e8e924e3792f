import { data } from 'react-router'
import { readBlocks } from '~/domains/blog/blocks.server'
import { breadcrumbListing, galleryListing } from '~/domains/content/listing'
import { isPageShown, readSettings } from '~/domains/content/operations.server'
import { readStory } from '~/domains/galleries/operations.server'
import { sharedImage } from '~/domains/galleries/releases/publication.server'
import { Essay, NextStory } from '~/domains/galleries/ui/story'
import { allowPlayers } from '~/domains/texts/video'
import { scope } from '~/platform/http/scope.server'
import { JsonLd } from '~/ui/html'
import { Breadcrumbs, PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/story'

export async function loader({ context, params }: Route.LoaderArgs) {
  const at = context.get(scope)
  const { db, config, isPreview } = at
  if (!(await isPageShown({ db, isPreview }, 'portfolio'))) throw data(null, { status: 404 })
  const [story, { studio }] = await Promise.all([readStory({ db }, params.story), readSettings({ db })])
  if (!story) throw data(null, { status: 404 })
  const texts = story.parts.flatMap((part) => (part.kind === 'text' ? [part.article] : []))
  const blocks = await readBlocks({ db }, texts, 'portfolio')
  for (const each of blocks) allowPlayers(at, { blocks: each })
  const parts = story.parts.map((part) =>
    part.kind === 'text' ? { kind: part.kind, blocks: blocks.shift() ?? [] } : part,
  )
  const { siteUrl } = config
  const path = paths.story(story.slug)
  const { title: name, summary: description } = story
  const photos = story.photos.map(({ photo }) => photo)
  const trail = [
    { name: 'Home', path: paths.home() },
    { name: 'Portfolio', path: paths.portfolio() },
    { name, path },
  ]
  const shown = story.photos.find(({ featured }) => featured) ?? story.photos[0]
  return {
    story: { ...story, parts },
    image: await sharedImage({ db }, shown?.photo),
    site: { url: siteUrl, name: studio.name },
    listings: [
      galleryListing({ name, description, path, photos }, { siteUrl, studio }),
      breadcrumbListing(trail, siteUrl),
    ],
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { story, site, image } = loaderData
  return pageMeta({
    title: `${story.title} · Portfolio · ${site.name}`,
    description: story.summary,
    path: paths.story(story.slug),
    siteUrl: site.url,
    siteName: site.name,
    image,
  })
}

export default function Story({ loaderData: { story, listings } }: Route.ComponentProps) {
  const photos = story.count === 1 ? '1 photo' : `${story.count} photos`
  const facts = [story.category, story.dateline, photos].filter(Boolean)
  return (
    <article>
      <PageHead
        title={story.title}
        lede={story.summary}
        before={
          <Breadcrumbs trail={[{ label: 'Portfolio', to: paths.portfolio() }, { label: story.title }]} />
        }
      >
        <p className="edge ink2 essay__facts">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </PageHead>
      <Essay parts={story.parts} />
      <NextStory next={story.nextStory} />
      {listings.map((listing) => (
        <JsonLd key={String(listing['@type'])} data={listing} />
      ))}
    </article>
  )
}
