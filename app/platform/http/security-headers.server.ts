import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Config } from '~/platform/config.server'
import type { HeaderList } from './finished.server'
import type { OutsideSources } from './scope.server'
import { isPersonalPath, isTokenPath } from './special-paths'

const TWO_YEARS = 'max-age=63072000'

export type HeaderConfig = Pick<Config, 'siteUrl' | 'hstsSubdomains'>

/** RFC 6797. Subdomains only if the operator chose so. */
const hsts = ({ hstsSubdomains }: HeaderConfig): string =>
  hstsSubdomains ? `${TWO_YEARS}; includeSubDomains` : TWO_YEARS

/** Permissions that the pages never request, so no injected code may either. */
const NO_FEATURES = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/** Passkeys, for the site's own pages only, not for frames in them. */
const OWN_FEATURES = 'publickey-credentials-create=(self), publickey-credentials-get=(self)'

/**
 * The headers of every response. Pages set their own policy.
 * @param isShown whether a browser may show it by itself, unlike a script or a photo in a page
 */
export function baseHeaders(config: HeaderConfig, path: string, isShown = true): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    // Email programs and feed readers embed public photos.
    'Cross-Origin-Resource-Policy': path.startsWith('/media/') ? 'cross-origin' : 'same-origin',
    ...(config.siteUrl.startsWith('https:') ? { 'Strict-Transport-Security': hsts(config) } : {}),
    ...(isShown
      ? {
          // An address with a token must not be sent to other sites.
          'Referrer-Policy': isTokenPath(path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
          'Cross-Origin-Opener-Policy': 'same-origin',
          'Permissions-Policy': isPersonalPath(path) ? `${NO_FEATURES}, ${OWN_FEATURES}` : NO_FEATURES,
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
  const base = Object.entries(baseHeaders(config, path, isShown))
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
 * @param styles hashes of its inline styles
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
    // Also for plugins, workers, media and frames.
    `default-src 'none'`,
    // In development, Vite adds inline scripts and styles, and uses a web socket.
    development
      ? ['script-src', `'self'`, `'unsafe-inline'`, ...outside.scripts].join(' ')
      : ['script-src', ...scripts].join(' '),
    development
      ? `style-src 'self' 'unsafe-inline'`
      : ['style-src', `'self'`, ...styles.map((hash) => `'${hash}'`)].join(' '),
    // Style attributes set values such as a photo's tone in a CSS variable. They can't run code.
    `style-src-attr 'unsafe-inline'`,
    // data: for blurred placeholders of photos; blob: for a picture chosen in a form, before it is uploaded.
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    development ? `connect-src ${connections} ws: wss:` : `connect-src ${connections}`,
    `manifest-src 'self'`,
    // Pages that may not be framed say so themselves.
    ...(frames ? [`frame-src 'self'`] : []),
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action 'self'`,
  ].join('; ')
}

/**
 * Finds the scripts that the renderer wrote, by their nonce, returns their hashes and removes the nonces.
 * Scripts from content don't have the nonce, so they get no hash and don't run.
 */
export function takeScriptHashes(rendered: string, nonce: string): { html: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`
  const hashes: string[] = []
  for (const [, attributes = '', body = ''] of rendered.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
    if (attributes.includes(mark) && body !== '')
      hashes.push(`sha256-${createHash('sha256').update(body).digest('base64')}`)
  return { html: rendered.replaceAll(mark, ''), hashes: [...new Set(hashes)] }
}
