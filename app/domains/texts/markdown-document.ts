import type { Node } from '@tiptap/pm/model'
import MarkdownIt from 'markdown-it'
import { defaultMarkdownSerializer, MarkdownParser, MarkdownSerializer } from 'prosemirror-markdown'
import { isCleanLine } from '~/platform/text'
import { CAPTION_MAX, isLinkAddress, MOST_IN_ROW, type PhotoAttrs, schema, type VideoAttrs } from './schema'
import { watchAddress } from './video'

type Token = ReturnType<MarkdownIt['parse']>[number]
type State = Parameters<Parameters<MarkdownIt['core']['ruler']['push']>[1]>[0]

const LONGEST_ADDRESS = 500

/**
 * CommonMark with strikethrough and addresses as links, where HTML is text. `![caption](photo:slug "wide")` as the
 * only content of a paragraph is a photo, and several of them on one line are a row.
 */
const tokenizer = withWholeLinks(
  new MarkdownIt('commonmark', { html: false, linkify: true }).enable(['strikethrough', 'linkify']),
)
// What is nested more deeply is dropped, so this is more than a document may have (and has no type).
Object.assign(tokenizer.options, { maxNesting: 100 })
tokenizer.core.ruler.push('figures', (state) => {
  state.tokens = withFigures(state)
})
tokenizer.core.ruler.push('links', (state) => {
  for (const token of state.tokens) if (token.children) token.children = safeInline(token.children, state)
})

/**
 * Whole addresses become links by themselves, up to 500 characters. Without that limit, each one could be sought to
 * the text's end.
 */
export function withWholeLinks(markdown: MarkdownIt): MarkdownIt {
  const { linkify } = markdown
  linkify.set({ fuzzyLink: false })
  const addressLength = linkify.testSchemaAt.bind(linkify)
  linkify.testSchemaAt = (text, schemaName, at) => {
    const length = addressLength(text.slice(0, at + LONGEST_ADDRESS), schemaName, at)
    return length < LONGEST_ADDRESS ? length : 0
  }
  return markdown
}

const parser = new MarkdownParser(schema, tokenizer, {
  blockquote: { block: 'blockquote' },
  paragraph: { block: 'paragraph' },
  list_item: { block: 'listItem' },
  bullet_list: { block: 'bulletList' },
  ordered_list: {
    block: 'orderedList',
    getAttrs: (token) => ({ start: Number(token.attrGet('start') ?? 1) }),
  },
  heading: {
    block: 'heading',
    getAttrs: (token) => ({ level: Math.min(Math.max(Number(token.tag.slice(1)), 2), 4) }),
  },
  code_block: { block: 'codeBlock', noCloseToken: true },
  fence: { block: 'codeBlock', noCloseToken: true },
  hr: { node: 'horizontalRule' },
  photo: { node: 'photo', getAttrs: ({ meta }) => meta },
  photo_row: { block: 'photoRow' },
  hardbreak: { node: 'hardBreak' },
  em: { mark: 'italic' },
  strong: { mark: 'bold' },
  s: { mark: 'strike' },
  link: {
    mark: 'link',
    getAttrs: (token) => ({
      // A placeholder such as `{email}`, which the parser has encoded.
      href: token.attrGet('href')?.replaceAll(/%7B(\w+)%7D/g, '{$1}'),
      title: token.attrGet('title') || null,
    }),
  },
  code_inline: { mark: 'code', noCloseToken: true },
})

/** The document of a Markdown text. Pictures from other sites are their alt text. */
export function documentFromMarkdown(markdown: string): Node {
  const document = parser.parse(markdown)
  return document.childCount === 0 ? schema.node('doc', null, [schema.node('paragraph')]) : document
}

/** Replaces paragraphs of photos by photos. */
function withFigures(state: State): Token[] {
  return state.tokens.flatMap((token, at, all): Token[] => {
    if (token.level === 0 && token.type === 'paragraph_open') return photoLines(all[at + 1]) ? [] : [token]
    if (token.level === 0 && token.type === 'paragraph_close') return photoLines(all[at - 1]) ? [] : [token]
    const lines = token.level === 1 && token.type === 'inline' ? photoLines(token) : undefined
    return lines && all[at - 1]?.type === 'paragraph_open' && all[at - 1]?.level === 0
      ? lines.flatMap((photos) => figureTokens(photos, state))
      : [token]
  })
}

