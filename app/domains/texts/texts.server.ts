import { renderMarkdown } from '~/platform/markdown.server'
import { articleOfDocument, provenDocument } from './article.server'
import { documentFromMarkdown } from './markdown-document'
import { type EditedText, isDocument, TEXT_MAX } from './model'
import { storedDocument } from './read-document'
import { checkedText, markdownOfText } from './stored-text'

/** The text as a document, unless only Markdown can say it, or it can't be read. */
export function documentOrMarkdown(text: string): string {
  if (text === '' || text.length > TEXT_MAX || isDocument(text)) return text
  const made = storedDocument(documentFromMarkdown(text))
  const isOurs = markdownOfText(made).trim() === text.trim()
  const document = isOurs ? made : provenDocument(text)
  return document !== null && checkedText(document).ok ? document : text
}

/** The text as sanitized HTML. */
export const htmlOfText = (text: string): string =>
  isDocument(text)
    ? articleOfDocument(text)
        .parts.flatMap((part) => (part.kind === 'html' ? [part.html] : []))
        .join('')
    : renderMarkdown(text)

export const editedText = (text: string): EditedText => ({ text, markdown: markdownOfText(text) })
