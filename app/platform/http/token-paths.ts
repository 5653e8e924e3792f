/** Paths whose next segment is a capability: whoever has the address may act. Routes are found in any case. */
const TOKEN_PATHS =
  /^\/+(newsletter\/+unsubscribe|g|booking|verify-email|reset-password|sign-in|confirm-email|owner|calendar|book-session\/+offer|book-session\/+confirm|book-session\/+waiting-list\/+leave)\/+[^/]+/i

export const isTokenPath = (path: string): boolean => TOKEN_PATHS.test(plain(path))

/** The path as it may stand in a log. */
export const redactTokens = (path: string): string =>
  isTokenPath(path) ? plain(path).replace(TOKEN_PATHS, '/$1/[token]') : path

/** The links and codes of a text without what makes them work, for who may read a letter and not act for its reader. */
export const withoutTokens = (text: string): string =>
  text
    .replace(
      /\/(newsletter\/unsubscribe|g|booking|verify-email|reset-password|sign-in|confirm-email|owner|calendar|book-session\/offer|book-session\/confirm|book-session\/waiting-list\/leave)\/[\w-]{20,}/g,
      '/$1/[token]',
    )
    .replace(/\bCode: \d{8}\b/g, 'Code: [code]')

/** Without percent signs where they spell a letter: `/%6eewsletter` leads to the same page. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