function figureTokens(photos: PhotoAttrs[], state: State): Token[] {
  const made = (type: string, nesting: -1 | 0 | 1, meta: PhotoAttrs | null = null) =>
    Object.assign(new state.Token(type, '', nesting), { meta, block: true })
  if (photos.length === 1) return photos.map((photo) => made('photo', 0, photo))
  return Array.from({ length: Math.ceil(photos.length / MOST_IN_ROW) }, (_, row) =>
    photos.slice(row * MOST_IN_ROW, (row + 1) * MOST_IN_ROW),
  ).flatMap((some) =>
    some.length === 1
      ? some.map((photo) => made('photo', 0, photo))
      : [
          made('photo_row_open', 1),
          ...some.map((photo) => made('photo', 0, { ...photo, wide: false })),
          made('photo_row_close', -1),
        ],
  )
}

/** The photos of each line; undefined if the paragraph contains anything else. */
function photoLines(token: Token | undefined): PhotoAttrs[][] | undefined {
  const lines: PhotoAttrs[][] = [[]]
  for (const child of token?.children ?? []) {
    if (child.type === 'softbreak' || child.type === 'hardbreak') {
      lines.push([])
      continue
    }
    if (child.type === 'text' && child.content.trim() === '') continue
    const photo = photoOf(child)
    if (!photo) return undefined
    lines.at(-1)?.push(photo)
  }
  return lines.every((line) => line.length > 0) ? lines : undefined
}

function photoOf(token: Token): PhotoAttrs | undefined {
  if (token.type !== 'image') return undefined
  const photo = /^photo:([a-z0-9]+(?:-[a-z0-9]+)*)$/.exec(token.attrGet('src') ?? '')?.[1]
  const caption = altText(token)
  if (photo === undefined || caption.length > CAPTION_MAX || !isCleanLine(caption)) return undefined
  return { photo, caption, alt: '', wide: token.attrGet('title')?.trim() === 'wide' }
}

const altText = (token: Token): string => (token.children ?? []).map(({ content }) => content).join('')

/** Pictures become their alt text, and links to addresses that a post can't have become text. */
function safeInline(children: Token[], state: State): Token[] {
  const removed: boolean[] = []
  return children.flatMap((token): Token[] => {
    if (token.type === 'image')
      return [Object.assign(new state.Token('text', '', 0), { content: altText(token) })]
    if (token.type === 'link_open') {
      removed.push(!isLinkAddress(token.attrGet('href') ?? ''))
      return removed.at(-1) ? [] : [token]
    }
    if (token.type === 'link_close') return removed.pop() ? [] : [token]
    return [token]
  })
}

type Writer = (typeof defaultMarkdownSerializer.nodes)[string]
type MarkWriter = (typeof defaultMarkdownSerializer.marks)[string]

const nodes = defaultMarkdownSerializer.nodes as Record<string, Writer> & {
  [name in
    | 'blockquote'
    | 'heading'
    | 'paragraph'
    | 'text'
    | 'hard_break'
    | 'list_item'
    | 'code_block']: Writer
}
const marks = defaultMarkdownSerializer.marks as Record<string, MarkWriter> & {
  [name in 'link' | 'code']: MarkWriter
}

/** How photos and videos are written. `escaped` is text that can’t be Markdown. */
interface FigureWriters {
  photo: (attrs: PhotoAttrs, escaped: (text: string) => string) => string
  video: (attrs: VideoAttrs, escaped: (text: string) => string) => string
}

