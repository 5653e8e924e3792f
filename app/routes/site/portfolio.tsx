import { breadcrumbListing } from '~/domains/content/listing'
import { readPage, readSettings } from '~/domains/content/operations.server'
import { listStories } from '~/domains/galleries/operations.server'
import { sharedImage } from '~/domains/galleries/releases/publication.server'
import { StoryStrip } from '~/domains/galleries/ui/story-strip'
import { scope } from '~/platform/http/scope.server'
import { JsonLd } from '~/ui/html'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/portfolio'

export async function loader({ context }: Route.LoaderArgs) {
  const { db, config } = context.get(scope)
  const [page, settings, stories] = await Promise.all([
    readPage({ db }, 'portfolio'),
    readSettings({ db }),
    listStories({ db }),
  ])
  const trail = [
    { name: 'Home', path: paths.home() },
    { name: page.title, path: paths.portfolio() },
  ]
  const [shown] = stories.flatMap(({ photos }) => photos.filter(({ featured }) => featured))
  return {
    stories,
    image: await sharedImage({ db }, shown?.photo),
    page: { title: page.title, description: page.description, body: page.body },
    site: { url: config.siteUrl, name: settings.studio.name },
    listing: breadcrumbListing(trail, config.siteUrl),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { page, site, image } = loaderData
  return pageMeta({
    title: `${page.title} · ${site.name}`,
    description: page.description,
    path: paths.portfolio(),
    siteUrl: site.url,
    siteName: site.name,
    image,
  })
}

export default function Portfolio({ loaderData: { page, stories, listing } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={page.body.title} lede={page.body.lede} />
      <div className="rolls">
        {stories.map((each) => (
          <StoryStrip key={each.slug} story={each} />
        ))}
      </div>
      <JsonLd data={listing} />
    </>
  )
}
