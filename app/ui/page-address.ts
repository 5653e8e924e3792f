interface Address {
  pathname: string
  search: string
}

/** The canonical URL of a page: site and path, and the query only if it selects another page (R28). */
export function canonicalAddress(siteUrl: string, { pathname, search }: Address): string {
  const path = pathname === '/' ? pathname : pathname.replace(/\/+$/, '')
  if (path !== '/gallery') return siteUrl + path
  const [given, kept] = [new URLSearchParams(search), new URLSearchParams()]
  const [category, page] = [given.get('category'), given.get('page')]
  if (category) kept.set('category', category)
  if (page && page !== '1') kept.set('page', page)
  return kept.size === 0 ? siteUrl + path : `${siteUrl}${path}?${kept}`
}

/**
 * Whether two addresses are states of the same page, such as a filter, or a photo open over its gallery. The
 * next page of a list is another page. The focus stays on the same page, and moves to the top of another one.
 */
export function isSamePage(from: Address, to: Address): boolean {
  if (pathOf(from) !== pathOf(to)) return false
  return isPhoto(from) || isPhoto(to) || numberOf(from) === numberOf(to)
}

const PHOTO = /^(\/gallery|\/download\/[^/]+)\/photo\/[^/]+$/

const pathOf = ({ pathname }: Address) => pathname.replace(PHOTO, '$1').replace(/(.)\/+$/, '$1')
const isPhoto = ({ pathname }: Address) => PHOTO.test(pathname)
const numberOf = ({ search }: Address) => new URLSearchParams(search).get('page') ?? '1'
