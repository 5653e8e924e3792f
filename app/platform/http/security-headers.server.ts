import type { MiddlewareHandler } from 'hono'
import type { Config } from '~/platform/config.server'
import { contentSecurityPolicy } from './content-security-policy.server'
import { isTokenPath } from './token-paths'

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
