import { data } from 'react-router'
import { listPostPage } from '~/domains/blog/operations.server'
import { blogPath } from '~/domains/blog/ui/blog-paths'
import { BlogPages, PostList } from '~/domains/blog/ui/post-list'
import { breadcrumbListing } from '~/domains/content/listing'
import { isPageShown, readPage, readSettings } from '~/domains/content/operations.server'
import { readGalleryStrip } from '~/domains/galleries/operations.server'
import { sharedImage } from '~/domains/galleries/releases/publication.server'
import { ComingSoon } from '~/domains/photos/ui/coming-soon'
import { scope } from '~/platform/http/scope.server'
import { JsonLd } from '~/ui/html'
import { PageHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/blog'

/** All posts, or at `/blog/tag/:tag` those with a tag. */
export async function loader({ request: { url }, params, context }: Route.LoaderArgs) {
  const request = context.get(scope)
  if (!(await isPageShown(request, 'blog'))) throw data(null, { status: 404 })
  const number = Number(new URL(url).searchParams.get('page') || 1)
  const [page, settings, listed] = await Promise.all([
    readPage(request, 'blog'),
    readSettings(request),
    listPostPage(request, { tag: params.tag ?? null, page: number }),
  ])
  if (!listed) throw data(null, { status: 404 })
  const { posts, tag, pages, validUntil } = listed
  request.validUntil(validUntil)
  const { siteUrl } = request.config
  const trail = [
    { name: 'Home', path: paths.home() },
    { name: page.title, path: paths.blog() },
    ...(tag ? [{ name: tag.name, path: blogPath({ tag: tag.slug }) }] : []),
  ]
  return {
    ...{ posts, tag, pages, number },
    gallery: posts.length > 0 ? [] : await readGalleryStrip(request),
    image: await sharedImage(request, posts.find(({ cover }) => cover)?.cover),
    page: { title: page.title, description: page.description, body: page.body },
    site: { url: siteUrl, name: settings.studio.name },
    listing: breadcrumbListing(trail, siteUrl),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { page, site, image, tag, number } = loaderData
  return pageMeta({
    title: `${tag ? `${tag.name} · ` : ''}${page.title} · ${site.name}`,
    description: tag ? `Posts about ${tag.name}. ${page.description}` : page.description,
    path: blogPath({ page: number, tag: tag?.slug }),
    siteUrl: site.url,
    siteName: site.name,
    image,
  })
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { page, posts, gallery, listing, tag, pages, number } = loaderData
  return (
    <>
      {tag ? <PageHead title={tag.name} /> : <PageHead title={page.body.title} lede={page.body.lede} />}
      {posts.length === 0 ? (
        <ComingSoon photos={gallery}>Our first posts are coming soon.</ComingSoon>
      ) : (
        <div className="wrap jrnpage">
          <PostList posts={posts} />
          <BlogPages number={number} pages={pages} tag={tag?.slug} />
        </div>
      )}
      <JsonLd data={listing} />
    </>
  )
}
