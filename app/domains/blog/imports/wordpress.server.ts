import { Parser } from 'htmlparser2'
import { MOST_PICTURES } from '~/domains/texts/html-document.server'
import { escapeText, plainText } from '~/platform/markdown.server'
import {
  type Incoming,
  MOST_POSTS,
  PIECE_MAX,
  shortCopy,
  TEXT_MAX,
  TOO_LONG,
  UnreadableImport,
} from './model'

const NOT_WORDPRESS =
  'This isn’t a WordPress export. In WordPress, open Tools, Export, choose All content, and download the file.'

/** The elements of an item that are read; others, such as plugins’ data, are skipped. */
const READ = new Set([
  ...['title', 'link', 'guid', 'dc:creator', 'content:encoded', 'excerpt:encoded', 'category'],
  ...['wp:post_id', 'wp:post_date_gmt', 'wp:post_date', 'wp:post_name', 'wp:status', 'wp:post_type'],
  ...['wp:post_password', 'wp:post_parent', 'wp:menu_order', 'wp:attachment_url'],
  ...['wp:meta_key', 'wp:meta_value'],
  ...['wp:comment_approved', 'wp:comment_type'],
])
/** The elements of the feed itself that are read. */
const READ_ONCE = new Set(['wp:base_site_url', 'wp:wxr_version'])
const READ_OF_AUTHORS = new Set(['wp:author_login', 'wp:author_display_name'])
const MOST_AUTHORS = 10_000
const SHORT_MAX = 10_000
/** Characters of all that one item may have, so that no file fills the memory. */
const ITEM_MAX = TEXT_MAX

interface Item {
  texts: Record<string, string>
  tags: string[]
  categories: string[]
  meta: Record<string, string>
  /** Approved comments of readers. */
  comments: number
  isTooLong: boolean
}

/** Begins the address of a picture that a post names by its id, and that isn't in the file. */
export const MEDIA = 'wordpress-media:'

/** A picture of the media library, which posts name as their cover or in a gallery. */
interface Attachment {
  id: string
  /** Id of the post to which it was uploaded. */
  parent: string
  /** Its place among the pictures of that post. */
  order: number
  address: string
  alt: string
  caption: string
}

interface Library {
  byId: ReadonlyMap<string, Attachment>
  /** In the order that WordPress shows. */
  byParent: ReadonlyMap<string, readonly Attachment[]>
}

/**
 * The posts of a WordPress export (WXR, an RSS feed with WordPress’s own elements). The file is read twice, since the
 * pictures of the media library can come after the posts: never more than one item and the list of pictures are in
 * memory. There are no entities beyond XML’s own, since a file with a DOCTYPE is refused. Bare ampersands and control
 * characters, which XML doesn't allow, are read as they are, since plugins and Squarespace write them.
 * @param open begins to read the file’s text
 * @throws UnreadableImport
 */
