import type { MiddlewareHandler } from 'hono'
import type { Config } from '~/platform/config.server'
import type { HeaderList } from './finished.server'
import type { OutsideSources } from './scope.server'
import { isTokenPath } from './special-paths'

const TWO_YEARS = 'max-age=63072000'

export type HeaderConfig = Pick<Config, 'siteUrl' | 'hstsSubdomains'>

/** RFC 6797. Subdomains only if the operator chose so. */
const hstsOf = ({ hstsSubdomains }: HeaderConfig): string =>
  hstsSubdomains ? `${TWO_YEARS}; includeSubDomains` : TWO_YEARS

/** Permissions that the pages never request, so no injected code may either. */
const NO_FEATURES = 'camera=(), geolocation=(), microphone=()'

/** The Cache-Control of a page that is the same for all visitors. Browsers revalidate it each time. */
export const PUBLIC_PAGE = 'public, no-cache'

interface Kind {
  /** Whether a browser may show it by itself, unlike a script or a photo in a page. */
  isShown?: boolean
  /** A page for all visitors, without personal data. */
  isPublicPage?: boolean
}

/** The headers of every response. Pages set their own policy. */
export function baseHeaders(
  config: HeaderConfig,
  path: string,
  { isShown = true, isPublicPage = false }: Kind = {},
): Record<string, string> {
  const hsts = config.siteUrl.startsWith('https:') ? { 'Strict-Transport-Security': hstsOf(config) } : {}
  const always = { 'X-Content-Type-Options': 'nosniff', ...hsts }
  // Without a Referrer-Policy, browsers apply strict-origin-when-cross-origin.
  if (isPublicPage && !isTokenPath(path)) return { ...always, 'Permissions-Policy': NO_FEATURES }
  return {
    ...always,
    // Email programs and feed readers embed public photos.
    'Cross-Origin-Resource-Policy': path.startsWith('/media/') ? 'cross-origin' : 'same-origin',
    ...(isShown
      ? {
          // An address with a token must not be sent to other sites.
          'Referrer-Policy': isTokenPath(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
          'Cross-Origin-Opener-Policy': 'same-origin',
          'Permissions-Policy': NO_FEATURES,
        }
      : {}),
  }
}

const PART_OF_A_PAGE = /^(image\/|font\/|text\/(css|javascript)|application\/manifest)/

/** Policy of responses without scripts. */
export const STRICT_POLICY = `default-src 'none'; style-src-attr 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`

/** The headers that a response for `path` still needs. */
export function missingHeaders(
  config: HeaderConfig,
  path: string,
  headers: Headers,
  status = 200,
): HeaderList {
  const type = headers.get('Content-Type') ?? ''
  // Browsers answer these from their cache.
  const isShown = status !== 304 && status !== 416 && !PART_OF_A_PAGE.test(type)
  const isPublicPage = headers.get('Cache-Control') === PUBLIC_PAGE
  const base = Object.entries(baseHeaders(config, path, { isShown, isPublicPage }))
  // An SVG can only run scripts when opened by itself.
  const policy = type.startsWith('image/svg') ? 'sandbox' : isShown ? STRICT_POLICY : undefined
  return policy === undefined || headers.has('Content-Security-Policy')
    ? base
    : [...base, ['Content-Security-Policy', policy]]
}

export function securityHeaders(config: HeaderConfig): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { headers } = c.res
    for (const [name, value] of missingHeaders(config, c.req.path, headers, c.res.status))
      headers.set(name, value)
  }
}

/**
 * A page's Content-Security-Policy (https://www.w3.org/TR/CSP3/). Scripts are allowed by hash instead of nonce,
 * since a cached page is sent many times and a nonce must be used once.
 * @param scriptHashes of the page's own inline scripts, such as `sha256-…`
 * @param outside origins such as `https://stats.example.com`, already validated
 */
export function contentSecurityPolicy(
  scriptHashes: string[] = [],
  {
    development = false,
    frames = false,
    mediaUrl,
    outside = { scripts: [], connections: [], frames: [] },
  }: {
    development?: boolean
    frames?: boolean
    mediaUrl?: string | undefined
    outside?: OutsideSources
  } = {},
): string {
  const framed = [...(frames ? [`'self'`] : []), ...outside.frames]
  // In development, Vite adds inline scripts, and uses a web socket.
  const ours = development ? [`'unsafe-inline'`] : scriptHashes.map((hash) => `'${hash}'`)
  const sockets = development ? ['ws:', 'wss:'] : []
  return [
    // Also for plugins, workers, media and frames.
    `default-src 'none'`,
    ['script-src', `'self'`, ...ours, ...outside.scripts].join(' '),
    // Inline for the styles in a page's head and for attributes that set values such as a photo's tone. Styles
    // can't run code, and the other directives keep them from loading anything from elsewhere.
    `style-src 'self' 'unsafe-inline'`,
    // data: for blurred placeholders of photos; blob: for a picture chosen in a form, before it is uploaded.
    [`img-src 'self' data: blob:`, ...(mediaUrl ? [mediaUrl] : [])].join(' '),
    `font-src 'self'`,
    ['connect-src', `'self'`, ...outside.connections, ...sockets].join(' '),
    `manifest-src 'self'`,
    // Pages that may not be framed say so themselves.
    ...(framed.length > 0 ? [['frame-src', ...framed].join(' ')] : []),
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action 'self'`,
  ].join('; ')
}
