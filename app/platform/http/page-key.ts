import { isPersonalPath } from './special-paths'

/** The spelling of a value that the page's own links use; '' leaves out a default value. */
type Canonical = (value: string) => string

const asWritten: Canonical = (value) => value

/** `1.000`, `+1` and `01` are page 1. Other values stay, and the page answers 404. */
const pageNumber: Canonical = (value) => {
  const page = Number(value)
  if (!Number.isSafeInteger(page) || page < 1) return value
  return page === 1 ? '' : String(page)
}

/**
 * Query parameters that cached pages read. Others are removed, so that they can't fill the cache. A page must
 * not be cached for an unknown value: answer 404 or no-store.
 */
const KNOWN_PARAMETERS: [path: RegExp, known: Record<string, Canonical>][] = [
  [/^\/gallery$/, { category: asWritten, page: pageNumber }],
  [/^\/gallery\/photo\//, { category: asWritten }],
  [/^\/blog(\/tag\/[^/]+)?$/, { page: pageNumber }],
  [/^\/mikhenzo-products$/, { category: asWritten }],
  [
    /^\/contact$/,
    {
      ...{ product: asWritten, subject: asWritten, variant: asWritten },
      // The options of a product, which has up to six.
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`option${at}`, asWritten])),
    },
  ],
]

/** Depends on free times and on the visitor's hold. */
const isAvailability = (path: string, query: URLSearchParams): boolean =>
  path.startsWith('/book-session/') ||
  (path === '/book-session' &&
    ['service', 'location', 'month', 'date', 'step'].some((name) => query.has(name)))

/** Visitors type anything, and each search would fill the cache with a page. */
const isSearch = (path: string, query: URLSearchParams): boolean => path === '/search' && query.has('q')

/**
 * Where React Router requests the routes of links. Its query differs from page to page, and browsers cache the
 * answers.
 */
export const ROUTES = '/__manifest'

/** Paths as our links write them. Other spellings of the same page aren't cached. */
const PLAIN_PATH = /^(\/|(\/[a-z0-9._~-]+)+)$/

export interface PageKey {
  key: string
  /** Path and known parameters: the page is rendered from these. */
  target: string
  /** Whether the page differs for browsers that send Global Privacy Control. */
  variesByGpc: boolean
}

/** Ids of the routes that a path matches. */
export type RouteIds = (path: string) => readonly string[]

/** The cache key of a page; undefined: it isn't cached. */
export function pageKey(url: URL, gpc: boolean, routeIds: RouteIds): PageKey | undefined {
  const path = pagePath(url.pathname)
  if (!PLAIN_PATH.test(url.pathname) || isPersonalPath(path)) return undefined
  if (isAvailability(path, url.searchParams) || isSearch(path, url.searchParams) || path === ROUTES)
    return undefined
  const query = new URLSearchParams()
  for (const [name, canonical] of Object.entries(knownOf(path)).toSorted()) {
    const value = canonical(url.searchParams.get(name) ?? '')
    if (value !== '') query.set(name, value)
  }
  const wanted = url.pathname.endsWith('.data') ? url.searchParams.get('_routes')?.split(',') : undefined
  if (wanted) {
    // The requested loaders of the page. Unknown names are ignored, so that they can't fill the cache.
    const loaded = routeIds(path).filter((id) => wanted.includes(id))
    if (loaded.length === 0) return undefined
    query.set('_routes', loaded.join(','))
  }
  const target = query.size > 0 ? `${url.pathname}?${query}` : url.pathname
  const variesByGpc = path === '/terms'
  return { key: variesByGpc ? `${target} gpc=${gpc}` : target, target, variesByGpc }
}

/**
 * The page's canonical address, as its links write it, with any unknown parameters. @returns undefined when it
 * is this one
 */
export function canonicalTarget({ pathname, searchParams }: URL): string | undefined {
  const query = new URLSearchParams(searchParams)
  for (const [name, canonical] of Object.entries(knownOf(pathname))) {
    const value = searchParams.get(name)
    if (value === null || (value !== '' && canonical(value) === value)) continue
    if (canonical(value) === '') query.delete(name)
    else query.set(name, canonical(value))
  }
  if (query.toString() === searchParams.toString()) return undefined
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

const knownOf = (path: string): Record<string, Canonical> =>
  KNOWN_PARAMETERS.find(([pattern]) => pattern.test(path))?.[1] ?? {}

/** The page's path, for its document or its data. React Router uses `/_.data` for `/`. */
export function pagePath(pathname: string): string {
  if (pathname.endsWith('/_.data')) return pathname.slice(0, -'_.data'.length)
  return pathname.replace(/\.data$/, '')
}
