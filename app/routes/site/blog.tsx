import { listPosts } from '~/domains/blog/operations.server'
import { PostList } from '~/domains/blog/ui/post-list'
import { breadcrumbListing } from '~/domains/content/listing'
import { readPage, readSettings } from '~/domains/content/operations.server'
import { sharedImage } from '~/domains/galleries/releases/publication.server'
import { scope } from '~/platform/http/scope.server'
import { JsonLd } from '~/ui/html'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/blog'

export async function loader({ context }: Route.LoaderArgs) {
  const request = context.get(scope)
  const [page, settings, { posts, validUntil }] = await Promise.all([
    readPage(request, 'blog'),
    readSettings(request),
    listPosts(request),
  ])
  request.validUntil(validUntil)
  const { siteUrl } = request.config
  const trail = [
    { name: 'Home', path: paths.home() },
    { name: page.title, path: paths.blog() },
  ]
  return {
    posts,
    image: await sharedImage(request, posts.find(({ cover }) => cover)?.cover),
    page: { title: page.title, description: page.description, body: page.body },
    site: { url: siteUrl, name: settings.studio.name },
    listing: breadcrumbListing(trail, siteUrl),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { page, site, image } = loaderData
  return pageMeta({
    title: `${page.title} · ${site.name}`,
    description: page.description,
    path: paths.blog(),
    siteUrl: site.url,
    siteName: site.name,
    image,
  })
}

export default function Blog({ loaderData: { page, posts, listing } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={page.body.title} lede={page.body.lede} />
      <div className="wrap jrnpage">
        <PostList posts={posts} />
      </div>
      <JsonLd data={listing} />
    </>
  )
}
