import { xmlElement, xmlText } from '~/domains/content/xml'
import { type BlogFeed, contentHtml, feedTags } from './atom'

/** The posts as RSS 2.0, with full texts. */
export function rssXml(feed: BlogFeed): string {
  const { siteUrl } = feed
  const namespaces = {
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  }
  const channel = xmlElement(
    'channel',
    {},
    xmlElement('title', {}, xmlText(feed.title)),
    xmlElement('link', {}, xmlText(`${siteUrl}${feed.pagePath}`)),
    xmlElement('description', {}, xmlText(feed.subtitle)),
    xmlElement('language', {}, 'en-us'),
    xmlElement('copyright', {}, xmlText(feed.rights)),
    xmlElement('atom:link', {
      rel: 'self',
      type: 'application/rss+xml',
      href: `${siteUrl}${feed.feedPath}`,
    }),
    ...feed.posts.map((post) => itemXml(post, siteUrl)),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement('rss', { version: '2.0', ...namespaces }, channel)}\n`
}

const itemXml = (post: BlogFeed['posts'][number], siteUrl: string): string =>
  xmlElement(
    'item',
    {},
    xmlElement('title', {}, xmlText(post.title)),
    xmlElement('link', {}, xmlText(`${siteUrl}${post.path}`)),
    xmlElement('guid', { isPermaLink: 'true' }, xmlText(`${siteUrl}${post.path}`)),
    // RFC 822, as the specification of RSS asks.
    xmlElement('pubDate', {}, new Date(post.publishedAt).toUTCString()),
    xmlElement('dc:creator', {}, xmlText(post.author)),
    ...feedTags(post).map((tag) => xmlElement('category', {}, xmlText(tag))),
    xmlElement('description', {}, xmlText(post.excerpt)),
    xmlElement('content:encoded', {}, xmlText(contentHtml(post.blocks, siteUrl))),
  )
