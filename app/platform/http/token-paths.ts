/** Paths whose next segment is a capability: whoever has the address may act. Routes are found in any case. */
const TOKEN_PATHS =
  /^\/+(newsletter\/+unsubscribe|g|verify-email|reset-password|sign-in|confirm-email|owner)\/+[^/]+/i

export const isTokenPath = (path: string): boolean => TOKEN_PATHS.test(plain(path))

/** The path as it may stand in a log. */
export const redactTokens = (path: string): string =>
  isTokenPath(path) ? plain(path).replace(TOKEN_PATHS, '/$1/[token]') : path

/** Without percent signs where they spell a letter: `/%6eewsletter` leads to the same page. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
