import { Marked, type Token, type Tokens } from 'marked'
import sanitizeHtml from 'sanitize-html'

/** A text in parts: HTML that is safe to put in, and photographs that stand on lines of their own. */
export type MarkdownPart =
  | { kind: 'html'; html: string }
  | { kind: 'photo'; slug: string; caption: string; wide: boolean }

export interface Article {
  parts: MarkdownPart[]
  /** Headings of the second level, in order. */
  headings: { id: string; text: string }[]
}

/** Renders Markdown as HTML that is safe to put in. HTML that stands in the source is shown as text. */
export function renderMarkdown(source: string): string {
  return articleOf(source)
    .parts.flatMap((part) => (part.kind === 'html' ? [part.html] : []))
    .join('')
}

/** Renders Markdown in which `![caption](photo:slug "wide")` on a line of its own is a photograph. */
export function articleOf(source: string): Article {
  const headings: (Article['headings'][number] & { depth: number })[] = []
  const marked = articleMarked(headings)
  const tokens = marked.lexer(flattened(source))
  const parts: MarkdownPart[] = []
  let run: Token[] = []
  const endRun = () => {
    const html = safeHtml(marked.parser(run)).trim()
    if (html) parts.push({ kind: 'html', html })
    run = []
  }
  for (const token of tokens) {
    const photos = photosOf(token)
    if (!photos) {
      run.push(token)
      continue
    }
    endRun()
    parts.push(...photos)
  }
  endRun()
  return {
    parts,
    headings: headings.filter(({ depth }) => depth === 2).map(({ id, text }) => ({ id, text })),
  }
}

/** Slugs of the photographs that a text names. */
export const photoSlugsOf = (article: Article): string[] =>
  article.parts.flatMap((part) => (part.kind === 'photo' ? [part.slug] : []))

/** Quotes and lists that begin on one line, each within the one before. */
const MOST_NESTED = 20
const MARK = String.raw`[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])`
const NESTED = new RegExp(`^((?:${MARK}){${MOST_NESTED}})(?:${MARK})+`, 'gm')

/** The reader goes down one call for each, and thousands are more than it can come back from. */
const flattened = (source: string): string => source.replace(NESTED, '$1 ')

function articleMarked(headings: { id: string; text: string; depth: number }[]): Marked {
  const ids = new Set<string>()
  return new Marked({
    gfm: true,
    renderer: {
      html: (token) =>
        token.type === 'html' && token.block
          ? `<p>${escapeText(token.raw.trim())}</p>\n`
          : escapeText(token.raw),
      image: ({ text }) => escapeText(text),
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens)
        const text = plainText(html)
        // The page's own title is its only heading of the first level.
        const level = Math.min(Math.max(depth, 2), 4)
        const id = uniqueId(text, ids)
        headings.push({ id, text, depth: level })
        return `<h${level} id="${id}">${html}</h${level}>\n`
      },
    },
  })
}

/** The photographs of a paragraph that holds nothing else. */
function photosOf(token: Token): MarkdownPart[] | undefined {
  if (token.type !== 'paragraph') return undefined
  const inline = (token as Tokens.Paragraph).tokens.filter(
    (part) => part.type !== 'br' && part.raw.trim() !== '',
  )
  const photos = inline.map(photoOf)
  return photos.length > 0 && photos.every((photo) => photo !== undefined) ? photos : undefined
}

function photoOf(token: Token): MarkdownPart | undefined {
  if (token.type !== 'image') return undefined
  const { href, title, text } = token as Tokens.Image
  const slug = /^photo:([a-z0-9-]+)$/.exec(href)?.[1]
  return slug
    ? { kind: 'photo', slug, caption: unescapeText(text), wide: title?.trim() === 'wide' }
    : undefined
}

function uniqueId(text: string, taken: Set<string>): string {
  const base =
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[’']/g, '')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'section'
  let id = base
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`
  taken.add(id)
  return id
}

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'hr', 'br', 'pre', 'code'],
    ...['strong', 'em', 'del', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    ol: ['start'],
    h2: ['id'],
    h3: ['id'],
    h4: ['id'],
    th: ['scope'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    a: (tagName, { href = '', title, rel: _, ...rest }) => ({
      tagName,
      attribs: {
        ...rest,
        href,
        ...(title ? { title } : {}),
        ...(/^https?:/i.test(href.trim()) ? { rel: 'noopener' } : {}),
      },
    }),
    th: (tagName) => ({ tagName, attribs: { scope: 'col' } }),
  },
}

const safeHtml = (html: string): string => sanitizeHtml(html, ALLOWED)

const plainText = (html: string): string =>
  unescapeText(sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })).trim()

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const unescapeText = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
