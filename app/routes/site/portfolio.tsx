import { data } from 'react-router'
import { breadcrumbListing } from '~/domains/content/listing'
import { isPageShown, readPage, readSettings } from '~/domains/content/operations.server'
import { listStories, readGalleryStrip } from '~/domains/galleries/operations.server'
import { sharedImage } from '~/domains/galleries/releases/publication.server'
import { StoryStrip } from '~/domains/galleries/ui/story-strip'
import { ComingSoon } from '~/domains/photos/ui/coming-soon'
import { scope } from '~/platform/http/scope.server'
import { JsonLd } from '~/ui/html'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/portfolio'

export async function loader({ context }: Route.LoaderArgs) {
  const { db, config, isPreview } = context.get(scope)
  if (!(await isPageShown({ db, isPreview }, 'portfolio'))) throw data(null, { status: 404 })
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
    gallery: stories.length > 0 ? [] : await readGalleryStrip({ db }),
    stories: stories.map(({ summary: _, publishedAt: __, ...shown }) => shown),
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

export default function Portfolio({ loaderData: { page, stories, gallery, listing } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={page.body.title} lede={page.body.lede} />
      {stories.length === 0 ? (
        <ComingSoon photos={gallery}>Our first stories are coming soon.</ComingSoon>
      ) : (
        <div className="rolls">
          {stories.map((each) => (
            <StoryStrip key={each.slug} story={each} />
          ))}
        </div>
      )}
      <JsonLd data={listing} />
    </>
  )
}