export async function* readWordPress(
  open: () => AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Incoming> {
  const library = await readLibrary(open())
  let posts = 0
  for await (const { item, site, authors } of readItems(open())) {
    const found = incomingOf(item, site, authors, library)
    if (!found) continue
    if (found.isPost && ++posts > MOST_POSTS)
      throw new UnreadableImport(`This file has more than ${MOST_POSTS} posts. Split it.`)
    yield found
  }
}

const MOST_ATTACHMENTS = 100_000

async function readLibrary(chunks: AsyncIterable<string> | Iterable<string>): Promise<Library> {
  const byId = new Map<string, Attachment>()
  for await (const { item } of readItems(chunks)) {
    const { texts, meta } = item
    if (texts['wp:post_type'] !== 'attachment' || byId.size === MOST_ATTACHMENTS) continue
    const id = texts['wp:post_id'] ?? ''
    byId.set(id, {
      ...{ id, parent: texts['wp:post_parent'] ?? '', order: Number(texts['wp:menu_order']) || 0 },
      address: shortCopy(texts['wp:attachment_url'] || texts.guid || ''),
      alt: shortCopy(meta._wp_attachment_image_alt ?? ''),
      caption: shortCopy(texts['excerpt:encoded'] ?? ''),
    })
  }
  const inOrder = [...byId.values()].sort((a, b) => a.order - b.order || Number(a.id) - Number(b.id))
  return { byId, byParent: Map.groupBy(inOrder, ({ parent }) => parent) }
}

interface Read {
  item: Item
  /** Address of the former site. */
  site: string
  /** Names by login. */
  authors: ReadonlyMap<string, string>
}

async function* readItems(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Read> {
  const read: Read[] = []
  const path: string[] = []
  let site = ''
  const authors = new Map<string, string>()
  let login = ''
  let isFeed = false
  let item: Item | undefined
  let field = ''
  let value = ''
  let category: { domain: string } | undefined
  let count = 0
  /** Characters since the parser last had something whole. */
  let open = 0
  /** Whether the element that was last opened is closed next, as `<title/>` is. */
  let isEmpty = false

  const refuse = (sentence: string): never => {
    throw new UnreadableImport(sentence)
  }
  const enter = (name: string, attributes: Record<string, string>) => {
    open = 0
    isEmpty = true
    path.push(name)
    if (path.length > 50) refuse(NOT_WORDPRESS)
    if (path.length === 1 && name !== 'rss') refuse(NOT_WORDPRESS)
    if (path.length === 3 && name === 'item') {
      item = { texts: {}, tags: [], categories: [], meta: {}, comments: 0, isTooLong: false }
      count = 0
    }
    const isAuthors = path[2] === 'wp:author' && READ_OF_AUTHORS.has(name)
    if (path.length > 3 ? isAuthors || (item && READ.has(name)) : READ_ONCE.has(name)) {
      field = name
      value = ''
      if (name === 'category') category = { domain: attributes.domain ?? '' }
    }
  }
  const add = (text: string) => {
    open = 0
    isEmpty = false
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
  const leave = (name: string, isImplied: boolean) => {
    open = 0
    path.pop()
    if (isImplied && !isEmpty) refuse(isFeed ? 'This file is damaged. Export it again.' : NOT_WORDPRESS)
    isEmpty = false
    if (name === field) {
      if (name === 'wp:base_site_url') site = value.trim()
      else if (name === 'wp:wxr_version') isFeed = true
      else if (name === 'wp:author_login') login = value.trim()
      else if (name === 'wp:author_display_name') {
        if (authors.size < MOST_AUTHORS) authors.set(login, value.trim())
      } else if (item && category) {
        if (category.domain === 'post_tag') item.tags.push(plainText(value))
        else if (category.domain === 'category') item.categories.push(plainText(value))
      } else if (item && name === 'wp:meta_value') item.meta[item.texts['wp:meta_key'] ?? ''] = value
      else if (item) item.texts[name] = name === 'content:encoded' ? value : value.trim()
      field = ''
      category = undefined
    }
    if (name === 'wp:comment' && item) {
      const { 'wp:comment_approved': approved, 'wp:comment_type': type } = item.texts
      if (approved === '1' && (!type || type === 'comment')) item.comments += 1
      delete item.texts['wp:comment_approved']
      delete item.texts['wp:comment_type']
    }
    if (name === 'item' && item) {
      read.push({ item, site, authors })
      item = undefined
    }
  }
  const parser = new Parser(
    {
      onopentag: enter,
      ontext: add,
      onclosetag: leave,
      oncomment: () => {
        open = 0
      },
      onprocessinginstruction: (name) => {
        if (name.startsWith('!'))
          refuse('This file defines its own entities (DOCTYPE). WordPress doesn’t write that.')
      },
    },
    { xmlMode: true },
  )

  for await (const chunk of chunks) {
    open += chunk.length
    parser.write(chunk)
    if (open > PIECE_MAX) refuse(TOO_LONG)
    yield* read.splice(0)
  }
  parser.end()
  if (!isFeed) refuse(NOT_WORDPRESS)
  yield* read
}

/** What WordPress keeps for itself, of which an author expects nothing. */
const SILENT = new Set([
  ...[
    'attachment',
    'nav_menu_item',
    'custom_css',
    'customize_changeset',
    'oembed_cache',
    'revision',
    'wp_global_styles',
  ],
  ...['wp_navigation', 'wp_template', 'wp_template_part', 'wp_block', 'user_request', 'wp_font_family'],
])

/** @returns undefined: WordPress keeps it for itself */
function incomingOf(
  { texts, tags, categories, meta, comments, isTooLong }: Item,
  site: string,
  authors: ReadonlyMap<string, string>,
  library: Library,
): Incoming | undefined {
  const type = texts['wp:post_type'] || 'post'
  const id = texts['wp:post_id'] ?? ''
  if (SILENT.has(type)) return
  const source = `wordpress:${site}:${id || texts.guid || texts.link || ''}`
  const title = plainText(texts.title ?? '')
  const status = texts['wp:status'] ?? ''
  const leftOut = (reason: string): Incoming => ({ isPost: false, source, title, reason })
  if (type === 'page') return leftOut('It’s a page. Pages aren’t imported.')
  if (type !== 'post') return leftOut(`It’s of the type “${type.slice(0, 40)}.” Only posts are imported.`)
  if (status === 'trash') return leftOut('It was in the trash.')
  if (status === 'auto-draft') return leftOut('It was opened, but never saved.')
  if (isTooLong) return leftOut(TOO_LONG)
  const notes: string[] = []
  const html = withGalleries(withFigures(texts['content:encoded'] ?? ''), id, library)
  const hasPassword = (texts['wp:post_password'] ?? '') !== ''
  if (hasPassword) notes.push('It had a password, so it’s a draft here.')
  else if (status === 'private') notes.push('It was private, so it’s a draft here.')
  else if (status === 'pending') notes.push('It waited for review, so it’s a draft here.')
  const codes = shortcodesOf(html)
  if (codes.length > 0)
    notes.push(`Only WordPress can fill in ${codes.join(', ')}, so visitors would see it as text.`)
  for (const name of blocksOf(html)) notes.push(`The block “${name}” is left out.`)
  const fields = Object.keys(meta).filter((key) => !/^(?:_|rank_math_)|^$/.test(key))
  if (fields.length > 0)
    notes.push(`These custom fields aren’t imported: ${fields.slice(0, 20).join(', ').slice(0, 300)}.`)
  if (comments > 0)
    notes.push(comments === 1 ? 'Its comment isn’t imported.' : `Its ${comments} comments aren’t imported.`)
  const isOut = !hasPassword && (status === 'publish' || status === 'future')
  const named = meta._thumbnail_id?.trim()
  const cover = named ? library.byId.get(named) : undefined
  if (named && !cover) notes.push('The cover isn’t in the file. Export all content, with media.')
  return {
    ...{ isPost: true, source, title, notes, html, isUnlisted: false },
    slug: decoded(texts['wp:post_name'] ?? ''),
    excerpt: texts['excerpt:encoded'] ?? '',
    searchTitle: searchWords(meta, 'title'),
    searchDescription: searchWords(meta, 'metadesc', 'description'),
    author: authors.get(texts['dc:creator'] ?? '') || (texts['dc:creator'] ?? ''),
    tags: [...categories.filter((name) => name !== 'Uncategorized'), ...tags],
    publishedAt: isOut ? instantOf(texts) : null,
    // Blocks and paragraphs mean that the text has its own elements.
    hasLines: !/<!-- wp:|<p[\s>]/i.test(html),
    cover: cover ? { address: cover.address, alt: cover.alt } : null,
  }
}

/** What Yoast SEO and Rank Math keep with a post, unless they fill it in themselves, such as `%%title%%`. */
function searchWords(meta: Record<string, string>, yoast: string, rankMath = yoast): string {
  const words = meta[`_yoast_wpseo_${yoast}`] || meta[`rank_math_${rankMath}`] || ''
  return words.includes('%') ? '' : words
}

const [OPENED, CLOSED] = ['[caption', '[/caption]']

const GALLERY = /\[gallery\b([^\][]{0,4000})\]/gi

/** Galleries as their pictures. Those without any stay as they are written. */
function withGalleries(html: string, post: string, library: Library): string {
  let left = MOST_PICTURES
  return html.replaceAll(GALLERY, (code, attributes: string) => {
    const pictures = picturesOf(attributes, post, library)
    if (pictures.length === 0 || pictures.length > left) return code
    left -= pictures.length
    const figures = pictures.map(
      ({ address, alt, caption }) =>
        `<figure><img src="${escapeText(address)}" alt="${escapeText(alt)}"><figcaption>${caption}</figcaption></figure>`,
    )
    return `<div class="wp-block-gallery">${figures.join('')}</div>`
  })
}

/**
 * `[gallery ids="1,2"]` shows these pictures of the media library, as `include` did before version 3.5. `[gallery]` shows
 * those that were uploaded to the post, or to another by `id`, without those that `exclude` names.
 */
function picturesOf(attributes: string, post: string, { byId, byParent }: Library) {
  const idsOf = (name: string) =>
    new RegExp(`\\b${name}=["']?([\\d, ]+)`, 'i').exec(attributes)?.[1]?.match(/\d+/g)
  const named = idsOf('ids') ?? idsOf('include')
  if (named) return named.map((id) => byId.get(id) ?? { address: MEDIA + id, alt: '', caption: '' })
  const excluded = new Set(idsOf('exclude'))
  const uploaded = byParent.get(idsOf('id')?.[0] ?? post) ?? []
  return uploaded.filter(({ id }) => !excluded.has(id))
}

/** `[contact-form-7 id="1"]`, each once. A word in brackets, such as [sic], is none. */
function shortcodesOf(html: string): string[] {
  const closed = new Set([...html.matchAll(/\[\/([a-z][\w-]{0,40})\]/gi)].map(([, name]) => name))
  const isCode = ([code, name = '']: string[]) =>
    (/[-_]/.test(name) || code?.includes('=') || closed.has(name)) && !LEFT_OUT.test(name)
  const found = [...html.matchAll(SHORTCODE)].filter(isCode).map(([, name]) => `[${name}]`)
  return [...new Set(found)].slice(0, MOST_CODES)
}

/** Blocks that WordPress fills in when it shows the post, such as `<!-- wp:latest-posts {"postsToShow":3} /-->`. */
const blocksOf = (html: string): string[] =>
  [
    ...new Set(
      [...html.matchAll(FILLED_IN)].map(([, name]) => (name === 'block' ? 'pattern' : (name ?? ''))),
    ),
  ].slice(0, MOST_CODES)
const FILLED_IN = /<!-- wp:([a-z][a-z0-9/-]{0,60}) (?:\{(?:(?!-->|<!--)[\s\S]){0,5000}\} )?\/-->/g

/** Of these, the document says what became of them. */
const LEFT_OUT = /^(?:caption|wp_caption|gallery|embed|video|audio|playlist)$/i
const SHORTCODE = /\[([a-z][\w-]{0,40})(?:\s[^\][]{0,2000})?\]/gi
const MOST_CODES = 10

/** `[caption]picture and words[/caption]` of the old editor as figures, and `[embed]` as its address. */
function withFigures(html: string): string {
  const parts: string[] = []
  let at = 0
  for (let from = html.indexOf(OPENED); from !== -1; from = html.indexOf(OPENED, at)) {
    const inner = html.indexOf(']', from) + 1
    const end = html.indexOf(CLOSED, from)
    if (inner === 0 || end < inner) break
    const words = html.slice(inner, end)
    const picture = words.slice(0, endOfPicture(words))
    // Before version 3.4, it was an attribute.
    const before = /\scaption="([^"]{0,2000})"/.exec(html.slice(from, inner))?.[1] ?? ''
    const caption = words.slice(picture.length).trim() || before
    parts.push(html.slice(at, from), `<figure>${picture}<figcaption>${caption}</figcaption></figure>`)
    at = end + CLOSED.length
  }
  return (parts.join('') + html.slice(at)).replaceAll(/\[\/?embed\b[^\][]{0,200}\]/gi, '\n\n')
}

/** Where the first picture ends, with a link around it; 0: there is none. In linear time, also for any other text. */
function endOfPicture(html: string): number {
  const from = html.search(/<img/i)
  const end = from === -1 ? 0 : html.indexOf('>', from) + 1
  const link = /\s*<\/a>/iy
  link.lastIndex = end
  return end > 0 && link.test(html) ? link.lastIndex : end
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
