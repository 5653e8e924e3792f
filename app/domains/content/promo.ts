import { safeReturnTo } from '~/platform/http/return-to'

const LONGEST = 500

/** A path of this site, or a complete https address, without parser ambiguities. */
export const isPromoLink = (link: string): boolean =>
  link.length <= LONGEST && (isOurs(link) || isSecureAddress(link))

/** Any base URL works: a path that leaves one site leaves all. */
const isOurs = (link: string): boolean => safeReturnTo(link, 'https://site.invalid') !== undefined

function isSecureAddress(link: string): boolean {
  if (!/^https:\/\/[^\s\\\p{Cc}]+$/iu.test(link) || !URL.canParse(link)) return false
  const { protocol, username, password } = new URL(link)
  // A user name before @ makes an address look like another site's.
  return protocol === 'https:' && username === '' && password === ''
}

/** R27, R41: delay after the view initializes, in milliseconds. */
export const PROMO_DELAY = 2_000
/** R27, R41: the promotion is shown again after this time, in milliseconds. */
export const PROMO_INTERVAL = 86_400_000
/** localStorage key of the last showing, in milliseconds since 1970. */
export const PROMO_KEY = 'promoModalLastShown'

const QUIET =
  /^\/+(login|register|forgot-password|reset-password|verify-email|sign-in|confirm-email|owner|profile|download|g|booking|contract|proposal|invoice|verify|post|newsletter|book-session\/+[^/?]+)(\/|\?|$)/i

/** The choice of a time: its address contains the chosen session. */
const BEGUN_BOOKING = /^\/+book-session\/*\?(.*&)?service=/i

/**
 * Whether a page never shows the promotion (R27): one-time links, sign-in and account pages, client
 * galleries, a booking's page, contracts, proposals, invoices, a post shared by a private link, the newsletter's
 * form and links, the waitlist, and the booking steps after the choice of a session.
 * @param address path and query
 */
export const isPromoUnwanted = (address: string): boolean =>
  QUIET.test(address) || BEGUN_BOOKING.test(address)

/**
 * Whether the promotion is due. An invalid time counts as never shown. A future one (after the clock was set
 * back) counts as shown, since no interval has passed.
 * @param kept the stored value, null for none
 */
export function isPromoDue(kept: string | null, now: number): boolean {
  const lastShown = kept !== null && /^\d{1,16}$/.test(kept) ? Number(kept) : undefined
  return lastShown === undefined || now - lastShown > PROMO_INTERVAL
}
