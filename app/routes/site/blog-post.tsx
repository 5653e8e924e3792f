import { data } from 'react-router'
import { postListing } from '~/domains/blog/model'
import { readPost } from '~/domains/blog/operations.server'
import { Article, OtherPosts } from '~/domains/blog/ui/post'
import { breadcrumbListing } from '~/domains/content/listing'
import { readPage, readSettings } from '~/domains/content/operations.server'
import { sharedImage } from '~/domains/galleries/releases/publication.server'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { JsonLd } from '~/ui/html'
import { Breadcrumbs } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/blog-post'

export async function loader({ context, params }: Route.LoaderArgs) {
  const request = context.get(scope)
  const [found, { studio }, blog] = await Promise.all([
    readPost(request, params.post),
    readSettings(request),
    readPage(request, 'blog'),
  ])
  if (!found) throw data(null, { status: 404 })
  const { validUntil, ...post } = found
  request.validUntil(validUntil)
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
    image: await sharedImage(request, post.cover),
    site: { url: siteUrl, name: studio.name },
    listings: [postListing(post, { siteUrl, path }), breadcrumbListing(trail, siteUrl)],
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => {
  if (!loaderData) return []
  const { post, site, image } = loaderData
  return [
    ...pageMeta({
      title: `${post.title} · ${site.name}`,
      description: post.excerpt,
      path: paths.post(post.slug),
      siteUrl: site.url,
      siteName: site.name,
      image,
      type: 'article',
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
          <p className="edge">
            <time className="pt" dateTime={post.publishedAt}>
              {post.date}
            </time>
            <span>{post.minutes === 1 ? '1 minute' : `${post.minutes} minutes`}</span>
            <span>{post.topic}</span>
            <span>{post.author}</span>
          </p>
        </header>
        <Article post={post} />
      </article>
      <div className="sec art__end">
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
