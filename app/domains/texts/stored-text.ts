import type { Node } from '@tiptap/pm/model'
import { comparableText, documentFromMarkdown, markdownOfDocument } from './markdown-document'
import { type EditedText, isDocument, TEXT_MAX } from './model'
import { checkedDocument, type DocumentKind, readDocument } from './read-document'
import { schema } from './schema'

/** A text with photos and other blocks, as in a post. */
const WHOLE: DocumentKind = { schema, noun: 'text', refusedNode: () => undefined }

/** A text beside other things, without them. */
const PROSE: DocumentKind = {
  ...WHOLE,
  refusedNode: ({ type }) =>
    type.isInGroup('figure') ? 'Photos and other blocks can’t be part of this text. Remove them.' : undefined,
}

/** What a text may contain. */
export interface TextRule {
  /** Photos and other blocks. */
  hasBlocks: boolean
}

/** The columns of a text. Earlier versions of the program show the Markdown, and exports contain it. */
export const columnsOfText = (text: string): { body: string; document: string | null } => ({
  // A former version takes blank Markdown for no text.
  body: markdownOfText(text) || (text === '' ? '' : '&nbsp;'),
  document: isDocument(text) ? text : null,
})

export const textOf = ({ body, document }: { body: string; document: string | null }): string =>
  document ?? body

const readStored = (text: string): Node | undefined => {
  const read = isDocument(text) ? readDocument(text) : undefined
  return read?.ok ? read.document : undefined
}

/** A text with its Markdown, for people and other programs. */
export function editedText(text: string): EditedText {
  const document = readStored(text)
  return { text, ...(document ? markdownOfDocument(document) : { markdown: text, lost: [] }) }
}

export const markdownOfText = (text: string): string => editedText(text).markdown

/** The text for people who compare two versions and don't know Markdown. @param wordsOf words for blocks */
export const wordsOfText = (text: string, wordsOf: (block: Node) => string = figureWords): string =>
  comparableText(readStored(text) ?? documentFromMarkdown(text), wordsOf)

const FIGURES: Record<string, string> = {
  ...{ photo: 'Photo', photoRow: 'Photos side by side', galleryTeaser: 'Gallery' },
  ...{ sessionOffer: 'Session type', testimonial: 'Testimonial', video: 'Video' },
}

/** What a block is, with its attributes. */
function figureWords(block: Node): string {
  const kind = FIGURES[block.type.name]
  if (kind === undefined) return ''
  const parts = [block, ...block.children].flatMap(({ attrs }) => Object.values(attrs))
  return `[${kind}: ${parts.filter((part) => typeof part === 'string' && part !== '').join(', ')}]`
}

/** Checks a text that was sent. @returns the text to store, blank if it contains nothing */
export function checkedText(
  typed: string,
  { hasBlocks }: TextRule,
): { ok: true; text: string } | { ok: false; sentence: string } {
  const read = isDocument(typed)
    ? checkedDocument(typed, hasBlocks ? WHOLE : PROSE)
    : { ok: true as const, document: typed }
  if (!read.ok) return read
  const markdown = markdownOfText(read.document)
  if (markdown.length > TEXT_MAX)
    return { ok: false, sentence: `Shorten this text to ${TEXT_MAX.toLocaleString('en-US')} characters.` }
  return { ok: true, text: isBlankText(read.document) ? '' : read.document }
}

/** Without words, photos and other blocks. */
function isBlankText(text: string): boolean {
  const document = readStored(text)
  if (!document) return text.trim() === ''
  return document.children.every((node) => node.isTextblock && node.textContent.trim() === '')
}
