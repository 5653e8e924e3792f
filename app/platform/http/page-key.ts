import { isPersonalPath } from './personal-paths'

/**
 * Every query parameter that a page reads. Others are not shown to pages that are kept, so that they cannot make
 * a page of their own in memory.
 */
const KNOWN_PARAMETERS: [path: RegExp, names: string[]][] = [
  [/^\/gallery(\/|$)/, ['category', 'page']],
  [/^\/mikhenzo-products$/, ['category']],
  [/^\/contact$/, ['subject', 'product']],
]

/** Says what is free now, and what is kept for the one who asks. */
const isAvailability = (path: string, query: URLSearchParams): boolean =>
  path.startsWith('/book-session/') ||
  (path === '/book-session' &&
    ['service', 'location', 'month', 'date', 'step'].some((name) => query.has(name)))

/** Where React Router asks which module a link leads to: each page asks in its own words, and keeps the answer. */
const ROUTES = '/__manifest'

/** Paths as our links write them; other spellings of the same page are rendered each time. */
const PLAIN_PATH = /^(\/|(\/[a-z0-9._~-]+)+)$/

export interface PageKey {
  key: string
  /** Path and the known part of the query: what the page is rendered from. */
  target: string
  /** This page says something else to browsers that send Global Privacy Control. */
  variesByGpc: boolean
}

/** Under what a page is kept; undefined: it is rendered each time. */
export function pageKey(url: URL, gpc: boolean): PageKey | undefined {
  const isData = url.pathname.endsWith('.data')
  const path = pagePath(url.pathname)
  if (!PLAIN_PATH.test(url.pathname) || isPersonalPath(path)) return undefined
  if (isAvailability(path, url.searchParams) || path === ROUTES) return undefined
  const names = KNOWN_PARAMETERS.filter(([pattern]) => pattern.test(path)).flatMap(([, known]) => known)
  // Which of a page's loaders the browser asks for.
  if (isData) names.push('_routes')
  const query = new URLSearchParams()
  for (const name of names.toSorted()) {
    const value = url.searchParams.get(name)
    if (value !== null) query.set(name, value)
  }
  const target = query.size > 0 ? `${url.pathname}?${query}` : url.pathname
  const variesByGpc = path === '/terms'
  return { key: variesByGpc ? `${target} gpc=${gpc}` : target, target, variesByGpc }
}

/** The page's path, whether its document or its data is asked for. React Router asks for `/` as `/_.data`. */
export function pagePath(pathname: string): string {
  if (pathname.endsWith('/_.data')) return pathname.slice(0, -'_.data'.length)
  return pathname.replace(/\.data$/, '')
}
