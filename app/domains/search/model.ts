/** Kinds of search results, in display order. People come first: Enter opens the first result. */
export const FOUND_KINDS = [
  'people',
  'bookings',
  'galleries',
  'pages',
  'settings',
  'messages',
  'mail',
  'posts',
  'products',
] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

/** A search result. */
export interface Hit {
  /** The id, slug or settings group in its address. */
  key: string
  label: string
  /** Distinguishes records of the same name. */
  detail: string
}

export interface FoundGroup {
  kind: FoundKind
  hits: Hit[]
  /** Whether there are more results. */
  more: boolean
}

export interface Found {
  /** The normalized search words. */
  words: string
  /** Kinds with results. */
  groups: FoundGroup[]
}

/** Most records of each kind that the palette and the search page show. */
export const SHOWN_RECORDS = 5

/** In characters. Longer input is cut. */
export const WORDS_MAX = 100
/** In characters. Shorter input would match everything. */
export const WORDS_MIN = 2

/** White space, control characters, lone surrogates and bidi marks. */
const BETWEEN_WORDS = /[\s\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu

/** Search input as clean words separated by single spaces; '' if it is too short. */
export function readWords(typed: string): string {
  const words = typed.slice(0, WORDS_MAX).replace(BETWEEN_WORDS, ' ').trim()
  return words.length < WORDS_MIN ? '' : words
}