const serializerWith = (write: FigureWriters) =>
  new MarkdownSerializer(
    {
      blockquote: nodes.blockquote,
      heading: nodes.heading,
      paragraph: nodes.paragraph,
      text: (state, node, parent, index) => {
        // The serializer escapes “- two” at the beginning of a block only.
        const begins = index > 0 && parent.child(index - 1).type.name === 'hardBreak'
        if (begins) state.text(state.esc(node.text ?? '', true), false)
        else nodes.text(state, node, parent, index)
      },
      hardBreak: nodes.hard_break,
      listItem: nodes.list_item,
      codeBlock: (state, node, parent, index) =>
        nodes.code_block(state, Object.assign(Object.create(node), { attrs: { params: '' } }), parent, index),
      horizontalRule: (state, node) => {
        state.write('---')
        state.closeBlock(node)
      },
      bulletList: (state, node, parent, index) => {
        const sign = needsOtherSign(parent, index) ? '* ' : '- '
        state.renderList(node, '  ', () => sign)
      },
      orderedList: (state, node, parent, index) => {
        const sign = needsOtherSign(parent, index) ? ')' : '.'
        const first: number = node.attrs.start
        const width = String(first + node.childCount - 1).length
        // After a line of text, only a list that begins with 1 needs no blank line before it.
        if (first !== 1) state.write('')
        const pad = ' '.repeat(width + 2)
        state.renderList(node, pad, (at) => `${String(first + at).padStart(width)}${sign} `)
      },
      photo: (state, node) => {
        state.write(write.photo(node.attrs as PhotoAttrs, (text) => state.esc(text)))
        state.closeBlock(node)
      },
      galleryTeaser: () => {},
      sessionOffer: () => {},
      testimonial: () => {},
      video: (state, node) => {
        state.write(write.video(node.attrs as VideoAttrs, (text) => state.esc(text)))
        state.closeBlock(node)
      },
      photoRow: (state, node) => {
        state.write(
          node.children
            .map(({ attrs }) => write.photo(attrs as PhotoAttrs, (text) => state.esc(text)))
            .join(' '),
        )
        state.closeBlock(node)
      },
    },
    {
      italic: { open: '*', close: '*', mixable: true, expelEnclosingWhitespace: true },
      bold: { open: '**', close: '**', mixable: true, expelEnclosingWhitespace: true },
      strike: { open: '~~', close: '~~', mixable: true, expelEnclosingWhitespace: true },
      link: marks.link,
      code: marks.code,
    },
    { hardBreakNodeName: 'hardBreak', escapeExtraCharacters: /[<~|]/g },
  )

/** For each node of a parent: whether it needs another sign. */
const otherSigns = new WeakMap<Node, boolean[]>()

/** Lists that follow each other are one in Markdown, unless their signs differ. */
function needsOtherSign(parent: Node, index: number): boolean {
  const known = otherSigns.get(parent) ?? otherSignsIn(parent)
  otherSigns.set(parent, known)
  return known[index] ?? false
}

function otherSignsIn(parent: Node): boolean[] {
  const found: boolean[] = []
  let before: { type: Node['type']; hasOther: boolean } | undefined
  for (const node of parent.children) {
    const hasOther = before?.type === node.type && !before.hasOther
    found.push(hasOther)
    if (!isRecord(node)) before = { type: node.type, hasOther }
  }
  return found
}

const serializer = serializerWith({
  photo: ({ photo, caption, wide }, escaped) =>
    `![${escaped(caption)}](photo:${photo}${wide ? ' "wide"' : ''})`,
  video: ({ service, video: id, title, photo }, escaped) => {
    const name = escaped(title) || 'Video'
    const shown = photo === '' ? name : `![${name}](photo:${photo})`
    return `[${shown}](${watchAddress({ service, id, title })})`
  },
})

/**
 * Markdown for other programs, with the caption of a picture as its title and a video as its address.
 * @param pictures address and alt text of each photo, by slug
 */
export const markdownForOthers = (
  document: Node,
  pictures: ReadonlyMap<string, { address: string; alt: string }>,
): string =>
  serializerWith({
    photo: ({ photo, caption }, escaped) => {
      const { address = '', alt = '' } = pictures.get(photo) ?? {}
      const title = caption === '' ? '' : ` "${caption.replaceAll(/["\\&]/g, '\\$&')}"`
      return `![${escaped(alt)}](${address}${title})`
    },
    video: ({ service, video: id, title }) => `<${watchAddress({ service, id, title })}>`,
  }).serialize(document, { tightLists: true })

