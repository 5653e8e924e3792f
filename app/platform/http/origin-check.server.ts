import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { Config } from '~/platform/config.server'
import { plainPage } from './plain-page.server'

const SENTENCE = 'For your security, we couldn’t accept that. Reload the page and try again.'

/**
 * Refuses writes that another site's page makes a visitor's browser send. Browsers state the origin in headers
 * that pages can't set. Programs other than browsers send neither header, and are let through.
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

/** Mail programs post here for their users (RFC 8058). The token in the path is the permission. */
const isOneClick = (path: string) => /^\/newsletter\/unsubscribe\/[^/]+$/.test(path)

export function isForeign(
  sender: { site?: string | undefined; origin?: string | undefined; host?: string | undefined },
  siteUrl: string,
): boolean {
  const { site, origin, host } = sender
  if (site === 'cross-site' || site === 'same-site') return true
  if (origin === undefined) return false
  // Browsers hide the origin of pages that send no referrer, but still say whether it is the same site.
  if (origin === 'null') return site !== 'same-origin'
  if (origin === siteUrl) return false
  return !(
    host !== undefined &&
    mayBeNamedByBrowser(host, siteUrl) &&
    originHost(origin) === host.toLowerCase()
  )
}

/**
 * Whether the Host header may name this site: if the operator configured no public name, or if it is an IP
 * address, which no one else can point here.
 */
function mayBeNamedByBrowser(host: string, siteUrl: string): boolean {
  return isLocal(new URL(siteUrl).hostname) || isLocal(host.replace(/:\d+$/, ''))
}

const isLocal = (name: string) =>
  name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[|\]$/g, '')) !== 0

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
