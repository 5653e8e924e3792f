/** Only the first words of a record are indexed. */
const TERMS_MAX = 48
/** In characters. Longer words are cut in records and searches alike, so they still match. */
const TERM_LENGTH_MAX = 64
/** Only the first words of a search count. */
const WORDS_MAX = 8

/**
 * Search terms of a record: words in lower case without diacritics (`Renée` as `renee`), complete email
 * addresses behind an `@` (`@ann@example.com`), and phone numbers as digits, with and without country and
 * area code. The extra `@` keeps addresses from multiplying the terms of a first name.
 * @param most further terms are left out
 */
export function termsOf(texts: (string | null)[], most: number = TERMS_MAX): string[] {
  const terms = new Set<string>()
  for (const text of texts) for (const term of termsOfText(text ?? '')) terms.add(term)
  return [...terms].slice(0, most)
}

/** Whether each word of a search begins one of the terms. */
export const beginTerms = (words: readonly string[], terms: readonly string[]): boolean =>
  words.every((word) => terms.some((term) => term.startsWith(word)))

function termsOfText(text: string): string[] {
  const plain = plainText(text)
  const addresses = plain
    .split(BETWEEN_ADDRESSES)
    .flatMap((part) => (part.includes('@') ? [addressTerm(part)] : []))
  return [...phoneTerms(plain), ...addresses, ...wordsOf(plain)]
}

/** Search words, each of which has to begin a term. None: the input contains nothing searchable. */
export function searchWords(search: string): string[] {
  const words = withoutCountry(plainText(search))
    .split(BETWEEN_ADDRESSES)
    .flatMap((part) => (/^[^@]+@/.test(trimmed(part)) ? [addressTerm(part)] : wordsOf(part)))
  return [...new Set(words)].slice(0, WORDS_MAX)
}

/** A word as it stands in a text, with marks and apostrophes. */
const WRITTEN_WORD = /[\p{L}\p{N}\p{M}'’ʼ]+/gu

/**
 * A text split around the words that a search found in it: parts at odd places are those words, and all parts
 * joined are the text.
 * @param words from `searchWords`
 */
export function splitAtWords(text: string, words: readonly string[]): string[] {
  const parts: string[] = []
  let end = 0
  for (const { 0: written, index } of text.matchAll(WRITTEN_WORD)) {
    if (!wordsOf(plainText(written)).some((term) => words.some((word) => term.startsWith(word)))) continue
    parts.push(text.slice(end, index), written)
    end = index + written.length
  }
  return [...parts, text.slice(end)]
}

/** A US number, mostly written without the 1. */
const withoutCountry = (plain: string): string => {
  const [digits = ''] = phoneTerms(plain)
  return digits.length === 11 && digits.startsWith('1') ? plain.replace('1', '') : plain
}

/** Diacritics are removed after lowercasing, which creates some (`İ`). Apostrophes join their neighbors. */
const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ]+/gu, '')

const BETWEEN_ADDRESSES = /[\s<>()[\]",;:]+/u

/** An address without surrounding punctuation. */
const trimmed = (part: string): string => {
  let end = part.length
  while (end > 0 && part[end - 1] === '.') end -= 1
  return part.slice(0, end)
}

const addressTerm = (part: string): string => cut(`@${trimmed(part)}`)

const wordsOf = (plain: string): string[] => (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(cut)

const cut = (word: string): string =>
  word.length <= TERM_LENGTH_MAX ? word : [...word].slice(0, TERM_LENGTH_MAX).join('')

/**
 * All digits, then without country code and without area code: 7 to 15 of them, with usual separators only.
 */
function phoneTerms(plain: string): string[] {
  if (!/^[\s\d()+./x-]+$/.test(plain)) return []
  const digits = plain.replace(/\D/g, '')
  if (digits.length < 7 || digits.length > 15) return []
  return [...new Set([digits, digits.slice(-10), digits.slice(-7), digits.slice(-4)])]
}

/** The texts of a page, each on a line. */
export const textLines = (texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n')

/** Texts of a page as one, with a dot after each that doesn't end a sentence, such as a caption. */
export const joinTexts = (texts: readonly string[]): string =>
  texts
    .filter((text) => text !== '')
    .reduce((all, text) => (all === '' || /[.!?…:”]$/.test(all) ? `${all} ${text}` : `${all} · ${text}`), '')
    .trim()
