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
  /** The same text for a form without script, and what it loses there, one sentence for each. */
  markdown: string
  lost: string[]
}

/** Slugs of the photos in a text, whichever way it is stored. */
export const photosInText = (text: string): string[] =>
  [...text.matchAll(/"photo":"([a-z0-9-]+)"|\(\s*<?photo:([a-z0-9-]+)/g)].flatMap(
    ([, inDocument, inMarkdown]) => inDocument ?? inMarkdown ?? [],
  )

/** Slugs of the posts in a stored newsletter. */
export const postsInDocument = (json: string): string[] =>
  [...json.matchAll(/"post":"([a-z0-9-]+)"/g)].flatMap(([, slug]) => slug ?? [])
