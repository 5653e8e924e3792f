/**
 * Characters that no text of a person needs: C0 and C1 controls except tab and line feed, DEL,
 * and the marks that turn the direction of what follows (Unicode Bidi_Control without LRM, RLM and ALM),
 * which can make a line read as something else than it is.
 */
const UNCLEAN = /[[\p{Cc}--[\t\n]]\u202a-\u202e\u2066-\u2069]/v
/** What ends a line, in any convention. */
const LINE_BREAK = /[\t\n\v\f\r\x85\u2028\u2029]/

/** May stand in a field of one line: no line breaks, tabs, control characters or direction overrides. */
export const isCleanLine = (text: string): boolean =>
  text.isWellFormed() && !UNCLEAN.test(text) && !LINE_BREAK.test(text)

/** May stand in a field of several lines, which end with a line feed. */
export const isCleanText = (text: string): boolean => text.isWellFormed() && !UNCLEAN.test(text)

/**
 * The text as one clean line: what must not be in it becomes a space. For what goes into mail headers.
 * Nothing that was typed there may look like an encoded word (RFC 2047), in which mail programs would find anything.
 */
export const asCleanLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(new RegExp(`(?:${UNCLEAN.source}|${LINE_BREAK.source})+`, 'gv'), ' ')
    .replaceAll('=?', '= ?')
    .trim()

/**
 * Without the spaces around it; other white space stays, for the field’s own rule to refuse. By hand, since
 * `/ +$/` takes the square of the time on many spaces inside a text: seconds for what a form may hold.
 */
export function withoutOuterSpaces(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text[start] === ' ') start += 1
  while (end > start && text[end - 1] === ' ') end -= 1
  return text.slice(start, end)
}

/** The text in several lines with line feeds alone, as forms are read. */
export const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n')

/**
 * A mail address by the rule of the HTML standard (input type=email), of at most 254 characters (RFC 5321, 4.5.3.1.3).
 * It has no room for spaces, quotes, brackets or line breaks, so it is safe in a header.
 */
export const isMailAddress = (text: string): boolean => text.length <= 254 && HTML_EMAIL.test(text)

const HTML_EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** YYYY-MM-DD of a date that exists. Uses `Date`, since this also runs in browsers without `Temporal`. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** A calendar date from 2000 to 2100: what a business books, receives and plans. */
export const isBusinessDate = (text: string): boolean =>
  isCalendarDate(text) && text >= '2000-01-01' && text <= '2100-12-31'

/** HH:MM, from 00:00 to 23:59. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Nothing that can be seen: spaces and invisible characters alone. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cf}\p{Zs}]/u.test(text)

/**
 * A name as an email to its owner may say it; undefined when it does not look like one.
 * Anyone can enter another person’s address, and a “name” full of links must not be mailed to them.
 */
export const greetableName = (name: string): string | undefined =>
  name.length <= 60 && /^[\p{L}\p{M}’' -]+(?:\. ?[\p{L}\p{M}’' -]*)?$/u.test(name) && !/\.\S/.test(name)
    ? name
    : undefined
