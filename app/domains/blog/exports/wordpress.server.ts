import { xmlCdata, xmlElement, xmlText } from '~/domains/content/xml'
import { escapeText } from '~/platform/markdown.server'
import { dateOf, wallTimeOf } from '~/platform/time'
import { titleOf } from '../editor/post-values'
import { htmlForOthers } from './html.server'
import type { ExportedPicture, ExportedPost } from './model'

interface About {
  studio: { name: string; timeZone: string }
  authors: string[]
  siteUrl: string
  now: number
}

const NAMESPACES = {
  'xmlns:excerpt': 'http://wordpress.org/export/1.2/excerpt/',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:wfw': 'http://wellformedweb.org/CommentAPI/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:wp': 'http://wordpress.org/export/1.2/',
}

/** Posts as WordPress exports and imports them (WXR 1.2). Each picture is an attachment before its first post. */
export async function* wordPressFile(
  posts: AsyncIterable<ExportedPost>,
  about: About,
): AsyncGenerator<string> {
  const { studio, authors, siteUrl, now } = about
  const spaces = Object.entries(NAMESPACES).map(([name, address]) => ` ${name}="${address}"`)
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"${spaces.join('')}>\n<channel>\n`
  yield [
    xmlElement('title', {}, xmlText(studio.name)),
    xmlElement('link', {}, xmlText(siteUrl)),
    xmlElement('description', {}, ''),
    xmlElement('pubDate', {}, new Date(now).toUTCString()),
    xmlElement('language', {}, 'en-US'),
    xmlElement('wp:wxr_version', {}, '1.2'),
    xmlElement('wp:base_site_url', {}, xmlText(siteUrl)),
    xmlElement('wp:base_blog_url', {}, xmlText(siteUrl)),
    ...authors.map((name, at) =>
      xmlElement(
        'wp:author',
        {},
        xmlElement('wp:author_id', {}, String(at + 1)),
        xmlElement('wp:author_login', {}, xmlCdata(name)),
        xmlElement('wp:author_email', {}, xmlCdata('')),
        xmlElement('wp:author_display_name', {}, xmlCdata(name)),
      ),
    ),
    '',
  ].join('\n')
  /** Number of each item, pictures by their slug. */
  const numbers = new Map<string, number>()
  let last = 0
  for await (const post of posts) {
    for (const picture of post.pictures.values()) {
      if (numbers.has(picture.slug)) continue
      numbers.set(picture.slug, ++last)
      yield attachmentXml(picture, last, post, about)
    }
    yield postXml(post, ++last, numbers.get(post.cover), about)
  }
  yield '</channel>\n</rss>\n'
}

/** Date and time as WordPress writes them, in the studio’s zone and in UTC. */
function timesXml(at: number, { studio: { timeZone } }: About): string {
  const utc = new Date(at).toISOString().slice(0, 19).replace('T', ' ')
  const seconds = utc.slice(16)
  return (
    xmlElement(
      'wp:post_date',
      {},
      xmlCdata(`${dateOf(at, timeZone)} ${wallTimeOf(at, timeZone)}${seconds}`),
    ) + xmlElement('wp:post_date_gmt', {}, xmlCdata(utc))
  )
}

const metaXml = (key: string, value: string): string =>
  xmlElement(
    'wp:postmeta',
    {},
    xmlElement('wp:meta_key', {}, xmlCdata(key)) + xmlElement('wp:meta_value', {}, xmlCdata(value)),
  )

function attachmentXml(
  { slug, address, alt }: ExportedPicture,
  number: number,
  { author, updatedAt }: ExportedPost,
  about: About,
): string {
  return `${xmlElement(
    'item',
    {},
    xmlElement('title', {}, xmlCdata(slug)),
    xmlElement('link', {}, xmlText(address)),
    xmlElement('dc:creator', {}, xmlCdata(author)),
    xmlElement('guid', { isPermaLink: 'false' }, xmlText(address)),
    xmlElement('content:encoded', {}, xmlCdata('')),
    xmlElement('excerpt:encoded', {}, xmlCdata('')),
    xmlElement('wp:post_id', {}, String(number)),
    timesXml(updatedAt, about),
    xmlElement('wp:post_name', {}, xmlCdata(slug)),
    xmlElement('wp:status', {}, xmlCdata('inherit')),
    xmlElement('wp:post_type', {}, xmlCdata('attachment')),
    xmlElement('wp:attachment_url', {}, xmlCdata(address)),
    metaXml('_wp_attachment_image_alt', alt),
  )}\n`
}

const STATUS = { draft: 'draft', unlisted: 'draft', scheduled: 'future', published: 'publish' } as const

function postXml(post: ExportedPost, number: number, cover: number | undefined, about: About): string {
  const { slug, state, author, excerpt, document, pictures, publishedAt, updatedAt } = post
  const address = `${about.siteUrl}/blog/${slug}`
  return `${xmlElement(
    'item',
    {},
    xmlElement('title', {}, xmlCdata(escapeText(titleOf(post)))),
    xmlElement('link', {}, xmlText(address)),
    xmlElement('pubDate', {}, new Date(publishedAt ?? updatedAt).toUTCString()),
    xmlElement('dc:creator', {}, xmlCdata(author)),
    xmlElement('guid', { isPermaLink: 'false' }, xmlText(address)),
    xmlElement('description', {}, ''),
    xmlElement('content:encoded', {}, xmlCdata(htmlForOthers(document, 'wordpress', pictures))),
    xmlElement('excerpt:encoded', {}, xmlCdata(excerpt)),
    xmlElement('wp:post_id', {}, String(number)),
    timesXml(publishedAt ?? updatedAt, about),
    xmlElement('wp:comment_status', {}, xmlCdata('closed')),
    xmlElement('wp:ping_status', {}, xmlCdata('closed')),
    xmlElement('wp:post_name', {}, xmlCdata(slug)),
    xmlElement('wp:status', {}, xmlCdata(STATUS[state])),
    xmlElement('wp:post_parent', {}, '0'),
    xmlElement('wp:menu_order', {}, '0'),
    xmlElement('wp:post_type', {}, xmlCdata('post')),
    xmlElement('wp:post_password', {}, xmlCdata('')),
    xmlElement('wp:is_sticky', {}, '0'),
    ...post.tags.map((tag) =>
      xmlElement('category', { domain: 'post_tag', nicename: tag.slug }, xmlCdata(escapeText(tag.name))),
    ),
    cover === undefined ? '' : metaXml('_thumbnail_id', String(cover)),
  )}\n`
}
