import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { ROUTES } from './page-key'
import { plainNotFound, plainPage } from './plain-page.server'
import { isUploadPath } from './special-paths'

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']
/** Uploads may be resumed and canceled. */
const UPLOAD_METHODS = [...METHODS, 'PATCH', 'DELETE']
/** Longest path and query, in bytes. Our longest address has a few hundred. */
const LONGEST_TARGET = 4096
/** The browser asks React Router for the routes of a page's links in addresses of up to 7,680 bytes with the site's. */
const LONGEST_OF_ROUTES = 7680

/** Whether a request passes all refusals below except the check of its path, which is only used as a key. */
export function isOrdinaryRead({ method, url = '', rawHeaders }: IncomingMessage): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || url.length > LONGEST_TARGET || hasNul(url)) return false
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return hosts === 1
}

/** Refuses other methods, and addresses that are too long or contain dot segments. */
export function refuseOddRequests(): MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> {
  return async (c, next) => {
    const method = c.env?.incoming?.method ?? c.req.method
    const isUpload = isUploadPath(c.req.path)
    const methods = isUpload ? UPLOAD_METHODS : METHODS
    const allow = { Allow: methods.join(', ') }
    if (!methods.includes(method)) return plainPage(405, 'You can’t use this URL that way.', allow)
    if (c.env?.incoming && c.env.incoming.headersDistinct.host?.length !== 1)
      return plainPage(400, 'That request doesn’t name the site it’s for.')
    if (method === 'OPTIONS' && !isUpload) return new Response(null, { status: 204, headers: allow })
    // The URL parser has already resolved dot segments in `c.req.url`, so the address as sent is checked.
    const target = c.env?.incoming?.url ?? c.req.url.replace(/^[a-z]+:\/\/[^/]*/i, '')
    const path = target.split(/[?#]/, 1)[0] ?? ''
    const longest = path === ROUTES ? LONGEST_OF_ROUTES : LONGEST_TARGET
    if (target.length > longest) return plainPage(414, 'That URL is too long.')
    // R20: such a path matches no route. Missing files get a plain 404, without a redirect.
    if (path.startsWith('/') && !isSoundPath(path))
      return FILES.test(path) ? plainNotFound() : c.redirect('/404')
    if (!isSoundPath(path) || hasNul(target)) return plainPage(400, 'We can’t read that URL.')
    return next()
  }
}

/** Prefixes of file addresses. */
const FILES = /^\/(assets|media)\//

/** PostgreSQL refuses text with NUL, so any lookup with it would fail. */
const hasNul = (target: string): boolean => target.includes('%00')

/** Whether a path, decoded any number of times, has no dot segments, control characters or backslashes. */
export function isSoundPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('//')) return false
  let decoded = path
  // Three times. What is still encoded then is a name with percent signs.
  for (let depth = 0; depth < 3; depth += 1) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finds control characters
    if (/[\u0000-\u001f\u007f\\]/.test(decoded)) return false
    if (decoded.split('/').some((segment) => segment === '.' || segment === '..')) return false
    try {
      const next = decodeURIComponent(decoded)
      if (next === decoded) return true
      decoded = next
    } catch {
      return depth > 0
    }
  }
  return !/[\\]|(^|\/)\.\.?(\/|$)/.test(decoded)
}
