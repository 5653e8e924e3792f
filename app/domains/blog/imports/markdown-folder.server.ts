import MarkdownIt from 'markdown-it'
import { withWholeLinks } from '~/domains/texts/markdown-document'
import { slugFrom } from '~/platform/slug'
import { type Incoming, MOST_POSTS, TEXT_MAX, UnreadableImport } from './model'
import type { PackedFolder } from './packed-folder.server'
import { linkToFile } from './post-links.server'

const NO_MARKDOWN =
  'This archive has no Markdown files (.md). Pack the folder with your posts and pictures as a ZIP.'

/** HTML in Markdown is text: what it would do can’t be foreseen. */
const tokenizer = withWholeLinks(new MarkdownIt('default', { html: false, linkify: true }))

/**
 * The posts of a folder of Markdown files with front matter (YAML), as Hugo, Jekyll, Astro and our own export
 * have them.
 * @throws UnreadableImport
 */
export async function* readMarkdownFolder(folder: PackedFolder): AsyncGenerator<Incoming> {
  const names = folder.names.filter(
    (name) => /\.(md|markdown|mdx)$/i.test(name) && !/(^|\/)readme\.md$/i.test(name),
  )
  if (names.length === 0) throw new UnreadableImport(NO_MARKDOWN)
  if (names.length > MOST_POSTS)
    throw new UnreadableImport(`This archive has more than ${MOST_POSTS} posts. Split it.`)
  const files = new Set(folder.names)
  const texts = new Set(names)
  for (const name of names.toSorted()) yield await readFile(folder, name, files, texts)
}

