/** What can be found, in the order in which it is shown. */
export const FOUND_KINDS = [
  'pages',
  'settings',
  'people',
  'bookings',
  'messages',
  'mail',
  'galleries',
  'posts',
  'products',
] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

/** One thing that was found. */
export interface Hit {
  /** What stands in its address: an id, a slug, or the name of a group of settings. */
  key: string
  label: string
  /** What tells it from others of the same name. */
  detail: string
}

export interface FoundGroup {
  kind: FoundKind
  hits: Hit[]
  /** There are more than these. */
  more: boolean
}

export interface Found {
  /** What was looked for, as it was understood. */
  words: string
  /** Those in which something was found. */
  groups: FoundGroup[]
}

/** In characters. What is longer is cut: nobody types so much to find something. */
export const WORDS_MAX = 100
/** Below that everything would be found. */
export const WORDS_MIN = 2

/** White space, control characters, halves of surrogate pairs and the marks that turn the direction of a line. */
const BETWEEN_WORDS = /[\s\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu

/** What somebody typed to find something, as clean words with one space between them; '' when it is too short. */
export function readWords(typed: string): string {
  const words = typed.slice(0, WORDS_MAX).replace(BETWEEN_WORDS, ' ').trim()
  return words.length < WORDS_MIN ? '' : words
}
