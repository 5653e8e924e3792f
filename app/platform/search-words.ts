/** A record is found by its first words; more would be a text, not a name for it. */
const TERMS_MAX = 48
/** In characters. Longer words are cut in the record and in the search alike, so they still find each other. */
const TERM_LENGTH_MAX = 64
/** Of a search the first words count. */
const WORDS_MAX = 8

/**
 * What a record is found by: the words of its texts in lower case and without marks (`Renée` as `renee`), mail
 * addresses also whole behind an `@` (`@ann@example.com`), telephone numbers also as their digits, with and without what
 * stands before the local number. Without that `@` a first name would have as many terms again as it has addresses.
 */
export function termsOf(texts: (string | null)[]): string[] {
  const terms = new Set<string>()
  for (const text of texts) for (const term of termsOfText(text ?? '')) terms.add(term)
  return [...terms].slice(0, TERMS_MAX)
}

function termsOfText(text: string): string[] {
  const plain = plainText(text)
  const addresses = plain
    .split(BETWEEN_ADDRESSES)
    .flatMap((part) => (part.includes('@') ? [addressTerm(part)] : []))
  return [...phoneTerms(plain), ...addresses, ...wordsOf(plain)]
}

/** Words to look for: each has to begin a term of the record. None: what was typed holds nothing that can be found. */
export function searchWords(search: string): string[] {
  const words = withoutCountry(plainText(search))
    .split(BETWEEN_ADDRESSES)
    .flatMap((part) => (/^[^@]+@/.test(trimmed(part)) ? [addressTerm(part)] : wordsOf(part)))
  return [...new Set(words)].slice(0, WORDS_MAX)
}

/** A whole number of this country: most people write it down without the 1. */
const withoutCountry = (plain: string): string => {
  const [digits = ''] = phoneTerms(plain)
  return digits.length === 11 && digits.startsWith('1') ? plain.replace('1', '') : plain
}

/** Marks go after the case has, since lower case makes some (`İ`); an apostrophe joins what it stands between. */
const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ]+/gu, '')

const BETWEEN_ADDRESSES = /[\s<>()[\]",;:]+/u

/** An address without what surrounds it in a sentence. */
const trimmed = (part: string): string => {
  let end = part.length
  while (end > 0 && part[end - 1] === '.') end -= 1
  return part.slice(0, end)
}

const addressTerm = (part: string): string => cut(`@${trimmed(part)}`)

const wordsOf = (plain: string): string[] => (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(cut)

const cut = (word: string): string =>
  word.length <= TERM_LENGTH_MAX ? word : [...word].slice(0, TERM_LENGTH_MAX).join('')

/** The digits whole, then without the country and without the area: 7 to 15 of them, and nothing but their usual company. */
function phoneTerms(plain: string): string[] {
  if (!/^[\s\d()+./x-]+$/.test(plain)) return []
  const digits = plain.replace(/\D/g, '')
  if (digits.length < 7 || digits.length > 15) return []
  return [...new Set([digits, digits.slice(-10), digits.slice(-7), digits.slice(-4)])]
}