export interface MarkdownExport {
  markdown: string
  /** What Markdown can't say, one sentence for each. When it is empty, the Markdown gives the same document. */
  lost: string[]
}

export function markdownOfDocument(document: Node): MarkdownExport {
  const markdown = serializer.serialize(document, { tightLists: true })
  if (documentFromMarkdown(markdown).eq(document)) return { markdown, lost: [] }
  const lost = lostIn(document)
  return {
    markdown,
    lost:
      lost.length > 0
        ? lost
        : ['Some formatting is written differently in Markdown. The words are the same.'],
  }
}

/**
 * A text to compare with another one, for people who don't know Markdown: what a block or some words are is said in
 * words. @param wordsOf other words for the blocks that have them
 */
export const comparableText = (document: Node, wordsOf: (block: Node) => string): string =>
  document.children.map((node) => wordsOf(node) || blockWords(node)).join('\n\n')

const HEADINGS: Record<number, string> = { 2: 'Heading', 3: 'Subheading' }

function blockWords(node: Node): string {
  const within = (between: string) => node.children.map(blockWords).join(between)
  switch (node.type.name) {
    case 'heading':
      return `${HEADINGS[node.attrs.level] ?? 'Small heading'}: ${inlineWords(node)}`
    case 'blockquote':
      return `Quote: ${within('\n')}`
    case 'bulletList':
      return node.children.map((item) => `• ${blockWords(item)}`).join('\n')
    case 'orderedList':
      return node.children.map((item, at) => `${node.attrs.start + at}. ${blockWords(item)}`).join('\n')
    case 'listItem':
      return within('\n').replaceAll('\n', '\n   ')
    case 'codeBlock':
      return `Code: ${node.textContent}`
    case 'horizontalRule':
      return 'Divider'
    default:
      return inlineWords(node)
  }
}

const MARK_WORDS: Record<string, string> = { strike: 'crossed out' }

/** The words of a mark follow the last text that has it. */
const inlineWords = (block: Node): string =>
  block.children
    .map(({ text = '\n', marks }, at) => {
      const next = block.maybeChild(at + 1)?.marks ?? []
      const ending = marks
        .filter((mark) => !mark.isInSet(next))
        .toReversed()
        .map(({ type: { name }, attrs }) =>
          name === 'link' ? ` (link to ${attrs.href})` : ` (${MARK_WORDS[name] ?? name})`,
        )
      const words = text.trimEnd()
      return `${words}${ending.join('')}${text.slice(words.length)}`
    })
    .join('')

const isRecord = ({ type: { name } }: Node): boolean =>
  name === 'galleryTeaser' || name === 'sessionOffer' || name === 'testimonial'

function lostIn(document: Node): string[] {
  let alts = 0
  let blanks = 0
  let records = 0
  let videos = 0
  document.descendants((node) => {
    if (node.type.name === 'photo' && node.attrs.alt !== '') alts += 1
    if (isRecord(node)) records += 1
    if (node.type.name === 'video') videos += 1
    if (node.isTextblock && node.textContent.trim() === '') blanks += 1
  })
  return [
    ...(alts > 0 ? [`Alt text that was changed here is left out for ${count(alts, 'photo')}.`] : []),
    ...(records > 0
      ? [
          `${count(records, 'block')} with a gallery, a session type, or a testimonial ${records === 1 ? 'is' : 'are'} left out.`,
        ]
      : []),
    ...(videos > 0 ? [`${count(videos, 'video')} ${videos === 1 ? 'becomes a link' : 'become links'}.`] : []),
    ...(blanks > 0 ? [`${count(blanks, 'blank line')} ${blanks === 1 ? 'is' : 'are'} left out.`] : []),
  ]
}

const count = (number: number, one: string): string => (number === 1 ? `1 ${one}` : `${number} ${one}s`)
