import { escapeText } from '~/platform/markdown.server'
import { readTables } from './ghost-tables.server'
import { type Incoming, MOST_POSTS, TEXT_MAX, UnreadableImport } from './model'

type Row = Record<string, unknown>

const NOT_GHOST =
  'This isn’t a Ghost export. In Ghost, open Settings, Migration tools, and export your content.'

/**
 * The posts of a Ghost export (`{ db: [{ meta, data: { posts, tags, … } }] }`, or the same without `db`). The file is
 * read twice, since the tags and authors come after the posts: never more than one post is in memory.
 * @param open begins to read the file's bytes
 * @param site address of the Ghost site, which the export writes as `__GHOST_URL__`; '' if it isn't known
 * @throws UnreadableImport
 */
export async function* readGhost(
  open: () => AsyncIterable<Uint8Array>,
  site: string,
): AsyncGenerator<Incoming> {
  const { tags, users, tagsOf, authorsOf, metaOf } = await readBeside(open())
  let count = 0
  for await (const { row: post } of readTables(open(), ['posts'], NOT_GHOST)) {
    if (++count > MOST_POSTS)
      throw new UnreadableImport(`This file has more than ${MOST_POSTS} posts. Split it.`)
    const id = text(post.id)
    const source = `ghost:${text(post.uuid) || `${site}:${id}`}`
    const title = text(post.title)
    if (text(post.type) === 'page' || post.page === true || post.page === 1) {
      yield { isPost: false, source, title, reason: 'It’s a page. Pages aren’t imported.' }
      continue
    }
    const notes: string[] = []
    const own = (tagsOf.get(id) ?? []).toSorted(
      (a, b) => Number(a.sort_order ?? 0) - Number(b.sort_order ?? 0),
    )
    const named = own.flatMap((row): Row[] => {
      const tag = tags.get(text(row.tag_id))
      return tag ? [tag] : []
    })
    const meta = metaOf.get(id)
    const status = text(post.status)
    const cover = addressOf(text(post.feature_image), site)
    const author = users.get(text(authorsOf.get(id)?.[0]?.author_id)) ?? users.get(text(post.author_id)) ?? ''
    if (status === 'sent') notes.push('It was only sent as an email, so it’s unlisted here.')
    if (!['', 'public'].includes(text(post.visibility)))
      notes.push('It was for members only, so it’s a draft here.')
    const isOpen = ['', 'public'].includes(text(post.visibility))
    const isOut = isOpen && ['published', 'scheduled', 'sent'].includes(status)
    yield {
      ...{ isPost: true, source, title, slug: text(post.slug), author, notes },
      excerpt: text(post.custom_excerpt) || text(meta?.meta_description),
      // Internal tags begin with a number sign.
      tags: named.map((tag) => text(tag.name)).filter((name) => !name.startsWith('#')),
      publishedAt: isOut ? instantOf(post.published_at) : null,
      isUnlisted: status === 'sent',
      html: withSite(bodyOf(post), site),
      hasLines: false,
      cover: cover === '' ? null : { address: cover, alt: text(meta?.feature_image_alt) },
    }
  }
}

/** Most rows of the other tables together. */
const MOST_ROWS = 200_000

/** What the other tables say about the posts, with only the columns that are read. */
async function readBeside(chunks: AsyncIterable<Uint8Array>) {
  const tags = new Map<string, Row>()
  const users = new Map<string, string>()
  const tagsOf = new Map<string, Row[]>()
  const authorsOf = new Map<string, Row[]>()
  const metaOf = new Map<string, Row>()
  const add = (rows: Map<string, Row[]>, post: string, row: Row) => {
    const known = rows.get(post)
    if (known) known.push(row)
    else rows.set(post, [row])
  }
  const tables = ['posts', 'tags', 'users', 'posts_tags', 'posts_authors', 'posts_meta']
  let rows = 0
  for await (const { table, row } of readTables(chunks, tables, NOT_GHOST)) {
    if (table === 'posts') continue
    if (++rows > MOST_ROWS) throw new UnreadableImport('This file has too many tags or authors. Split it.')
    const post = short(row.post_id)
    if (table === 'tags') tags.set(short(row.id), { name: short(row.name) })
    else if (table === 'users') users.set(short(row.id), short(row.name))
    else if (table === 'posts_tags')
      add(tagsOf, post, { tag_id: short(row.tag_id), sort_order: Number(row.sort_order ?? 0) })
    else if (table === 'posts_authors') add(authorsOf, post, { author_id: short(row.author_id) })
    else
      metaOf.set(post, {
        meta_description: short(row.meta_description),
        feature_image_alt: short(row.feature_image_alt),
      })
  }
  return { tags, users, tagsOf, authorsOf, metaOf }
}

const SHORT_MAX = 2_000

/** A copy, since a part of a text keeps the whole text in memory. */
const short = (value: unknown): string => Buffer.from(text(value).slice(0, SHORT_MAX)).toString()

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : [])
const text = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, TEXT_MAX) : typeof value === 'number' ? String(value) : ''

const instantOf = (value: unknown): number | null => {
  const at = typeof value === 'number' ? value : Date.parse(text(value))
  return Number.isSafeInteger(at) ? at : null
}

const withSite = (html: string, site: string): string =>
  site === '' ? html : html.replaceAll('__GHOST_URL__', site)

const addressOf = (address: string, site: string): string => withSite(address, site)

