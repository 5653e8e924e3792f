import { BOOKMARK_NOTE } from '~/domains/texts/left-out'
import { escapeText } from '~/platform/markdown.server'
import { htmlOf } from './markdown-folder.server'
import { TEXT_MAX } from './model'

type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : [])
/** The text of a cell. */
export const text = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, TEXT_MAX) : typeof value === 'number' ? String(value) : ''

/** A text that was cut would lose its end without a word. */
export const isTooLong = ({ html, lexical, mobiledoc, markdown }: Row): boolean =>
  String(html || lexical || mobiledoc || markdown || '').length > TEXT_MAX

/**
 * The text of a post of a Ghost export as HTML. Every version exports HTML; older or repaired exports may have only
 * the format of the editor: Markdown (version 0), Mobiledoc (1 to 4) or Lexical (since 5).
 * @param notes receives a sentence for what is left out
 */
export function ghostHtml(post: Row, notes: string[]): string {
  if (text(post.html) !== '') return text(post.html)
  const found = new Set<string>()
  const html = editorHtml(post, (sentence) => found.add(sentence))
  notes.push(...found)
  return html
}

type Note = (sentence: string) => void

function editorHtml(post: Row, note: Note): string {
  if (text(post.lexical) !== '') return lexicalHtml(parsed(text(post.lexical), note), note)
  if (text(post.mobiledoc) !== '') return mobiledocHtml(parsed(text(post.mobiledoc), note), note)
  return markdownHtml(post.markdown)
}

const markdownHtml = (markdown: unknown): string => htmlOf(text(markdown), (address) => address)

function parsed(json: string, note: Note): Row {
  try {
    const read: unknown = JSON.parse(json)
    if (isRow(read)) return read
  } catch {
    // The sentence below says it.
  }
  note('Its text is damaged, so it’s left out.')
  return {}
}

const MOST_DEPTH = 40

function lexicalHtml(read: Row, note: Note): string {
  const root = isRow(read.root) ? read.root : {}
  return rowsOf(root.children)
    .map((node) => lexicalNode(node, note, 0))
    .join('\n')
}

function lexicalNode(node: Row, note: Note, depth: number): string {
  if (depth > MOST_DEPTH) {
    note('A part that is nested too deeply is left out.')
    return ''
  }
  const children = rowsOf(node.children)
  const inner = () => children.map((child) => lexicalNode(child, note, depth + 1)).join('')
  const type = text(node.type)
  switch (type) {
    case 'text':
    case 'extended-text':
    case 'tk':
      return marked(escapeText(text(node.text)), Number(node.format ?? 0))
    case 'tab':
      return ' '
    case 'linebreak':
      return '<br>'
    case 'paragraph':
      return `<p>${inner()}</p>`
    case 'link':
    case 'autolink':
    case 'at-link':
      return `<a href="${escapeText(text(node.url))}">${inner()}</a>`
    case 'heading':
    case 'extended-heading': {
      const tag = /^h[1-6]$/.test(text(node.tag)) ? text(node.tag) : 'h2'
      return `<${tag}>${inner()}</${tag}>`
    }
    case 'quote':
    case 'extended-quote':
    case 'aside':
      return `<blockquote><p>${inner()}</p></blockquote>`
    case 'list': {
      const tag = node.listType === 'number' ? 'ol' : 'ul'
      const start = Number(node.start ?? 1)
      return `<${tag}${start > 1 ? ` start="${start}"` : ''}>${itemsHtml(children, note, depth)}</${tag}>`
    }
    default:
      return children.length > 0 ? `<p>${inner()}</p>` : cardHtml(type, node, note)
  }
}

/** An item that only has a list belongs to the item before it. */
function itemsHtml(items: Row[], note: Note, depth: number): string {
  let html = ''
  for (const item of items) {
    const children = rowsOf(item.children)
    const inner = children.map((child) => lexicalNode(child, note, depth + 2)).join('')
    const isNested = children.length > 0 && children.every(({ type }) => type === 'list')
    html =
      isNested && html !== '' ? `${html.slice(0, -'</li>'.length)}${inner}</li>` : `${html}<li>${inner}</li>`
  }
  return html
}

/** Bits of Lexical’s text format. */
const marked = (html: string, format: number): string =>
  [
    [1, 'strong'],
    [2, 'em'],
    [4, 's'],
    [8, 'u'],
    [16, 'code'],
    [32, 'sub'],
    [64, 'sup'],
    [128, 'mark'],
  ].reduce((inner, [bit, tag]) => ((format & Number(bit)) === 0 ? inner : `<${tag}>${inner}</${tag}>`), html)

