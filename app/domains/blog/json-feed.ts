import { type BlogFeed, contentHtml, feedTags } from './atom'

/** The posts as a JSON Feed (jsonfeed.org/version/1.1), with full texts. */
export const jsonFeed = (feed: BlogFeed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.subtitle,
    home_page_url: `${feed.siteUrl}${feed.pagePath}`,
    feed_url: `${feed.siteUrl}${feed.feedPath}`,
    language: 'en-US',
    items: feed.posts.map((post) => ({
      id: `${feed.siteUrl}${post.path}`,
      url: `${feed.siteUrl}${post.path}`,
      title: post.title,
      summary: post.excerpt,
      content_html: contentHtml(post.blocks, feed.siteUrl),
      date_published: post.publishedAt,
      date_modified: post.updatedAt,
      authors: [{ name: post.author }],
      tags: feedTags(post),
    })),
  })
