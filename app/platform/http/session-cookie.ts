/** What the session's cookie is called; over HTTPS it has the prefix `__Secure-` or `__Host-`. */
export const SESSION_COOKIE = 'studio_session'

const PATTERN = new RegExp(`(^|;\\s*)(__Secure-|__Host-)?${SESSION_COOKIE}[^=;]*=`)

/** Whether someone may be signed in: their pages are theirs, and are never kept. */
export const hasSession = (cookies: string | undefined): boolean =>
  cookies !== undefined && PATTERN.test(cookies)
