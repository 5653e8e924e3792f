import type { Node } from '@tiptap/pm/model'
import { remembering } from '~/platform/http/headers'
import { type Article, articleOf, escapeText, safeHtml, uniqueId } from '~/platform/markdown.server'
import { documentFromMarkdown } from './markdown-document'
import { readDocument, storedDocument } from './read-document'
import type { PhotoAttrs, VideoAttrs } from './schema'
import type { Video } from './video'

type PhotoPart = { slug: string; caption: string; alt?: string }

/** A text in parts: sanitized HTML, photos, and photos side by side. */
export interface TextArticle extends Pick<Article, 'headings'> {
  parts: (
    | Article['parts'][number]
    | ({ kind: 'photo'; wide: boolean } & PhotoPart)
    | RowPart
    | RecordPart
    | VideoPart
  )[]
}

/** A record that the page shows as it is at that time. `name` is its slug or its id. */
type RecordPart = { [kind in 'gallery' | 'session' | 'testimonial']: { kind: kind; name: string } }[
  | 'gallery'
  | 'session'
  | 'testimonial']

interface VideoPart {
  kind: 'video'
  video: Video
  /** Slug of its poster; '' for none. */
  poster: string
}

interface RowPart {
  kind: 'row'
  photos: PhotoPart[]
}

/**
 * A stored document as HTML and photos. Callers must not modify the result, which is cached.
 * @param stored one that was valid when it was stored; an invalid one is an empty article
 */
export const articleOfDocument = remembering(
  (stored: string): TextArticle => {
    const read = readDocument(stored)
    return read.ok ? articleFrom(read.document) : { parts: [], headings: [] }
  },
  { most: 200, longest: 60_000 },
)

export function articleFrom(document: Node): TextArticle {
  const ids = new Map<string, number>()
  const headings: TextArticle['headings'] = []
  const parts: TextArticle['parts'] = []
  let run = ''
  const endRun = () => {
    const html = safeHtml(run).trim()
    if (html) parts.push({ kind: 'html', html })
    run = ''
  }
  for (const node of document.children) {
    const figure = figureOf(node)
    if (figure) {
      endRun()
      parts.push(figure)
      continue
    }
    const isHeading = node.type.name === 'heading'
    const id = isHeading ? uniqueId(node.textContent.trim(), ids) : undefined
    if (id !== undefined && node.attrs.level === 2) headings.push({ id, text: node.textContent.trim() })
    run += blockHtml(node, id)
  }
  endRun()
  return { parts, headings }
}

/** The document to store for a Markdown text; null if it would look different from the Markdown. */
export function provenDocument(markdown: string): string | null {
  const stored = storedDocument(documentFromMarkdown(markdown))
  const read = readDocument(stored)
  const isSame = read.ok && spaced(articleFrom(read.document)) === spaced(articleOf(markdown))
  return isSame ? stored : null
}

/** An article to compare, without differences in white space and in the order of marks that no one sees. */
const spaced = (article: TextArticle): string =>
  JSON.stringify(article)
    .replaceAll('\\n</code>', '</code>')
    .replaceAll(/(?: |\\n)+/g, ' ')
    .replaceAll('<strong><em>', '<em><strong>')
    .replaceAll('</em></strong>', '</strong></em>')

/** A block that isn't text. */
export function figureOf(node: Node): TextArticle['parts'][number] | undefined {
  if (node.type.name === 'photo') return { kind: 'photo', ...photoPart(node), wide: node.attrs.wide }
  if (node.type.name === 'photoRow') return { kind: 'row', photos: node.children.map(photoPart) }
  if (node.type.name === 'galleryTeaser') return { kind: 'gallery', name: node.attrs.gallery }
  if (node.type.name === 'sessionOffer') return { kind: 'session', name: node.attrs.session }
  if (node.type.name === 'testimonial') return { kind: 'testimonial', name: node.attrs.testimonial }
  if (node.type.name === 'video') {
    const { service, video: id, title, photo } = node.attrs as VideoAttrs
    return { kind: 'video', video: { service, id, title }, poster: photo }
  }
  return undefined
}

function photoPart({ attrs }: Node): PhotoPart {
  const { photo: slug, caption, alt } = attrs as PhotoAttrs
  return { slug, caption, ...(alt === '' ? {} : { alt }) }
}

function blockHtml(node: Node, id?: string): string {
  switch (node.type.name) {
    case 'paragraph':
      return node.childCount === 0 ? '' : `<p>${inlineHtml(node)}</p>\n`
    case 'heading':
      return node.childCount === 0
        ? ''
        : `<h${node.attrs.level}${id ? ` id="${id}"` : ''}>${inlineHtml(node)}</h${node.attrs.level}>\n`
    case 'bulletList':
      return `<ul>\n${blocksHtml(node.children)}</ul>\n`
    case 'orderedList':
      return `<ol${node.attrs.start === 1 ? '' : ` start="${node.attrs.start}"`}>\n${blocksHtml(node.children)}</ol>\n`
    case 'listItem':
      return `<li>${itemHtml(node)}</li>\n`
    case 'blockquote':
      return `<blockquote>\n${blocksHtml(node.children)}</blockquote>\n`
    case 'codeBlock':
      return `<pre><code>${escapeText(node.textContent)}</code></pre>\n`
    case 'horizontalRule':
      return '<hr>\n'
    default:
      throw new Error(`No HTML for ${node.type.name}`)
  }
}

const blocksHtml = (nodes: readonly Node[]): string => nodes.map((node) => blockHtml(node)).join('')

/** An item of one paragraph, and perhaps a list below it, needs no paragraph element. */
function itemHtml(item: Node): string {
  const [first, ...rest] = item.children
  const isTight = first && rest.every(({ type }) => type.isInGroup('list'))
  return isTight ? inlineHtml(first) + blocksHtml(rest) : `\n${blocksHtml(item.children)}`
}

const TAGS = { bold: 'strong', italic: 'em', strike: 'del', code: 'code' } as const

/** The text of a block. A mark of several texts in a row is one element. */
export function inlineHtml(block: Node): string {
  let html = ''
  let open: readonly Node['marks'][number][] = []
  const close = (kept: number) => {
    for (const mark of open.slice(kept).toReversed())
      html += mark.type.name === 'link' ? '</a>' : `</${TAGS[mark.type.name as keyof typeof TAGS]}>`
    open = open.slice(0, kept)
  }
  for (const node of block.children) {
    let kept = 0
    while (
      kept < open.length &&
      node.marks[kept] &&
      open[kept]?.eq(node.marks[kept] as Node['marks'][number])
    )
      kept += 1
    close(kept)
    for (const mark of node.marks.slice(kept)) html += openingTag(mark)
    open = node.marks
    html += node.isText ? escapeText(node.text ?? '') : '<br>'
  }
  close(0)
  return html
}

function openingTag({ type, attrs }: Node['marks'][number]): string {
  if (type.name !== 'link') return `<${TAGS[type.name as keyof typeof TAGS]}>`
  const title = attrs.title ? ` title="${escapeText(attrs.title)}"` : ''
  return `<a href="${escapeText(attrs.href)}"${title}>`
}
