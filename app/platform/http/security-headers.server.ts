import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Config } from '~/platform/config.server'
import type { HeaderList } from './finished.server'
import type { OutsideSources } from './scope.server'
import { isPersonalPath, isTokenPath } from './special-paths'

const TWO_YEARS = 'max-age=63072000'

export type HeaderConfig = Pick<Config, 'siteUrl' | 'hstsSubdomains'>

/** RFC 6797. What else is below the owner's domain is the owner's to decide. */
const hsts = ({ hstsSubdomains }: HeaderConfig): string =>
  hstsSubdomains ? `${TWO_YEARS}; includeSubDomains` : TWO_YEARS

/** What asks a visitor for something, which the pages don't do, and so nothing that gets into them may. */
const NO_FEATURES = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/** Passkeys, for the site's own pages and no frame in them. */
const OWN_FEATURES = 'publickey-credentials-create=(self), publickey-credentials-get=(self)'

/**
 * The headers of every response. A page has already set its own policy.
 * @param isShown by itself, unlike a script or a photo in a page
 */
export function baseHeaders(config: HeaderConfig, path: string, isShown = true): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    // Email programs and feed readers embed public photos.
    'Cross-Origin-Resource-Policy': path.startsWith('/media/') ? 'cross-origin' : 'same-origin',
    ...(config.siteUrl.startsWith('https:') ? { 'Strict-Transport-Security': hsts(config) } : {}),
    ...(isShown
      ? {
          // An address that is a key must not travel to the next site.
          'Referrer-Policy': isTokenPath(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
          'Cross-Origin-Opener-Policy': 'same-origin',
          'Permissions-Policy': isPersonalPath(path) ? `${NO_FEATURES}, ${OWN_FEATURES}` : NO_FEATURES,
        }
      : {}),
  }
}

const PART_OF_A_PAGE = /^(image\/|font\/|text\/(css|javascript)|application\/manifest)/

/** Of answers without scripts. */
export const STRICT_POLICY = `default-src 'none'; style-src-attr 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`

/** What else the answer at `path` needs of headers, besides its own. */
export function missingHeaders(
  config: HeaderConfig,
  path: string,
  headers: Headers,
  status = 200,
): HeaderList {
  const type = headers.get('Content-Type') ?? ''
  // With these, a browser shows what it has.
  const isShown = status !== 304 && status !== 416 && !PART_OF_A_PAGE.test(type)
  const base = Object.entries(baseHeaders(config, path, isShown))
  // A picture with scripts is one only where it's opened by itself.
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
 * A page's Content-Security-Policy (https://www.w3.org/TR/CSP3/). Scripts are allowed by hash instead of
 * nonce, since a cached page is sent many times and a nonce must be used once.
 * @param scriptHashes such as `sha256-…`, of the page's own inline scripts
 * @param styles the same of its inline styles
 * @param outside origins such as `https://stats.example.com`, already validated
 */
export function contentSecurityPolicy(
  scriptHashes: string[] = [],
  {
    development = false,
    frames = false,
    outside = { scripts: [], connections: [] },
    styles = [],
  }: { development?: boolean; frames?: boolean; outside?: OutsideSources; styles?: string[] } = {},
): string {
  const scripts = [`'self'`, ...scriptHashes.map((hash) => `'${hash}'`), ...outside.scripts]
  const connections = [`'self'`, ...outside.connections].join(' ')
  return [
    // Plugins, workers, media and frames, too.
    `default-src 'none'`,
    // In development, Vite adds inline scripts and styles, and uses a web socket.
    development
      ? ['script-src', `'self'`, `'unsafe-inline'`, ...outside.scripts].join(' ')
      : ['script-src', ...scripts].join(' '),
    development
      ? `style-src 'self' 'unsafe-inline'`
      : ['style-src', `'self'`, ...styles.map((hash) => `'${hash}'`)].join(' '),
    // Attributes carry values such as a photo's tone in a CSS variable; a style attribute cannot run anything.
    `style-src-attr 'unsafe-inline'`,
    // data: is the blurred placeholder of a photo; blob: a picture chosen in a form, shown before it is sent.
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    development ? `connect-src ${connections} ws: wss:` : `connect-src ${connections}`,
    `manifest-src 'self'`,
    // What may not be framed says so itself.
    ...(frames ? [`frame-src 'self'`] : []),
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action 'self'`,
  ].join('; ')
}

/**
 * Finds the scripts that the renderer itself wrote, takes their hashes and removes the nonce that marked them.
 * Markup that came in with content does not know the nonce: it gets no hash and does not run.
 */
export function takeScriptHashes(rendered: string, nonce: string): { html: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`
  const hashes: string[] = []
  for (const [, attributes = '', body = ''] of rendered.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
    if (attributes.includes(mark) && body !== '')
      hashes.push(`sha256-${createHash('sha256').update(body).digest('base64')}`)
  return { html: rendered.replaceAll(mark, ''), hashes: [...new Set(hashes)] }
}
