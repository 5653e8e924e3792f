import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { type Incoming, MOST_POSTS, PIECE_MAX, TEXT_MAX, UnreadableImport } from './model'

const NOT_WORDPRESS =
  'This isn’t a WordPress export. In WordPress, open Tools, Export, choose All content, and download the file.'
const TOO_LONG = 'A text in this file is too long to import.'

/** The elements of an item that are read; others, such as comments and plugins’ data, are skipped. */
const READ = new Set([
  ...['title', 'link', 'guid', 'dc:creator', 'content:encoded', 'excerpt:encoded', 'category'],
  ...['wp:post_id', 'wp:post_date_gmt', 'wp:post_date', 'wp:post_name', 'wp:status', 'wp:post_type'],
  ...['wp:post_password', 'wp:attachment_url', 'wp:meta_key', 'wp:meta_value'],
])
const SHORT_MAX = 10_000
/** Characters of all that one item may have, so that no file fills the memory. */
const ITEM_MAX = TEXT_MAX

interface Item {
  texts: Record<string, string>
  tags: string[]
  categories: string[]
  meta: Record<string, string>
  isTooLong: boolean
}

/** A picture of the media library, for posts that name it as their cover. */
export interface Attachment {
  id: string
  address: string
  alt: string
}

export type WordPressPart = Incoming | { attachment: Attachment } | { coverOf: string; attachment: string }

/**
 * The posts of a WordPress export (WXR, an RSS feed with WordPress’s own elements), as they are read: never more
 * than one item is in memory. There are no entities beyond XML’s own, since a file with a DOCTYPE is refused.
 * @param chunks the file’s text
 * @throws UnreadableImport
 */
export async function* readWordPress(
  chunks: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<WordPressPart> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const parts: WordPressPart[] = []
  const path: string[] = []
  let site = ''
  let isFeed = false
  let item: Item | undefined
  let field = ''
  let value = ''
  let category: { domain: string } | undefined
  let count = 0
  let posts = 0
  /** Characters since the parser last had something whole. */
  let open = 0

  const refuse = (sentence: string): never => {
    throw new UnreadableImport(sentence)
  }
  parser.on('doctype', () =>
    refuse('This file defines its own entities (DOCTYPE). WordPress doesn’t write that.'),
  )
  parser.on('error', () => refuse(isFeed ? 'This file is damaged. Export it again.' : NOT_WORDPRESS))
  parser.on('comment', () => {
    open = 0
  })
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    open = 0
    path.push(name)
    if (path.length > 50) refuse(NOT_WORDPRESS)
    if (path.length === 1 && name !== 'rss') refuse(NOT_WORDPRESS)
    if (path.length === 3 && name === 'item') {
      item = { texts: {}, tags: [], categories: [], meta: {}, isTooLong: false }
      count = 0
    }
    if (path.length > 3 ? item && READ.has(name) : name === 'wp:base_site_url' || name === 'wp:wxr_version') {
      field = name
      value = ''
      if (name === 'category') category = { domain: attributes.domain ?? '' }
    }
  })
  const add = (text: string) => {
    open = 0
    if (field === '' || field !== path.at(-1)) return
    const most = field === 'content:encoded' ? TEXT_MAX : SHORT_MAX
    if (value.length + text.length > most || count + text.length > ITEM_MAX) {
      // Plugins keep long data with a post, which nothing here reads.
      if (item && field !== 'wp:meta_value') item.isTooLong = true
      return
    }
    count += text.length
    value += text
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', ({ name }) => {
    open = 0
    path.pop()
    if (name === field) {
      if (name === 'wp:base_site_url') site = value.trim()
      else if (name === 'wp:wxr_version') isFeed = true
      else if (item && category) {
        if (category.domain === 'post_tag') item.tags.push(value.trim())
        else if (category.domain === 'category') item.categories.push(value.trim())
      } else if (item && name === 'wp:meta_value') item.meta[item.texts['wp:meta_key'] ?? ''] = value
      else if (item) item.texts[name] = value
      field = ''
      category = undefined
    }
    if (name === 'item' && item) {
      parts.push(...partsOf(item, site))
      item = undefined
    }
  })

  for await (const chunk of chunks) {
    open += chunk.length
    parser.write(chunk)
    if (open > PIECE_MAX) refuse(TOO_LONG)
    for (const part of parts.splice(0)) {
      if ('isPost' in part && part.isPost && ++posts > MOST_POSTS)
        refuse(`This file has more than ${MOST_POSTS} posts. Split it.`)
      yield part
    }
  }
  parser.close()
  if (!isFeed) refuse(NOT_WORDPRESS)
  yield* parts
}

