import { xmlElement, xmlText } from '~/domains/content/xml'
import { mediaPath, renditionFor } from '~/domains/photos/model'
import type { PostPage, PostSummary } from './model'

export interface AtomFeed {
  title: string
  subtitle: string
  siteUrl: string
  /** Paths of the feed and of its page, such as `/blog`. */
  feedPath: string
  pagePath: string
  rights: string
  posts: (PostSummary & Pick<PostPage, 'author' | 'blocks'> & { path: string })[]
}

/** Image width for feed readers, in pixels. */
const PICTURE_WIDTH = 1200

/** The posts as an Atom feed (RFC 4287), with full texts. */
export function atomXml(feed: AtomFeed): string {
  const { siteUrl } = feed
  const updated =
    feed.posts
      .map(({ updatedAt }) => updatedAt)
      .toSorted()
      .at(-1) ?? new Date(0).toISOString()
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en-US', 'xml:base': `${siteUrl}/` },
    xmlElement('id', {}, xmlText(`${siteUrl}${feed.pagePath}`)),
    xmlElement('title', {}, xmlText(feed.title)),
    xmlElement('subtitle', {}, xmlText(feed.subtitle)),
    xmlElement('updated', {}, updated),
    xmlElement('author', {}, xmlElement('name', {}, xmlText(feed.title))),
    xmlElement('rights', {}, xmlText(feed.rights)),
    xmlElement('link', { rel: 'self', type: 'application/atom+xml', href: `${siteUrl}${feed.feedPath}` }),
    xmlElement('link', { rel: 'alternate', type: 'text/html', href: `${siteUrl}${feed.pagePath}` }),
    ...feed.posts.map((post) => entryXml(post, siteUrl)),
  )}\n`
}

const entryXml = (post: AtomFeed['posts'][number], siteUrl: string): string =>
  xmlElement(
    'entry',
    {},
    xmlElement('id', {}, xmlText(`${siteUrl}${post.path}`)),
    xmlElement('title', {}, xmlText(post.title)),
    xmlElement('published', {}, post.publishedAt),
    xmlElement('updated', {}, post.updatedAt),
    xmlElement('author', {}, xmlElement('name', {}, xmlText(post.author))),
    xmlElement('category', { term: post.topic }),
    xmlElement('link', { rel: 'alternate', type: 'text/html', href: `${siteUrl}${post.path}` }),
    xmlElement('summary', {}, xmlText(post.excerpt)),
    xmlElement('content', { type: 'html' }, xmlText(contentHtml(post.blocks, siteUrl))),
  )

const contentHtml = (blocks: PostPage['blocks'], siteUrl: string): string =>
  blocks
    .map((block) => {
      if (block.kind === 'html') return block.html
      const width = renditionFor(block.photo, PICTURE_WIDTH)
      if (!width) return ''
      const src = `${siteUrl}${mediaPath(block.photo, width, 'jpg')}`
      const height = String(Math.round((block.photo.height * width) / block.photo.width))
      const image = xmlElement('img', { src, width: String(width), height, alt: block.photo.alt })
      const caption = block.caption ? xmlElement('figcaption', {}, xmlText(block.caption)) : ''
      return xmlElement('figure', {}, image, caption)
    })
    .join('\n')
