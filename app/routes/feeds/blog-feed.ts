import { data, href, type LoaderFunctionArgs } from 'react-router'
import { atomXml, type BlogFeed } from '~/domains/blog/atom'
import { jsonFeed } from '~/domains/blog/json-feed'
import { readFeed } from '~/domains/blog/operations.server'
import { rssXml } from '~/domains/blog/rss'
import { readPage, readSettings } from '~/domains/content/operations.server'
import { scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'

interface Format {
  type: string
  write: (feed: BlogFeed) => string
}

/** The formats of the feed by its path. */
const FORMATS: Record<string, Format | undefined> = {
  [paths.feed()]: { type: 'application/atom+xml; charset=utf-8', write: atomXml },
  [href('/blog.rss')]: { type: 'application/rss+xml; charset=utf-8', write: rssXml },
  [href('/blog.json')]: { type: 'application/feed+json; charset=utf-8', write: jsonFeed },
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, clock, config, validUntil } = context.get(scope)
  const feedPath = new URL(request.url).pathname
  const format = FORMATS[feedPath]
  const { studio, pages } = await readSettings({ db })
  if (!pages.blog || !format) throw data(null, { status: 404 })
  const page = await readPage({ db }, 'blog')
  const feed = await readFeed({ db, clock })
  validUntil(feed.validUntil)
  const text = format.write({
    title: studio.name,
    subtitle: page.description,
    siteUrl: config.siteUrl,
    feedPath,
    pagePath: paths.blog(),
    rights: studio.copyrightNotice,
    posts: feed.posts.map((post) => ({ ...post, path: paths.post(post.slug) })),
  })
  return new Response(text, {
    headers: { 'Content-Type': format.type, 'Cache-Control': 'public, max-age=600' },
  })
}
