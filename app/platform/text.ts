/**
 * Characters that no text needs: C0 and C1 controls except tab and line feed, DEL, and bidi marks
 * (Bidi_Control without LRM, RLM and ALM), which can disguise a text.
 */
const UNCLEAN = /[[\p{Cc}--[\t\n]]\u202a-\u202e\u2066-\u2069]/v
/** Line breaks of any convention. */
const LINE_BREAK = /[\t\n\v\f\r\x85\u2028\u2029]/

/** Valid in a one-line field: no line breaks, tabs, control characters or bidi overrides. */
export const isCleanLine = (text: string): boolean =>
  text.isWellFormed() && !UNCLEAN.test(text) && !LINE_BREAK.test(text)

/** Valid in a multi-line field with line feeds. */
export const isCleanText = (text: string): boolean => text.isWellFormed() && !UNCLEAN.test(text)

/**
 * The text as one line for mail headers, with invalid characters replaced by spaces. Typed encoded words (RFC
 * 2047) are defused, since email programs would decode them.
 */
export const asCleanLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(new RegExp(`(?:${UNCLEAN.source}|${LINE_BREAK.source})+`, 'gv'), ' ')
    .replaceAll('=?', '= ?')
    .trim()

/** The text with line feeds, without the characters that no text needs. */
export const asCleanText = (text: string): string =>
  withLineFeeds(text.toWellFormed()).replace(new RegExp(UNCLEAN.source, 'gv'), '')

/**
 * Trims spaces only; other white space is left for the field's rule to refuse. Not `/ +$/`, which takes
 * quadratic time for many inner spaces.
 */
export function withoutOuterSpaces(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text[start] === ' ') start += 1
  while (end > start && text[end - 1] === ' ') end -= 1
  return text.slice(start, end)
}

/** Normalizes line breaks to line feeds. */
export const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n')

/**
 * An email address by the HTML standard (input type=email), up to 254 characters (RFC 5321, 4.5.3.1.3). The
 * rule allows no spaces, quotes, brackets or line breaks, so it is safe in a header.
 */
export const isMailAddress = (text: string): boolean => text.length <= 254 && HTML_EMAIL.test(text)

const HTML_EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** YYYY-MM-DD of an existing date. Uses `Date`, since browsers may lack `Temporal`. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** A date from 2000 to 2100. */
export const isBusinessDate = (text: string): boolean =>
  isCalendarDate(text) && text >= '2000-01-01' && text <= '2100-12-31'

/** Whether it has the format of `newId`. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** HH:MM, from 00:00 to 23:59. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Only spaces and invisible characters. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cf}\p{Zs}]/u.test(text)

/**
 * A name that is safe in an email's greeting; else undefined. Anyone can enter another person's address, so a
 * “name” full of links must not be emailed to it.
 */
export const greetableName = (name: string): string | undefined =>
  name.length <= 60 && /^[\p{L}\p{M}’' -]+(?:\. ?[\p{L}\p{M}’' -]*)?$/u.test(name) && !/\.\S/.test(name)
    ? name
    : undefined

/** A text on one line, such as a phone number: with spaces at which no line breaks. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')