/** What WordPress keeps for itself, of which an author expects nothing. */
const SILENT = new Set([
  ...['nav_menu_item', 'custom_css', 'customize_changeset', 'oembed_cache', 'revision', 'wp_global_styles'],
  ...['wp_navigation', 'wp_template', 'wp_template_part', 'wp_block', 'user_request', 'wp_font_family'],
])

function partsOf({ texts, tags, categories, meta, isTooLong }: Item, site: string): WordPressPart[] {
  const type = texts['wp:post_type'] || 'post'
  const id = texts['wp:post_id'] ?? ''
  if (SILENT.has(type)) return []
  const source = `wordpress:${site}:${id || texts.guid || texts.link || ''}`
  const title = (texts.title ?? '').trim()
  if (type === 'attachment')
    return [
      {
        attachment: {
          id,
          address: texts['wp:attachment_url'] ?? '',
          alt: meta._wp_attachment_image_alt ?? '',
        },
      },
    ]
  const status = texts['wp:status'] ?? ''
  const leftOut = (reason: string): WordPressPart[] => [{ isPost: false, source, title, reason }]
  if (type === 'page') return leftOut('It’s a page. Pages aren’t imported.')
  if (type !== 'post') return leftOut(`It’s of the type “${type.slice(0, 40)}.” Only posts are imported.`)
  if (status === 'trash' || status === 'auto-draft') return leftOut('It was in the trash.')
  if (isTooLong) return leftOut(TOO_LONG)
  const notes: string[] = []
  const html = texts['content:encoded'] ?? ''
  const hasPassword = (texts['wp:post_password'] ?? '') !== ''
  if (hasPassword) notes.push('It had a password, so it’s a draft here.')
  else if (status === 'private') notes.push('It was private, so it’s a draft here.')
  else if (status === 'pending') notes.push('It waited for review, so it’s a draft here.')
  const isOut = !hasPassword && (status === 'publish' || status === 'future')
  const cover = meta._thumbnail_id
  return [
    {
      ...{ isPost: true, source, title, notes, html, isUnlisted: false, cover: null },
      slug: decoded(texts['wp:post_name'] ?? ''),
      excerpt: texts['excerpt:encoded'] ?? '',
      author: texts['dc:creator'] ?? '',
      tags: [...categories.filter((name) => name !== 'Uncategorized'), ...tags],
      publishedAt: isOut ? instantOf(texts) : null,
      // Blocks and paragraphs mean that the text has its own elements.
      hasLines: !/<!-- wp:|<p[\s>]/i.test(html),
    },
    ...(cover ? [{ coverOf: source, attachment: cover }] : []),
  ]
}

/** Slugs with other letters than Latin ones are percent-encoded. */
function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

/** "2024-05-01 13:30:00" in UTC. Without one, the local time, as if it were UTC. */
function instantOf(texts: Record<string, string>): number | null {
  for (const name of ['wp:post_date_gmt', 'wp:post_date']) {
    const written = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/.exec((texts[name] ?? '').trim())
    const at = written ? Date.parse(`${written[1]}T${written[2]}Z`) : Number.NaN
    if (!Number.isNaN(at) && at > 0) return at
  }
  return null
}
