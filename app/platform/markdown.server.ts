import { Marked, type Token, Tokenizer, type Tokens } from 'marked'
import sanitizeHtml from 'sanitize-html'
import { remembering } from './http/headers'

/** A text in parts: sanitized HTML, and photos on separate lines. */
export type MarkdownPart =
  | { kind: 'html'; html: string }
  | { kind: 'photo'; slug: string; caption: string; wide: boolean }

export interface Article {
  parts: MarkdownPart[]
  /** Headings of the second level, in order. */
  headings: { id: string; text: string }[]
}

/** Renders Markdown as safe HTML. HTML in the source is shown as text. */
export function renderMarkdown(source: string): string {
  return articleOf(source)
    .parts.flatMap((part) => (part.kind === 'html' ? [part.html] : []))
    .join('')
}

/**
 * Renders Markdown in which `![caption](photo:slug "wide")` on a separate line is a photo. Callers must not modify
 * the result, which is cached.
 */
export const articleOf = remembering(renderArticle, { most: 200, longest: 20_000 })

function renderArticle(source: string): Article {
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

/** The tokens of Markdown in which line breaks are kept. Parsing takes linear time for any input. */
export const markdownTokens = (source: string): Token[] =>
  new Marked({ gfm: true, breaks: true })
    .setOptions({ tokenizer: new BoundedTokenizer() })
    .lexer(flattened(source))

/** Maximum nesting of quotes and lists on one line. */
const MOST_NESTED = 20
const MARK = String.raw`[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])`
const NESTED = new RegExp(`^((?:${MARK}){${MOST_NESTED}})(?:${MARK})+`, 'gm')

/** The parser recurses once per level, and thousands would overflow the stack. */
const flattened = (source: string): string => source.replace(NESTED, '$1 ')

/** Maximum nesting of emphasis. */
const MOST_EMPHASIS = 20
/** Maximum length of an emphasis in characters, and maximum number of marks in it. */
const LONGEST_EMPHASIS = 1_000
const MOST_MARKS = 40
/** Maximum length of an automatic link. */
const LONGEST_ADDRESS = 500

/**
 * Limits how far the tokenizer looks for the end of emphasis and links, and how deep emphasis nests, so that
 * parsing takes linear time for any input.
 */
class BoundedTokenizer extends Tokenizer {
  #depth = 0

  override emStrong(src: string, maskedSrc: string, prevChar?: string) {
    return this.#within(src, maskedSrc, (near, mask) => super.emStrong(near, mask, prevChar))
  }

  override del(src: string, maskedSrc: string, prevChar?: string) {
    return this.#within(src, maskedSrc, (near, mask) => super.del(near, mask, prevChar))
  }

  // A possible address is scanned to its end at each character that could begin one.
  override url(src: string) {
    const near = super.url(src.slice(0, LONGEST_ADDRESS))
    return near?.raw.length === LONGEST_ADDRESS ? super.url(src) : near
  }

  override inlineText(src: string) {
    return super.inlineText(src.slice(0, endOfWords(src)))
  }

  /** @param maskedSrc ends where `src` does, and begins before it */
  #within<T>(src: string, maskedSrc: string, read: (near: string, mask: string) => T): T | undefined {
    if (this.#depth >= MOST_EMPHASIS) return undefined
    const at = maskedSrc.length - src.length
    const length = reachOf(src)
    this.#depth += 1
    try {
      return read(src.slice(0, length), maskedSrc.slice(Math.max(0, at - LONGEST_EMPHASIS), at + length))
    } finally {
      this.#depth -= 1
    }
  }
}

/** How far to look for the end of an emphasis. Never splits a run of marks. */
function reachOf(src: string): number {
  let runs = 0
  let at = 0
  for (; at < src.length; at += 1) {
    if (at > 0 && src[at] === src[at - 1] && isMark(src[at])) continue
    if (isMark(src[at])) runs += 1
    if (at >= LONGEST_EMPHASIS || runs > MOST_MARKS) break
  }
  return at
}

/** End of the words to parse at once: before a space, so that no address is cut. */
function endOfWords(src: string): number {
  if (src.length <= LONGEST_ADDRESS) return src.length
  let at = src.lastIndexOf(' ', LONGEST_ADDRESS)
  while (at > 0 && src[at - 1] === ' ') at -= 1
  return at > 0 ? at : LONGEST_ADDRESS
}

const isMark = (character: string | undefined): boolean =>
  character === '*' || character === '_' || character === '~'

function articleMarked(headings: { id: string; text: string; depth: number }[]): Marked {
  const ids = new Map<string, number>()
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
        // The page title is the only h1.
        const level = Math.min(Math.max(depth, 2), 4)
        const id = uniqueId(text, ids)
        headings.push({ id, text, depth: level })
        return `<h${level} id="${id}">${html}</h${level}>\n`
      },
    },
  }).setOptions({ tokenizer: new BoundedTokenizer() })
}

/** The photos of a paragraph without other content. */
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

/** @param taken used ids with the next number to try */
export function uniqueId(text: string, taken: Map<string, number>): string {
  const base =
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[’']/g, '')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'section'
  let n = taken.get(base) ?? 1
  let id = n === 1 ? base : `${base}-${n}`
  while (taken.has(id)) id = `${base}-${++n}`
  taken.set(base, n).set(id, taken.get(id) ?? 1)
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

export const safeHtml = (html: string): string => sanitizeHtml(html, ALLOWED)

/** The text of sanitized HTML. */
export const plainText = (html: string): string =>
  unescapeText(sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })).trim()

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const unescapeText = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
