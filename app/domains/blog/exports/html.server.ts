import type { Node } from '@tiptap/pm/model'
import { inlineHtml } from '~/domains/texts/article.server'
import type { PhotoAttrs, VideoAttrs } from '~/domains/texts/schema'
import { watchAddress } from '~/domains/texts/video'
import { escapeText } from '~/platform/markdown.server'
import type { ExportedPicture } from './model'

type Pictures = ReadonlyMap<string, ExportedPicture>

/** HTML as one of these programs writes it. WordPress marks each block by comments around it. */
export type Dialect = 'ghost' | 'wordpress'

/** The HTML of a text, in which each part is what the program has for it. */
export function htmlForOthers(document: Node, dialect: Dialect, pictures: Pictures): string {
  const block = dialect === 'wordpress' ? inComments : (_name: string, html: string) => html
  const blocks = (node: Node): string => node.children.map(htmlOf).join('\n')
  const htmlOf = (node: Node): string => {
    switch (node.type.name) {
      case 'paragraph':
        return node.childCount === 0 ? '' : block('paragraph', `<p>${inlineHtml(node)}</p>`)
      case 'heading': {
        const { level } = node.attrs
        return block('heading', `<h${level}>${inlineHtml(node)}</h${level}>`, { level })
      }
      case 'bulletList':
        return block('list', `<ul>${blocks(node)}</ul>`)
      case 'orderedList': {
        const start = node.attrs.start === 1 ? '' : ` start="${node.attrs.start}"`
        return block('list', `<ol${start}>${blocks(node)}</ol>`, {
          ordered: true,
          ...(start === '' ? {} : { start: node.attrs.start }),
        })
      }
      case 'listItem': {
        const [first, ...rest] = node.children
        const isShort = rest.every(({ type }) => type.isInGroup('list'))
        const inner = first && isShort ? inlineHtml(first) + rest.map(htmlOf).join('') : blocks(node)
        return block('list-item', `<li>${inner}</li>`)
      }
      case 'blockquote':
        return block('quote', `<blockquote>${blocks(node)}</blockquote>`)
      case 'codeBlock':
        return block('code', `<pre><code>${escapeText(node.textContent)}</code></pre>`)
      case 'horizontalRule':
        return block('separator', '<hr>')
      case 'photo':
        return dialect === 'ghost' ? ghostPhoto(node, pictures) : wordPressPhoto(node, pictures)
      case 'photoRow':
        return dialect === 'ghost' ? ghostRow(node, pictures) : wordPressRow(node, pictures)
      case 'video':
        return dialect === 'ghost' ? ghostVideo(node) : wordPressVideo(node)
      default:
        throw new Error(`No HTML for ${node.type.name}`)
    }
  }
  return document.children
    .map(htmlOf)
    .filter((html) => html !== '')
    .join('\n')
}

/** The attributes are JSON in a comment, so nothing in them may end it. */
function inComments(name: string, html: string, attributes: object = {}): string {
  const json = JSON.stringify(attributes).replaceAll('--', '\\u002d\\u002d').replaceAll('>', '\\u003e')
  return `<!-- wp:${name}${json === '{}' ? '' : ` ${json}`} -->\n${html}\n<!-- /wp:${name} -->`
}

function imageHtml({ attrs }: Node, pictures: Pictures): string {
  const { address = '', alt = '' } = pictures.get(attrs.photo) ?? {}
  return `<img src="${escapeText(address)}" alt="${escapeText(alt)}">`
}

const captionHtml = (caption: string): string =>
  caption === '' ? '' : `<figcaption>${escapeText(caption)}</figcaption>`

function ghostPhoto(node: Node, pictures: Pictures): string {
  const { caption, wide } = node.attrs as PhotoAttrs
  const classes = `kg-card kg-image-card${wide ? ' kg-width-wide' : ''}`
  return `<figure class="${classes}">${imageHtml(node, pictures)}${captionHtml(caption)}</figure>`
}

/** A gallery of Ghost has one caption: that of its last photo here. */
function ghostRow(row: Node, pictures: Pictures): string {
  const images = row.children.map(
    (each) => `<div class="kg-gallery-image">${imageHtml(each, pictures)}</div>`,
  )
  const caption = captionHtml(row.lastChild?.attrs.caption ?? '')
  return `<figure class="kg-card kg-gallery-card kg-width-wide"><div class="kg-gallery-container"><div class="kg-gallery-row">${images.join('')}</div></div>${caption}</figure>`
}

function ghostVideo({ attrs }: Node): string {
  const { service, video, title } = attrs as VideoAttrs
  const player =
    service === 'youtube'
      ? `https://www.youtube.com/embed/${video}`
      : `https://player.vimeo.com/video/${video}`
  return `<figure class="kg-card kg-embed-card"><iframe src="${player}" width="200" height="113" allowfullscreen></iframe>${captionHtml(title)}</figure>`
}

function wordPressPhoto(node: Node, pictures: Pictures): string {
  const { caption, wide } = node.attrs as PhotoAttrs
  const html = `<figure class="wp-block-image${wide ? ' alignwide' : ''}">${imageHtml(node, pictures)}${captionHtml(caption)}</figure>`
  return inComments('image', html, wide ? { align: 'wide' } : {})
}

function wordPressRow(row: Node, pictures: Pictures): string {
  const images = row.children.map((each) => wordPressPhoto(each, pictures)).join('\n')
  return inComments(
    'gallery',
    `<figure class="wp-block-gallery has-nested-images columns-default is-cropped">${images}</figure>`,
    { linkTo: 'none' },
  )
}

function wordPressVideo({ attrs }: Node): string {
  const { service, video: id, title } = attrs as VideoAttrs
  const url = watchAddress({ service, id, title })
  const html = `<figure class="wp-block-embed is-type-video is-provider-${service}"><div class="wp-block-embed__wrapper">\n${escapeText(url)}\n</div>${captionHtml(title)}</figure>`
  return inComments('embed', html, { url, type: 'video', providerNameSlug: service })
}
