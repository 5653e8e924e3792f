import type { LoaderFunctionArgs } from 'react-router'
import { atomXml } from '~/domains/blog/atom'
import { readFeed } from '~/domains/blog/operations.server'
import { readPage, readSettings } from '~/domains/content/operations.server'
import { scope } from '~/platform/http/scope.server'
import { paths } from '~/ui/paths'

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, clock, config, validUntil } = context.get(scope)
  const { studio } = await readSettings({ db })
  const page = await readPage({ db }, 'blog')
  const feed = await readFeed({ db, clock })
  validUntil(feed.validUntil)
  const xml = atomXml({
    title: studio.name,
    subtitle: page.description,
    siteUrl: config.siteUrl,
    feedPath: paths.feed(),
    pagePath: paths.blog(),
    rights: studio.copyrightNotice,
    posts: feed.posts.map((post) => ({ ...post, path: paths.post(post.slug) })),
  })
  return new Response(xml, {
    headers: {
      'Content-Type': 'application/atom+xml; charset=utf-8',
      'Cache-Control': 'public, max-age=600',
    },
  })
}
