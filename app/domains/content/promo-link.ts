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
