import { comparableText, documentFromMarkdown, markdownOfDocument } from './markdown-document'
import { isDocument, TEXT_MAX } from './model'
import { checkedDocument, type DocumentKind, readDocument } from './read-document'
import { schema } from './schema'

/** A text within a page: what a post can contain, without photos and other blocks. */
const PROSE: DocumentKind = {
  schema,
  noun: 'text',
  refusedNode: ({ type }) =>
    type.isInGroup('figure') ? 'Photos and other blocks can’t be part of this text. Remove them.' : undefined,
}

/** The columns of a text. Earlier versions of the program show the Markdown, and exports contain it. */
export const columnsOfText = (text: string): { body: string; document: string | null } => ({
  body: markdownOfText(text),
  document: isDocument(text) ? text : null,
})

export const textOf = ({ body, document }: { body: string; document: string | null }): string =>
  document ?? body

/** The text as Markdown, for people and other programs. */
export function markdownOfText(text: string): string {
  const read = isDocument(text) ? readDocument(text, PROSE) : undefined
  return read?.ok ? markdownOfDocument(read.document).markdown : text
}

/** The text for people who compare two versions and don't know Markdown. */
export function wordsOfText(text: string): string {
  const read = isDocument(text) ? readDocument(text, PROSE) : undefined
  return comparableText(read?.ok ? read.document : documentFromMarkdown(text), () => '')
}

/** Checks a text that was sent. @returns the text to store, blank if it contains nothing */
export function checkedText(typed: string): { ok: true; text: string } | { ok: false; sentence: string } {
  const read = isDocument(typed) ? checkedDocument(typed, PROSE) : { ok: true as const, document: typed }
  if (!read.ok) return read
  const markdown = markdownOfText(read.document)
  if (markdown.trim() === '') return { ok: true, text: '' }
  return markdown.length <= TEXT_MAX
    ? { ok: true, text: read.document }
    : { ok: false, sentence: `Shorten this text to ${TEXT_MAX.toLocaleString('en-US')} characters.` }
}
