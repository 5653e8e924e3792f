import { data, redirect } from 'react-router'
import { postListing } from '~/domains/blog/model'
import { findMovedPost, readPost } from '~/domains/blog/operations.server'
import { socialPictureOf } from '~/domains/blog/social-picture.server'
import { Article, OtherPosts, PostFacts, SharePost } from '~/domains/blog/ui/post'
import { RelatedPosts } from '~/domains/blog/ui/related-posts'
import { breadcrumbListing } from '~/domains/content/listing'
import { isPageShown, readPage, readSettings } from '~/domains/content/operations.server'
import { allowPlayers } from '~/domains/texts/video'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { JsonLd } from '~/ui/html'
import { Breadcrumbs } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/blog-post'

export async function loader({ context, params }: Route.LoaderArgs) {
  const request = context.get(scope)
  if (!(await isPageShown(request, 'blog'))) throw data(null, { status: 404 })
  const [found, { studio }, blog] = await Promise.all([
    readPost(request, params.post),
    readSettings(request),
    readPage(request, 'blog'),
  ])
  if (!found) {
    const moved = await findMovedPost(request, params.post)
    throw moved === undefined ? data(null, { status: 404 }) : redirect(paths.post(moved), 301)
  }
  const { validUntil, ...post } = found
  request.validUntil(validUntil)
  allowPlayers(request, post)
  const { siteUrl } = request.config
  const path = paths.post(post.slug)
  const trail = [
    { name: 'Home', path: paths.home() },
    { name: 'Blog', path: paths.blog() },
    { name: post.title, path },
  ]
  return {
    post,
    callTitle: blog.body.callTitle,
    picture: await socialPictureOf(request, {
      ...{ title: post.search.title, studioName: studio.name, cover: post.cover },
    }),
    site: { url: siteUrl, name: studio.name },
    listings: post.isListed ? [postListing(post, { siteUrl, path }), breadcrumbListing(trail, siteUrl)] : [],
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { post, site, picture } = loaderData
  return [
    ...pageMeta({
      title: `${post.search.title} · ${site.name}`,
      description: post.search.description,
      path: paths.post(post.slug),
      siteUrl: site.url,
      siteName: site.name,
      image: {
        path: paths.postPicture(post.slug, picture),
        width: 1200,
        height: 630,
        alt: post.search.title,
      },
      type: 'article',
      noindex: !post.isListed,
    }),
    { property: 'article:published_time', content: post.publishedAt },
    { property: 'article:modified_time', content: post.updatedAt },
  ]
}

export default function BlogPost({ loaderData: { post, callTitle, listings } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <article>
        <header className="art__head">
          <Breadcrumbs trail={[{ label: 'Blog', to: paths.blog() }, { label: post.title }]} />
          <h1 className="d2">{post.title}</h1>
          <PostFacts post={post} />
        </header>
        <Article post={post} />
      </article>
      <div className="sec art__end">
        <SharePost title={post.title} />
        <RelatedPosts related={post.related} />
        <OtherPosts newer={post.newer} older={post.older} />
        <div className="cta">
          <h2 className="t1">{callTitle}</h2>
          <ButtonLink go to={paths.bookSession()}>
            Book a session
          </ButtonLink>
        </div>
      </div>
      {listings.map((listing) => (
        <JsonLd key={String(listing['@type'])} data={listing} />
      ))}
    </div>
  )
}
