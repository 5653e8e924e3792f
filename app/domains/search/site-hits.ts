import type { PhotoView } from '~/domains/photos/model'
import { joinTexts, splitAtWords } from '~/platform/search-words'

export const SITE_KINDS = ['page', 'service', 'gallery', 'story', 'product', 'post'] as const
export type SiteKind = (typeof SITE_KINDS)[number]

/** A page of the site that a search found. */
export interface SiteHit {
  kind: SiteKind
  slug: string
  /** Parts at odd places are the words that were found. */
  title: string[]
  excerpt: string[]
  /** Such as a post's date or a product's category. */
  detail: string
  photo: PhotoView | null
}

export interface SiteFound {
  /** The normalized search words. */
  words: string
  groups: { name: SiteGroup; hits: SiteHit[] /** Whether there are more. */; more: boolean }[]
}

export type SiteGroup = 'services' | 'galleries' | 'posts' | 'products' | 'pages'

/** Characters of an excerpt, and those before the first word that was found. */
const EXCERPT_LENGTH = 220
const EXCERPT_LEAD = 60

/** The part of a text around the first of the words; its beginning when it has none. */
export function excerptOf(text: string, words: readonly string[]): string[] {
  const [before = '', ...rest] = splitAtWords(passageOf(text, words), words)
  if (rest.length === 0) return [cut(before)]
  const start =
    before.length > EXCERPT_LEAD ? before.indexOf(' ', before.length - EXCERPT_LEAD) + 1 || before.length : 0
  const parts = [(start > 0 ? '…' : '') + before.slice(start)]
  let length = before.length - start
  for (const part of rest) {
    if (length + part.length > EXCERPT_LENGTH) {
      const shown = parts.length % 2 === 0 ? cut(part, EXCERPT_LENGTH - length) : '…'
      return parts.length % 2 === 0
        ? [...parts, shown]
        : [...parts.slice(0, -1), (parts.at(-1) ?? '') + shown]
    }
    parts.push(part)
    length += part.length
  }
  return parts
}

function cut(text: string, length = EXCERPT_LENGTH): string {
  if (text.length <= length) return text
  const end = text.lastIndexOf(' ', Math.max(0, length))
  return `${text.slice(0, Math.max(0, end)).toWellFormed()}…`
}

/** The first text of a page that has one of the words, and as many of those after it as make a sentence. */
function passageOf(text: string, words: readonly string[]): string {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => splitAtWords(line, words).length > 1)
  if (first === -1) return joinTexts(lines)
  const passage: string[] = []
  for (const line of lines.slice(first)) {
    if (passage.join(' ').length > EXCERPT_LEAD) break
    passage.push(line)
  }
  return joinTexts(passage)
}
