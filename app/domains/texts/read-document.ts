import type { Mark, Node, Schema } from '@tiptap/pm/model'
import { isSlug } from '~/platform/fields'
import { isCleanLine, isCleanText } from '~/platform/text'
import { DOCUMENT_MAX } from './model'
import { CAPTION_MAX, HEADING_LEVELS, isLinkAddress, MOST_IN_ROW, schema } from './schema'
import { isVideo } from './video'

/** Version of the stored format: raised when the schema changes so that older documents need a conversion. */
const VERSION = 1
const MOST_NODES = 20_000
const MOST_DEPTH = 24

/** A schema for documents that are stored. */
export interface DocumentKind {
  schema: Schema
  /** Used in the sentences. */
  noun: 'post' | 'newsletter' | 'text'
  /** @returns a sentence about invalid attributes of a node that only this schema has, or undefined */
  refusedNode(node: Node): string | undefined
}

const POST: DocumentKind = { schema, noun: 'post', refusedNode: () => undefined }

export type ReadDocument = { ok: true; document: Node } | { ok: false; sentence: string }

const refuse = (sentence: string): { ok: false; sentence: string } => ({ ok: false, sentence })

export const UNREADABLE =
  'We couldn’t read this text. It’s unchanged on the site. Reload the page, or paste it as plain text.'

/** The JSON that is stored. */
export const storedDocument = (document: Node): string =>
  JSON.stringify({ version: VERSION, doc: document.toJSON() })

/** Reads a document from its JSON, sent or stored, and checks it against the schema. */
export function readDocument(json: string, kind: DocumentKind = POST): ReadDocument {
  const { schema, noun } = kind
  if (json.length > DOCUMENT_MAX)
    return refuse(`This ${noun} is too long to save. Split it into two ${noun}s, or shorten it.`)
  let sent: unknown
  try {
    sent = JSON.parse(json)
  } catch {
    return refuse(UNREADABLE)
  }
  const { version, doc } = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<string, unknown>
  if (version !== VERSION) return refuse(UNREADABLE)
  const shape = refusedShape(doc, kind)
  if (shape !== undefined) return refuse(shape)
  try {
    const read = schema.nodeFromJSON(doc)
    read.check()
    if (read.type !== schema.topNodeType) return refuse(UNREADABLE)
    const document = tidied(read)
    const wrong = refusedContent(document, kind)
    return wrong === undefined ? { ok: true, document } : refuse(wrong)
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return refuse(UNREADABLE)
    throw error
  }
}

/** Longest paragraph, in characters. Writing one as Markdown and reading it again takes quadratic time. */
const PARAGRAPH_MAX = 30_000

/** Checks a document that was sent. @returns the JSON to store */
export function checkedDocument(
  json: string,
  kind: DocumentKind = POST,
): { ok: true; document: string } | { ok: false; sentence: string } {
  const read = readDocument(json, kind)
  if (!read.ok) return read
  let isTooLong = false
  read.document.descendants((node) => {
    isTooLong ||= node.isTextblock && node.content.size > PARAGRAPH_MAX
  })
  return isTooLong
    ? refuse(`A paragraph in this ${kind.noun} is too long to save. Split it into several.`)
    : { ok: true, document: storedDocument(read.document) }
}

/** Without blank paragraphs at the end, which the editor keeps for the cursor. A row of one photo is that photo. */
function tidied(document: Node): Node {
  const nodes = document.children.map((node) =>
    node.type.name === 'photoRow' && node.childCount === 1 ? node.child(0) : node,
  )
  while (nodes.length > 1 && nodes.at(-1)?.type.name === 'paragraph' && nodes.at(-1)?.childCount === 0)
    nodes.pop()
  return document.type.create(null, nodes)
}

interface Unread {
  type?: unknown
  content?: unknown
  marks?: unknown
}

