/** Paths whose next segment is a capability: whoever has the address may act. Routes are found in any case. */
const TOKEN_PATHS =
  /^\/+(newsletter\/+unsubscribe|g|booking|verify-email|reset-password|sign-in|confirm-email|owner|calendar|book-session\/+offer|book-session\/+confirm|book-session\/+(?:waitlist|waiting-list)\/+leave)\/+[^/]+/i

export const isTokenPath = (path: string): boolean => TOKEN_PATHS.test(plain(path))

/** The path as it may stand in a log. */
export const redactTokens = (path: string): string =>
  isTokenPath(path) ? plain(path).replace(TOKEN_PATHS, '/$1/[token]') : path

const TOKENS =
  /\/(newsletter\/unsubscribe|g|booking|verify-email|reset-password|sign-in|confirm-email|owner|calendar|book-session\/offer|book-session\/confirm|book-session\/(?:waitlist|waiting-list)\/leave)\/[\w-]{20,}/g
const CODES = /\bCode: \d{8}\b/g

/** The links and codes of a text without what makes them work, for who may read a letter and not act for its reader. */
export const withoutTokens = (text: string): string =>
  text.replace(TOKENS, '/$1/[token]').replace(CODES, 'Code: [code]')

/** What the studio keeps of an email that was sent. */
export const withLinksRemoved = (text: string): string =>
  text
    .replace(TOKENS, '/$1/[link removed after sending]')
    .replace(CODES, 'Code: [code removed after sending]')

/** Without percent signs where they spell a letter: `/%6eewsletter` leads to the same page. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
