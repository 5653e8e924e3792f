import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Config } from '~/platform/config.server'
import type { OutsideSources } from './scope.server'
import { isTokenPath } from './special-paths'

const TWO_YEARS = 'max-age=63072000'

export type HeaderConfig = Pick<Config, 'siteUrl' | 'hstsSubdomains'>

/** RFC 6797. What else is below the owner's domain is the owner's to decide. */
const hsts = ({ hstsSubdomains }: HeaderConfig): string =>
  hstsSubdomains ? `${TWO_YEARS}; includeSubDomains` : TWO_YEARS

/** What the pages do not use, and so nothing that gets into them may. */
const NO_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Passkeys, for the site's own pages and no frame in them. */
const OWN_FEATURES = 'publickey-credentials-create=(self), publickey-credentials-get=(self)'

/** The headers of every response. A page has already set its own policy. */
export function baseHeaders(config: HeaderConfig, path: string): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    // An address that is a key must not travel to the next site.
    'Referrer-Policy': isTokenPath(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Email programs and feed readers embed public photos.
    'Cross-Origin-Resource-Policy': path.startsWith('/media/') ? 'cross-origin' : 'same-origin',
    'Permissions-Policy': `${NO_FEATURES}, ${OWN_FEATURES}`,
    ...(config.siteUrl.startsWith('https:') ? { 'Strict-Transport-Security': hsts(config) } : {}),
  }
}

const STRICT_POLICY = contentSecurityPolicy()

export function securityHeaders(config: HeaderConfig): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { headers } = c.res
    for (const [name, value] of Object.entries(baseHeaders(config, c.req.path))) headers.set(name, value)
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', STRICT_POLICY)
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
    `object-src 'none'`,
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