/** Checks size, nesting and names before anything recurses. @returns a sentence, or undefined */
function refusedShape(doc: unknown, { schema, noun }: DocumentKind): string | undefined {
  const waiting: { node: unknown; depth: number }[] = [{ node: doc, depth: 0 }]
  let count = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next
    if (typeof node !== 'object' || node === null) return UNREADABLE
    const { type, content = [], marks = [] } = node as Unread
    count += 1
    if (count > MOST_NODES)
      return `This ${noun} has too many parts. Split it into two ${noun}s, or shorten it.`
    if (depth > MOST_DEPTH)
      return `Lists and quotes in this ${noun} are nested too deeply. Move some of them out.`
    if (typeof type !== 'string' || !Object.hasOwn(schema.nodes, type)) return unknownPart(type, noun)
    if (!Array.isArray(content) || !Array.isArray(marks)) return UNREADABLE
    for (const mark of marks as ({ type?: unknown } | null)[])
      if (typeof mark?.type !== 'string' || !Object.hasOwn(schema.marks, mark.type))
        return unknownPart(mark?.type, noun)
    for (const child of content) waiting.push({ node: child, depth: depth + 1 })
  }
  return undefined
}

const unknownPart = (type: unknown, noun: string): string =>
  typeof type === 'string' && /^\w{1,40}$/.test(type)
    ? `A ${noun} can’t contain a part of the type “${type}.” Remove it, or paste it as plain text.`
    : UNREADABLE

/** @returns a sentence about the first invalid text or attribute, or undefined */
function refusedContent(document: Node, kind: DocumentKind): string | undefined {
  let wrong: string | undefined
  document.descendants((node) => {
    wrong ??=
      refusedNode(node) ??
      kind.refusedNode(node) ??
      node.marks.map(refusedMark).find((sentence) => sentence !== undefined)
    return wrong === undefined
  })
  return wrong
}

export const HIDDEN = 'This text has hidden characters. Paste it as plain text.'

function refusedNode({ type, attrs, text, childCount }: Node): string | undefined {
  if (text !== undefined && !isCleanText(text)) return HIDDEN
  switch (type.name) {
    case 'heading':
      return HEADING_LEVELS.includes(attrs.level) ? undefined : UNREADABLE
    case 'orderedList':
      return Number.isInteger(attrs.start) && attrs.start >= 0 && attrs.start <= 999_999_999
        ? undefined
        : UNREADABLE
    case 'photo':
      return refusedPhoto(attrs)
    case 'galleryTeaser':
      return isName(attrs.gallery) ? undefined : UNREADABLE
    case 'sessionOffer':
      return isName(attrs.session) ? undefined : UNREADABLE
    case 'testimonial':
      return isName(attrs.testimonial) ? undefined : UNREADABLE
    case 'video':
      return refusedVideo(attrs)
    case 'photoRow':
      return childCount > MOST_IN_ROW
        ? `A row can have up to ${MOST_IN_ROW} photos. Move some of them to another row.`
        : undefined
    default:
      return undefined
  }
}

const isName = (name: unknown): name is string =>
  typeof name === 'string' && name.length <= 200 && isSlug(name)

function refusedVideo({ service, video, title, photo }: Record<string, unknown>): string | undefined {
  if (!isVideo(service, video) || (photo !== '' && !isName(photo)) || typeof title !== 'string')
    return UNREADABLE
  if (title.length > CAPTION_MAX) return `Shorten the title of each video to ${CAPTION_MAX} characters.`
  return isCleanLine(title) ? undefined : HIDDEN
}

function refusedPhoto({ photo, caption, alt, wide }: Record<string, unknown>): string | undefined {
  if (!isName(photo) || (wide !== undefined && typeof wide !== 'boolean')) return UNREADABLE
  for (const words of [caption, alt]) {
    if (typeof words !== 'string') return UNREADABLE
    if (words.length > CAPTION_MAX) return `Shorten each caption and alt text to ${CAPTION_MAX} characters.`
    if (!isCleanLine(words)) return HIDDEN
  }
  return undefined
}

function refusedMark({ type, attrs: { href, title } }: Mark): string | undefined {
  if (type.name !== 'link') return undefined
  if (typeof href !== 'string' || !isLinkAddress(href))
    return 'A link must begin with https://, mailto:, tel:, or /. Check the links, then save again.'
  const isTitle = title === null || (typeof title === 'string' && title.length <= 300 && isCleanLine(title))
  return isTitle ? undefined : UNREADABLE
}