async function readFile(
  folder: PackedFolder,
  name: string,
  files: Set<string>,
  texts: Set<string>,
): Promise<Incoming> {
  const path = `markdown:${name}`
  const leftOut = (reason: string): Incoming => ({ isPost: false, source: path, title: name, reason })
  const bytes = await folder.read(name, TEXT_MAX)
  if (!bytes) return leftOut('The text is too long to import.')
  const text = new TextDecoder()
    .decode(bytes)
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
  const [, yaml = '', body = text] = /^---\n([\s\S]*?\n)?---[ \t]*(?:\n([\s\S]*))?$/.exec(text) ?? []
  const front = await frontMatter(yaml)
  if (typeof front === 'string') return leftOut(front)
  const notes: string[] = []
  const read = new Set(['draft', 'published', 'status', 'unlisted'])
  const words = (...keys: string[]): string => {
    for (const key of keys) read.add(key)
    const found = keys.map((key) => front[key]).find((value) => value !== undefined && value !== null)
    return typeof found === 'string' || typeof found === 'number' ? String(found).slice(0, 2_000) : ''
  }
  const list = (...keys: string[]): string[] =>
    keys.flatMap((key) => {
      read.add(key)
      const value = front[key]
      if (typeof value === 'string') return value.split(',').map((part) => part.trim())
      return Array.isArray(value) ? value.filter((each) => typeof each === 'string').slice(0, 50) : []
    })
  const heading = /^\s*#[ \t]+(.+)\n?/.exec(body)
  const title = words('title') || heading?.[1]?.trim() || ''
  const hasTitle = words('title') === '' && heading !== null
  const fileSlug = (name.split('/').at(-1) ?? '').replace(/\.[a-z]+$/i, '')
  const folderSlug = /^_?index$/i.test(fileSlug) ? (name.split('/').at(-2) ?? '') : fileSlug
  const dated = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(folderSlug)
  const date = words('date', 'published', 'publishDate', 'pubDatetime') || (dated?.[1] ?? '')
  // A day without a time: at noon UTC it's that day in nearly every zone, and at midnight the day before in America.
  const at = date === '' ? Number.NaN : Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T12:00Z` : date)
  const isDraft = front.draft === true || front.published === false || words('status') === 'draft'
  if (date !== '' && Number.isNaN(at)) notes.push('The date isn’t readable, so it’s a draft here.')
  const cover = words('cover', 'image', 'featured_image', 'feature_image', 'heroImage', 'thumbnail')
  const resolved = (address: string) => pictureName(name, address, files)
  const post: Incoming = {
    ...{ isPost: true, title, notes, hasLines: false, file: name },
    isUnlisted: front.unlisted === true,
    source: words('id') === '' ? path : `markdown:id:${words('id')}`,
    slug: words('slug') || (slugFrom(dated?.[2] ?? folderSlug) ?? ''),
    excerpt: words('excerpt', 'description', 'summary'),
    searchTitle: words('search_title'),
    searchDescription: words('search_description'),
    author: words('author') || (list('author', 'authors')[0] ?? ''),
    tags: list('categories', 'category', 'tags'),
    publishedAt: isDraft || Number.isNaN(at) ? null : at,
    html: htmlOf(hasTitle ? body.slice(heading?.[0].length ?? 0) : body, resolved, notes, (address) =>
      linkedText(name, address, texts),
    ),
    cover: cover === '' ? null : { address: resolved(cover), alt: words('cover_alt', 'image_alt') },
  }
  const others = Object.keys(front).filter((key) => !read.has(key))
  if (others.length > 0)
    notes.push(`These fields aren’t imported: ${others.slice(0, 20).join(', ').slice(0, 300)}.`)
  return post
}

/** Longest front matter, in characters. */
const FRONT_MATTER_MAX = 50_000

/** YAML by its core schema, without custom tags and with few aliases. @returns a sentence if it can’t be read */
async function frontMatter(yaml: string): Promise<Record<string, unknown> | string> {
  if (yaml.length > FRONT_MATTER_MAX) return 'Its front matter is too long.'
  const unreadable = 'Its front matter isn’t valid YAML.'
  const { isMap, parseDocument } = await import('yaml')
  try {
    const parsed = parseDocument(yaml, {
      schema: 'core',
      customTags: [],
      uniqueKeys: true,
      logLevel: 'silent',
    })
    if (parsed.errors.length > 0) return unreadable
    if (parsed.contents !== null && !isMap(parsed.contents)) return unreadable
    return (parsed.toJS({ maxAliasCount: 20 }) as Record<string, unknown> | null) ?? {}
  } catch {
    return unreadable
  }
}

const ELEMENT = /<([a-z][a-z0-9-]{0,30})(?=[\s/>]|$)/gi

/**
 * @param resolved what the address of a picture means
 * @param notes receives a sentence for each kind of thing that becomes text or is lost
 * @param linked what the address of a link means
 */
export function htmlOf(
  markdown: string,
  resolved: (address: string) => string,
  notes: string[] = [],
  linked = (address: string): string => address,
): string {
  const found: { references?: Record<string, { href: string }> } = {}
  const tokens = tokenizer.parse(markdown, found)
  const elements = new Set<string>()
  noteLosses(tokens, found.references ?? {}, notes)
  for (const { children } of tokens)
    for (const token of children ?? []) {
      if (token.type === 'image') token.attrSet('src', resolved(decoded(token.attrGet('src') ?? '')))
      if (token.type === 'link_open') token.attrSet('href', linked(token.attrGet('href') ?? ''))
      if (token.type === 'text')
        for (const [, name = ''] of token.content.matchAll(ELEMENT)) elements.add(`<${name.toLowerCase()}>`)
    }
  if (elements.size > 0)
    notes.push(`HTML isn’t imported. It’s readable as text: ${[...elements].slice(0, 10).join(', ')}.`)
  return tokenizer.renderer.render(tokens, {}, {})
}

/** Footnotes and task lists, which CommonMark doesn't have. A footnote of one word is read as a link's address. */
function noteLosses(
  tokens: ReturnType<MarkdownIt['parse']>,
  references: Record<string, { href: string }>,
  notes: string[],
): void {
  const isTask = tokens.some(
    ({ type, content }, at) =>
      type === 'inline' && /^\[[ x]\]\s/i.test(content) && tokens[at - 2]?.type === 'list_item_open',
  )
  if (isTask) notes.push('Checkboxes in its lists are plain text.')
  if (tokens.some(({ type, content }) => type === 'inline' && /\[\^[^\]\s]+\]/.test(content)))
    notes.push('Its footnotes are plain text.')
  for (const [name, { href }] of Object.entries(references))
    if (name.startsWith('^')) notes.push(`This footnote is left out: “${decoded(href).slice(0, 200)}”`)
}

/** The name of a file of the archive that a text or front matter means; else the address as it is. */
function pictureName(post: string, address: string, files: Set<string>): string {
  if (isElsewhere(address)) return address
  const plain = pathFrom(post, address)
  const candidates = [plain, `static/${plain}`, `public/${plain}`, `assets/${plain}`]
  return (
    candidates.find((each) => files.has(each)) ??
    [...files].find((each) => each.endsWith(`/${plain}`)) ??
    plain
  )
}

const isElsewhere = (address: string): boolean =>
  /^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith('//')

/** The path in the archive of an address in a file. */
function pathFrom(file: string, address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? ''
  const base = path.startsWith('/') ? [] : file.split('/').slice(0, -1)
  const parts: string[] = []
  for (const part of [...base, ...path.split('/')])
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  return parts.join('/')
}

/** The link to another text of the archive; else the address as it is. */
function linkedText(file: string, address: string, texts: Set<string>): string {
  if (isElsewhere(address) || address.startsWith('#')) return address
  const path = pathFrom(file, decoded(address))
  return texts.has(path) ? linkToFile(path, /#.*$/.exec(address)?.[0] ?? '') : address
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
