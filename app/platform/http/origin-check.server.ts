import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { Config } from '~/platform/config.server'
import { plainPage } from './plain-page.server'

const SENTENCE = 'For your security, we couldn’t accept that. Reload the page and try again.'

/**
 * Refuses writes that another site's page makes a visitor's browser send. Browsers say where a request comes
 * from in headers that pages cannot set; programs without a browser send neither and are let through.
 */
export function refuseForeignWrites(config: Pick<Config, 'siteUrl'>): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || isOneClick(c.req.path)) return next()
    const sender = {
      site: c.req.header('sec-fetch-site'),
      origin: c.req.header('origin'),
      host: c.req.header('host'),
    }
    return isForeign(sender, config.siteUrl) ? plainPage(403, SENTENCE) : next()
  }
}

/** Mail programs post here for their users (RFC 8058); the token in the address is the permission. */
const isOneClick = (path: string) => /^\/newsletter\/unsubscribe\/[^/]+$/.test(path)

export function isForeign(
  sender: { site?: string | undefined; origin?: string | undefined; host?: string | undefined },
  siteUrl: string,
): boolean {
  const { site, origin, host } = sender
  if (site === 'cross-site' || site === 'same-site') return true
  if (origin === undefined) return false
  // Browsers hide the origin of pages that send no referrer, and still say whether it is the same.
  if (origin === 'null') return site !== 'same-origin'
  if (origin === siteUrl) return false
  return !(
    host !== undefined &&
    mayBeNamedByBrowser(host, siteUrl) &&
    originHost(origin) === host.toLowerCase()
  )
}

/**
 * Whether the Host header may say which site this is: where the operator set no public name, or where it is an
 * address, which no one can make point elsewhere.
 */
function mayBeNamedByBrowser(host: string, siteUrl: string): boolean {
  return isLocal(new URL(siteUrl).hostname) || isLocal(host.replace(/:\d+$/, ''))
}

const isLocal = (name: string) =>
  name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[|\]$/g, '')) !== 0

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
