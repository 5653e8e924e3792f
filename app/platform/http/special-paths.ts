/** Paths whose next segment is a capability token. Routes match in any case. */
const TOKEN_PATHS =
  /^\/+(newsletter\/+unsubscribe|g|booking|verify-email|reset-password|sign-in|confirm-email|owner|calendar|book-session\/+offer|book-session\/+confirm|book-session\/+(?:waitlist|waiting-list)\/+leave)\/+[^/]+/i

export const isTokenPath = (path: string): boolean => TOKEN_PATHS.test(plain(path))

/** The path without tokens, for logs. */
export const redactTokens = (path: string): string =>
  isTokenPath(path) ? plain(path).replace(TOKEN_PATHS, '/$1/[token]') : path

const TOKENS =
  /\/(newsletter\/unsubscribe|g|booking|verify-email|reset-password|sign-in|confirm-email|owner|calendar|book-session\/offer|book-session\/confirm|book-session\/(?:waitlist|waiting-list)\/leave)\/[\w-]{20,}/g
const CODES = /\bCode: \d{8}\b/g

/**
 * A text with its links and codes made harmless, for people who may read an email but not act for its
 * recipient.
 */
export const withoutTokens = (text: string): string =>
  text.replace(TOKENS, '/$1/[token]').replace(CODES, 'Code: [code]')

/** What the studio keeps of an email that was sent. */
export const withLinksRemoved = (text: string): string =>
  text
    .replace(TOKENS, '/$1/[link removed after sending]')
    .replace(CODES, 'Code: [code removed after sending]')

/** Decodes percent-encoded letters: `/%6eewsletter` is the same page. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Written for one person, or an answer to what that person is. */
const PERSONAL =
  /^\/+(login|register|forgot-password|sign-out|download|profile|booking|studio|thank-you)(\/|\.|$)/i

/** Account pages, the Studio and private links, whose addresses analytics must not see. */
export const isPersonalPath = (path: string): boolean => PERSONAL.test(path) || isTokenPath(path)

/** Where files are sent to a gallery, which are taken as they come instead of being read whole first. */
const UPLOADS = /^\/studio\/galleries\/([^/.]+)\/uploads(?:\/([^/.]+))?$/

export const isUploadPath = (path: string): boolean => UPLOADS.test(path)

/** The gallery of such an address, and the upload where it names one. */
export function readUploadPath(path: string): { gallery: string; upload: string | undefined } | undefined {
  const [, gallery, upload] = UPLOADS.exec(path) ?? []
  return gallery === undefined ? undefined : { gallery, upload }
}

/** Files of `public/`, unless the owner has uploaded an icon. */
export const ICONS = [
  '/favicon.ico',
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
]
