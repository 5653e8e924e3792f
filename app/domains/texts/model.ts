/**
 * A text as a form has it: a document's JSON, or Markdown that a document can't say, such as a table. It is blank
 * if it is empty.
 */
export const isDocument = (text: string): boolean => text.startsWith('{"version":')

/** Longest stored document, in characters of JSON. */
export const DOCUMENT_MAX = 400_000

/** Longest text of a page, service, product or story, in characters of its Markdown. */
export const TEXT_MAX = 20_000

/** A text to edit. */
export interface EditedText {
  text: string
  /** The same text for a form without script. */
  markdown: string
}
