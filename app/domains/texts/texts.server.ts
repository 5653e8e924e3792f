import { articleOf, renderMarkdown } from '~/platform/markdown.server'
import { articleOfDocument, provenDocument, type TextArticle } from './article.server'
import { documentFromMarkdown } from './markdown-document'
import { isDocument, TEXT_MAX } from './model'
import { storedDocument } from './read-document'
import { checkedText, markdownOfText, type TextRule } from './stored-text'

/**
 * The text as a document, unless only Markdown can say it, or it can't be read.
 * @param before the text that a form without script began from: its unchanged Markdown is that text
 */
export function documentOrMarkdown(text: string, rule: TextRule, before = ''): string {
  if (isDocument(text) || text.length > TEXT_MAX) return text
  if (isDocument(before) && text.trim() === markdownOfText(before).trim()) return before
  if (text === '') return text
  const made = storedDocument(documentFromMarkdown(text))
  const isOurs = markdownOfText(made).trim() === text.trim()
  const document = isOurs ? made : provenDocument(text)
  return document !== null && checkedText(document, rule).ok ? document : text
}

/** The text as sanitized HTML and photos. Callers must not modify the result, which is cached. */
export const articleOfText = (text: string): TextArticle =>
  isDocument(text) ? articleOfDocument(text) : articleOf(text)

/** The words of the text as sanitized HTML. */
export const htmlOfText = (text: string): string =>
  isDocument(text)
    ? articleOfDocument(text)
        .parts.flatMap((part) => (part.kind === 'html' ? [part.html] : []))
        .join('')
    : renderMarkdown(text)
