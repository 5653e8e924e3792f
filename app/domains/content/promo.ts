import { safeReturnTo } from '~/platform/http/return-to'

const LONGEST = 500

/** A path of this site, or a whole https address; nothing that a browser reads as anything else. */
export const isPromoLink = (link: string): boolean =>
  link.length <= LONGEST && (isOurs(link) || isSecureAddress(link))

/** Any site will do to resolve a path against: what leads away from one leads away from all. */
const isOurs = (link: string): boolean => safeReturnTo(link, 'https://site.invalid') !== undefined

function isSecureAddress(link: string): boolean {
  if (!/^https:\/\/[^\s\\\p{Cc}]+$/iu.test(link) || !URL.canParse(link)) return false
  const { protocol, username, password } = new URL(link)
  // A name before an @ makes an address look like another site's.
  return protocol === 'https:' && username === '' && password === ''
}

/** R27, R41: from the moment the view initialises, in milliseconds. */
export const PROMO_DELAY = 2_000
/** R27, R41: the promotion is shown again when more than this has passed, in milliseconds. */
export const PROMO_INTERVAL = 86_400_000
/** Where a browser keeps the instant of the last showing, as milliseconds since 1970. */
export const PROMO_KEY = 'promoModalLastShown'

const QUIET =
  /^\/+(login|register|forgot-password|reset-password|verify-email|sign-in|confirm-email|owner|profile|download|g|booking|newsletter\/+unsubscribe|book-session\/+(details|review|offer|waitlist\/+leave))(\/|$)/i

/**
 * Whether the promotion stays away from a page (R27): one-time links, sign-in and account pages, client galleries, a
 * booking's own page, and the steps of booking that follow the choice of a time.
 */
export const isPromoUnwanted = (pathname: string): boolean => QUIET.test(pathname)

/**
 * Whether the promotion is due. What is no instant counts as never shown; one that lies ahead (the clock was
 * set back) counts as shown, for no interval has passed since.
 * @param kept what the browser has kept, null for nothing
 */
export function isPromoDue(kept: string | null, now: number): boolean {
  const lastShown = kept !== null && /^\d{1,16}$/.test(kept) ? Number(kept) : undefined
  return lastShown === undefined || now - lastShown > PROMO_INTERVAL
}