/** `sections` of markup (1), image (2), list (3) or card (10). */
function mobiledocHtml(read: Row, note: Note): string {
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
  const [markups, cards] = [list(read.markups), list(read.cards)]
  return list(read.sections)
    .filter(Array.isArray)
    .map((section: unknown[]) => {
      const [kind, second, third] = section
      if (kind === 1) return `<${tagOf(second)}>${markersHtml(third, markups)}</${tagOf(second)}>`
      if (kind === 2) return imageHtml({ src: second })
      if (kind === 3) {
        const items = list(third).map((item) => `<li>${markersHtml(item, markups)}</li>`)
        return `<${tagOf(second)}>${items.join('')}</${tagOf(second)}>`
      }
      const [name, payload] = list(cards[Number(second)])
      return cardHtml(text(name), isRow(payload) ? payload : {}, note)
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

/** A part that isn’t text. Lexical and Mobiledoc have the same, with the same fields. */
function cardHtml(name: string, card: Row, note: Note): string {
  switch (name) {
    case 'image':
      return imageHtml(card)
    case 'gallery':
      return `<figure class="kg-gallery-card">${rowsOf(card.images).map(pictureHtml).join('')}${captionHtml(card)}</figure>`
    case 'html':
      return text(card.html)
    case 'markdown':
    case 'card-markdown':
      return markdownHtml(card.markdown)
    case 'code':
    case 'codeblock':
      return figureHtml(`<pre>${escapeText(text(card.code))}</pre>`, card)
    case 'hr':
    case 'horizontalrule':
      return '<hr>'
    case 'embed':
      return figureHtml(linkHtml(card.url), card)
    case 'bookmark': {
      const { title, description, author, publisher } = isRow(card.metadata) ? card.metadata : card
      if (text(author) !== '' || text(publisher) !== '') note(BOOKMARK_NOTE)
      return figureHtml(`${linkHtml(card.url, title)}<p>${escapeText(text(description))}</p>`, card)
    }
    case 'callout':
      return `<blockquote><p>${escapeText(text(card.calloutEmoji))} ${text(card.calloutText).replace(/^<p[^>]*>/, '')}</p></blockquote>`
    case 'toggle':
      return `<h4>${text(card.heading)}</h4><div>${text(card.content)}</div>`
    case 'button':
      return linkHtml(card.buttonUrl, card.buttonText)
    case 'header':
      return `${card.backgroundImageSrc ? imageHtml({ src: card.backgroundImageSrc }) : ''}<h2>${text(card.header)}</h2><p>${text(card.subheader)}</p>${linkHtml(card.buttonUrl, card.buttonText)}`
    case 'product':
      return `${card.productImageSrc ? imageHtml({ src: card.productImageSrc }) : ''}<h4>${text(card.productTitle)}</h4><div>${text(card.productDescription)}</div>${linkHtml(card.productUrl, card.productButton)}`
    case 'call-to-action':
      return `${card.imageUrl ? imageHtml({ src: card.imageUrl }) : ''}${text(card.sponsorLabel)}<div>${text(card.textValue)}</div>${linkHtml(card.buttonUrl, card.buttonText)}`
    case 'video':
    case 'audio':
      return figureHtml(linkHtml(card.src, card.title), card)
    case 'file':
      return `${linkHtml(card.src, card.fileTitle || card.fileName)}<p>${escapeText(text(card.fileCaption))}</p>`
    case 'paywall':
      return ''
    case 'email':
    case 'email-cta':
      note('A part that was only in emails is left out.')
      return ''
    default:
      note(`The block “${name.slice(0, 40)}” is left out.`)
      return ''
  }
}

/** A paragraph of a link; of its title, or of its address. */
function linkHtml(url: unknown, title?: unknown): string {
  const words = text(title) || text(url)
  return words === '' ? '' : `<p><a href="${escapeText(text(url))}">${escapeText(words)}</a></p>`
}

const pictureHtml = (image: Row): string =>
  `<img src="${escapeText(text(image.src))}" alt="${escapeText(text(image.alt))}">`

/** Captions are HTML. */
const captionHtml = ({ caption }: Row): string =>
  text(caption) === '' ? '' : `<figcaption>${text(caption)}</figcaption>`

const figureHtml = (inner: string, card: Row): string => `<figure>${inner}${captionHtml(card)}</figure>`

function imageHtml(image: Row): string {
  const wide = /^(wide|full)$/.test(text(image.cardWidth)) ? ` class="kg-width-${text(image.cardWidth)}"` : ''
  const picture = pictureHtml(image)
  const href = text(image.href)
  const linked = href === '' ? picture : `<a href="${escapeText(href)}">${picture}</a>`
  return `<figure${wide}>${linked}${captionHtml(image)}</figure>`
}
