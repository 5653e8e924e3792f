import type { Node } from '@tiptap/pm/model'
import { videoNode } from './html-text'

/** A node or mark of a document. */
export interface Json {
  type: string
  attrs?: Record<string, unknown>
  content?: Json[]
  marks?: Json[]
  text?: string
}

/** A picture in an HTML text. */
export interface PictureInHtml {
  /** As written in the text, absolute or not. */
  address: string
  alt: string
  caption: string
}

export interface HtmlDocument {
  document: Node
  /** In the order of the text. The photo nodes of the document are named by `pictureName`. */
  pictures: PictureInHtml[]
  /** What isn't in the document, or is different, one sentence for each. */
  notes: string[]
}

/** Elements that are marks. */
export const MARKS = new Map(
  Object.entries({
    ...{ strong: 'bold', b: 'bold', em: 'italic', i: 'italic', cite: 'italic' },
    ...{ s: 'strike', del: 'strike', strike: 'strike', code: 'code', kbd: 'code', tt: 'code' },
  }),
)
/** Elements that end a paragraph. */
export const BLOCKS = new Set([
  ...['p', 'div', 'section', 'article', 'main', 'header', 'footer', 'aside', 'figure', 'center', 'address'],
  ...['details', 'summary', 'dl', 'dt', 'dd', 'table', 'tbody', 'thead', 'tfoot', 'tr', 'caption', 'nav'],
])

/** Classes of pictures side by side, and of wide ones, as WordPress and Ghost write them. */
export const SIDE_BY_SIDE = /(?:^|\s)(?:kg-gallery-card|wp-block-gallery|blocks-gallery-grid)(?:\s|$)/
export const WIDE = /(?:^|\s)(?:kg-width-(?:wide|full)|align(?:wide|full))(?:\s|$)/

/** The video of a paragraph that is nothing but its address, which WordPress shows as a player. */
export function videoIn(inline: Json[]): Json | undefined {
  const [only, ...others] = inline
  return others.length === 0 && only?.text !== undefined ? videoNode(only.text) : undefined
}

/** A heading has one line. */
export const onOneLine = (inline: Json[]): Json[] =>
  inline.map((each) => (each.type === 'hardBreak' ? { type: 'text', text: ' ' } : each))

/** A file that a picture’s link shows larger, as the site’s own photos do. */
export const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|avif|heic|tiff?|bmp)(?:[?#]|$)/i

export const listOf = (name: string, { start = '1' }: Record<string, string>): Json =>
  name === 'ul'
    ? { type: 'bulletList', content: [] }
    : { type: 'orderedList', attrs: { start: /^\d{1,6}$/.test(start) ? Number(start) : 1 }, content: [] }

/** The address of an `img`. Where a script loads the picture later, as on Squarespace, it's in another attribute. */
export const pictureAddress = ({ src = '', ...more }: Record<string, string>): string =>
  ((/^\s*(?:data:|$)/i.test(src) && (more['data-src'] || more['data-image'])) || src).trim()
