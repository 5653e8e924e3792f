import { documentFromHtml } from '~/domains/texts/html-document.server'
import { asCleanLine } from '~/platform/text'
import { tagsOf } from '../editor/post-form'
import { EXCERPT_MAX, SEARCH_TITLE_MAX } from '../editor/post-values'
import type { IncomingPost } from './model'

/** What is stored of a post until it is imported. */
export interface StoredValues {
  excerpt: string
  author: string
  tags: string
  /** Missing in files that were read before these were imported. */
  searchTitle?: string
  searchDescription?: string
  isUnlisted: boolean
  /** JSON (`document/schema.ts`), with the names of `pictureName`. */
  document: string
}

/**
 * The texts of a post as long as they may be here.
 * @param document JSON of its text
 * @param notes receives a sentence for each that is different
 */
export const storedValues = (post: IncomingPost, document: string, notes: string[]): StoredValues => ({
  excerpt: shortened(asCleanLine(textOfHtml(post.excerpt)), EXCERPT_MAX, 'excerpt', notes),
  author: asCleanLine(post.author).slice(0, 120),
  tags: tagsFor(post, notes),
  searchTitle: shortened(asCleanLine(post.searchTitle), SEARCH_TITLE_MAX, 'search title', notes),
  searchDescription: shortened(asCleanLine(post.searchDescription), EXCERPT_MAX, 'search description', notes),
  isUnlisted: post.isUnlisted,
  document,
})

/** WordPress writes excerpts as HTML. */
const textOfHtml = (html: string): string => {
  const { document } = documentFromHtml(html)
  return document.textBetween(0, document.content.size, ' ', ' ')
}

function shortened(text: string, most: number, what: string, notes: string[]): string {
  if (text.length <= most) return text
  notes.push(`The ${what} is shortened to ${most} characters.`)
  return `${text
    .slice(0, text.lastIndexOf(' ', most - 1))
    .slice(0, most - 1)
    .toWellFormed()}…`
}

const MOST_TAGS = 10
const TAG_MAX = 40

function tagsFor({ tags }: IncomingPost, notes: string[]): string {
  const clean = tags.map((tag) => asCleanLine(tag).replaceAll(',', ' '))
  const known = tagsOf(clean.join(','))
  const kept = known.filter(({ name }) => name.length <= TAG_MAX).slice(0, MOST_TAGS)
  if (kept.length < new Set(clean.filter(Boolean)).size)
    notes.push('Some tags are left out or are the same here.')
  return kept.map(({ name }) => name).join(', ')
}