/** Every version of Ghost exports HTML; older or repaired exports may have only the editor’s own format. */
function bodyOf(post: Row): string {
  if (text(post.html) !== '') return text(post.html)
  if (text(post.lexical) !== '') return lexicalHtml(parsed(text(post.lexical)))
  return mobiledocHtml(parsed(text(post.mobiledoc)))
}

function parsed(json: string): Row {
  try {
    const read: unknown = JSON.parse(json)
    return isRow(read) ? read : {}
  } catch {
    return {}
  }
}

const MOST_DEPTH = 40

/** Ghost’s editor since version 5. */
function lexicalHtml(read: Row): string {
  const root = isRow(read.root) ? read.root : {}
  return rowsOf(root.children)
    .map((node) => lexicalNode(node, 0))
    .join('\n')
}

function lexicalNode(node: Row, depth: number): string {
  if (depth > MOST_DEPTH) return ''
  const inner = () =>
    rowsOf(node.children)
      .map((child) => lexicalNode(child, depth + 1))
      .join('')
  switch (node.type) {
    case 'text':
    case 'extended-text':
      return marked(escapeText(text(node.text)), Number(node.format ?? 0))
    case 'linebreak':
      return '<br>'
    case 'link':
      return `<a href="${escapeText(text(node.url))}">${inner()}</a>`
    case 'heading':
    case 'extended-heading':
      return `<${/^h[1-6]$/.test(text(node.tag)) ? text(node.tag) : 'h2'}>${inner()}</h2>`
    case 'quote':
    case 'extended-quote':
    case 'aside':
      return `<blockquote><p>${inner()}</p></blockquote>`
    case 'list':
      return node.listType === 'number' ? `<ol>${inner()}</ol>` : `<ul>${inner()}</ul>`
    case 'listitem':
      return `<li>${inner()}</li>`
    case 'horizontalrule':
      return '<hr>'
    case 'image':
      return imageHtml(node)
    case 'gallery':
      return rowsOf(node.images).map(imageHtml).join('')
    case 'html':
      return text(node.html)
    case 'codeblock':
      return `<pre>${escapeText(text(node.code))}</pre>`
    case 'embed':
    case 'bookmark':
      return `<p><a href="${escapeText(text(node.url))}">${escapeText(text(node.url))}</a></p>`
    default:
      return `<p>${inner()}</p>`
  }
}

/** Bits of Lexical’s text format. */
const marked = (html: string, format: number): string =>
  [
    [1, 'strong'],
    [2, 'em'],
    [4, 's'],
    [16, 'code'],
  ].reduce((inner, [bit, tag]) => ((format & Number(bit)) === 0 ? inner : `<${tag}>${inner}</${tag}>`), html)

const imageHtml = (image: Row): string =>
  `<figure><img src="${escapeText(text(image.src))}" alt="${escapeText(text(image.alt))}"><figcaption>${text(image.caption)}</figcaption></figure>`

/** Ghost’s editor before version 5: `sections` of markup (1), image (2), list (3) or card (10). */
function mobiledocHtml(read: Row): string {
  const sections = Array.isArray(read.sections) ? read.sections : []
  const markups = Array.isArray(read.markups) ? read.markups : []
  const cards = Array.isArray(read.cards) ? read.cards : []
  return sections
    .filter(Array.isArray)
    .map((section: unknown[]) => {
      const [kind, second, third] = section
      if (kind === 1) return `<${tagOf(second)}>${markersHtml(third, markups)}</${tagOf(second)}>`
      if (kind === 2) return imageHtml({ src: second })
      if (kind === 3) {
        const items = (Array.isArray(third) ? third : []).map(
          (item) => `<li>${markersHtml(item, markups)}</li>`,
        )
        return `<${tagOf(second)}>${items.join('')}</${tagOf(second)}>`
      }
      const card: unknown = cards[Number(second)]
      const [name, payload] = Array.isArray(card) ? card : []
      return cardHtml(text(name), isRow(payload) ? payload : {})
    })
    .join('\n')
}

const tagOf = (tag: unknown): string =>
  /^(p|h[1-6]|blockquote|ul|ol|aside)$/.test(text(tag)) ? text(tag) : 'p'

function markersHtml(markers: unknown, markups: unknown[]): string {
  const open: string[] = []
  return (Array.isArray(markers) ? markers : [])
    .filter(Array.isArray)
    .map(([kind, opened, closed, value]: unknown[]) => {
      let html = ''
      for (const index of Array.isArray(opened) ? opened : []) {
        const markup = markups[Number(index)]
        const [tag, attributes] = Array.isArray(markup) ? markup : []
        const name = /^(strong|em|b|i|s|a|code)$/.test(text(tag)) ? text(tag) : 'span'
        open.push(name)
        const list = Array.isArray(attributes) ? attributes : []
        const href = text(list[list.indexOf('href') + 1])
        html += name === 'a' ? `<a href="${escapeText(href)}">` : `<${name}>`
      }
      html += kind === 0 ? escapeText(text(value)) : '<br>'
      for (let n = Math.min(Number(closed) || 0, open.length); n > 0; n--) html += `</${open.pop()}>`
      return html
    })
    .join('')
}

function cardHtml(name: string, card: Row): string {
  if (name === 'image') return imageHtml(card)
  if (name === 'gallery') return rowsOf(card.images).map(imageHtml).join('')
  if (name === 'html') return text(card.html)
  if (name === 'code') return `<pre>${escapeText(text(card.code))}</pre>`
  if (name === 'hr') return '<hr>'
  if (name === 'markdown' || name === 'card-markdown') return `<p>${escapeText(text(card.markdown))}</p>`
  return text(card.html) || `<p>${escapeText(text(card.url))}</p>`
}
