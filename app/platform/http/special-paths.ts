/** Paths whose next segment is a capability token, in any case, as routes match. */
const TOKEN_PATHS =
  /^\/+(newsletter\/+(?:unsubscribe|preferences|confirm|bounces)|g|p|r|i|booking|contract|proposal|verify-email|reset-password|sign-in|confirm-email|owner|calendar|book-session\/+offer|book-session\/+confirm|book-session\/+(?:waitlist|waiting-list)\/+leave)\/+[^/]+/i

export const isTokenPath = (path: string): boolean => TOKEN_PATHS.test(plain(path))

/** The path without tokens, for logs. */
export const redactTokens = (path: string): string =>
  isTokenPath(path) ? plain(path).replace(TOKEN_PATHS, '/$1/[token]') : path

const TOKENS =
  /\/(newsletter\/(?:unsubscribe|preferences|confirm|bounces)|g|p|r|i|booking|contract|proposal|verify-email|reset-password|sign-in|confirm-email|owner|calendar|book-session\/offer|book-session\/confirm|book-session\/(?:waitlist|waiting-list)\/leave)\/[\w-]{20,}/g
const CODES = /\bCode: \d{8}\b/g

/** A text with its links and codes made useless, for people who may read an email but not act as its recipient. */
export const withoutTokens = (text: string): string =>
  text.replace(TOKENS, '/$1/[token]').replace(CODES, 'Code: [code]')

/** The stored copy of a sent email, without live links. */
export const withLinksRemoved = (text: string): string =>
  text
    .replace(TOKENS, '/$1/[link removed after sending]')
    .replace(CODES, 'Code: [code removed after sending]')

/** Decodes percent-encoded letters: `/%6eewsletter` leads to the same page. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Pages for one person, or that depend on who they are. */
const PERSONAL =
  /^\/+(login|register|forgot-password|sign-out|download|profile|post|invoice|booking|contract|proposal|studio|thank-you)(\/|\.|$)/i

/** Account pages, the Studio and private links, whose addresses analytics must not see. */
export const isPersonalPath = (path: string): boolean => PERSONAL.test(path) || isTokenPath(path)

/** Upload addresses, whose bodies are streamed instead of being read whole. */
const UPLOADS = /^\/studio\/galleries\/([^/.]+)\/uploads(?:\/([^/.]+))?$/

export const isUploadPath = (path: string): boolean => UPLOADS.test(path)

const LARGE_FORM = /^\/studio\/website\/import(\.data)?$/

/** The form whose file is stored on disk instead of being read into memory. */
export const isLargeFormPath = (path: string): boolean => LARGE_FORM.test(path)

export const isVerifyPath = (path: string): boolean => /^\/verify(\.data)?$/.test(path)

/** The form in which a client answers the questions of a booking, also with photos. */
export const isAnswersPath = (path: string): boolean => /^\/booking\/details(\.data)?$/.test(path)

/** The ids of the gallery and of the upload, if any, in such an address. */
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
