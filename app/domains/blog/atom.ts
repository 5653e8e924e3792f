import { xmlElement, xmlText } from '~/domains/content/xml'
import { mediaPath, renditionFor } from '~/domains/photos/model'
import {
  bookingPath,
  type CaptionedPhoto,
  galleryPath,
  priceLabel,
  type TextBlock,
} from '~/domains/texts/blocks'
import { watchAddress } from '~/domains/texts/video'
import type { PostPage, PostSummary } from './model'

export interface BlogFeed {
  title: string
  subtitle: string
  siteUrl: string
  /** Paths of the feed and of its page, such as `/blog`. */
  feedPath: string
  pagePath: string
  rights: string
  posts: (PostSummary & Pick<PostPage, 'author' | 'blocks' | 'tags'> & { path: string })[]
}

/** Image width for feed readers, in pixels. */
const PICTURE_WIDTH = 1200

/** The posts as an Atom feed (RFC 4287), with full texts. */
export function atomXml(feed: BlogFeed): string {
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

const entryXml = (post: BlogFeed['posts'][number], siteUrl: string): string =>
  xmlElement(
    'entry',
    {},
    xmlElement('id', {}, xmlText(`${siteUrl}${post.path}`)),
    xmlElement('title', {}, xmlText(post.title)),
    xmlElement('published', {}, post.publishedAt),
    xmlElement('updated', {}, post.updatedAt),
    xmlElement('author', {}, xmlElement('name', {}, xmlText(post.author))),
    ...feedTags(post).map((term) => xmlElement('category', { term })),
    xmlElement('link', { rel: 'alternate', type: 'text/html', href: `${siteUrl}${post.path}` }),
    xmlElement('summary', {}, xmlText(post.excerpt)),
    xmlElement('content', { type: 'html' }, xmlText(contentHtml(post.blocks, siteUrl))),
  )

/** The names of a post's tags. */
export const feedTags = ({ tags, topic }: BlogFeed['posts'][number]): string[] =>
  tags.length > 0 ? tags.map(({ name }) => name) : [topic]

/** A post's full text with its pictures, for feed readers. */
export const contentHtml = (blocks: PostPage['blocks'], siteUrl: string): string =>
  blocks
    .flatMap((block) => blockXml(block, siteUrl))
    .filter((part) => part !== '')
    .join('\n')

function blockXml(block: TextBlock, siteUrl: string): string[] {
  switch (block.kind) {
    case 'html':
      return [block.html]
    case 'photo':
      return [figureXml(block, siteUrl)]
    case 'row':
      return block.photos.map((each) => figureXml(each, siteUrl))
    case 'gallery': {
      const { cover, title } = block.gallery
      const picture = cover ? figureXml({ photo: cover, caption: '' }, siteUrl) : ''
      return [picture, linkXml(siteUrl + galleryPath(block.gallery), title)]
    }
    case 'session': {
      const { slug, title } = block.session
      const price = priceLabel(block.session)
      return [linkXml(`${siteUrl}${bookingPath(slug)}`, `${title}, ${price}`)]
    }
    case 'testimonial': {
      const { quote, name } = block.testimonial
      const words = [xmlElement('p', {}, xmlText(quote)), xmlElement('p', {}, xmlText(name))]
      return [xmlElement('blockquote', {}, ...words)]
    }
    case 'video': {
      const picture = block.poster ? figureXml({ photo: block.poster, caption: '' }, siteUrl) : ''
      return [picture, linkXml(watchAddress(block.video), block.video.title || 'Watch the video')]
    }
  }
}

const linkXml = (address: string, words: string): string =>
  xmlElement('p', {}, xmlElement('a', { href: address }, xmlText(words)))

function figureXml({ photo, caption }: CaptionedPhoto, siteUrl: string): string {
  const width = renditionFor(photo, PICTURE_WIDTH)
  if (!width) return ''
  const src = `${siteUrl}${mediaPath(photo, width, 'jpg')}`
  const height = String(Math.round((photo.height * width) / photo.width))
  const image = xmlElement('img', { src, width: String(width), height, alt: photo.alt })
  return xmlElement('figure', {}, image, caption ? xmlElement('figcaption', {}, xmlText(caption)) : '')
}
