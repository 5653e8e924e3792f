import type { MiddlewareHandler } from 'hono'

/** Addresses of earlier versions, still used in bookmarks and emails. `*` is one segment. */
const MOVED: Record<string, string> = {
  '/studio/find': '/studio/search',
  '/studio/messages': '/studio/inbox',
  '/studio/mail': '/studio/emails',
  '/studio/people': '/studio/clients',
  '/studio/audit': '/studio/activity',
  '/studio/places': '/studio/locations',
  '/studio/bookings/waiting': '/studio/bookings/waitlist',
  '/studio/mini-days/*/weather-call': '/studio/mini-days/*/reschedule',
  '/studio/galleries/closing': '/studio/galleries/expiring',
  '/studio/galleries/*/choices': '/studio/galleries/*/favorites',
  '/studio/galleries/*/deliveries': '/studio/galleries/*/downloads',
  '/studio/galleries/*/consents': '/studio/galleries/*/releases',
  '/studio/galleries/*/expiry': '/studio/galleries/*/expiration',
  '/studio/settings/mail': '/studio/settings/email',
  '/studio/pages/terms': '/studio/website/terms',
  '/studio/pages/portfolio-stories': '/studio/website/portfolio',
  '/studio/pages/services-and-prices': '/studio/website/services',
  '/studio/pages/questions': '/studio/website/faqs',
  '/studio/pages/testimonials': '/studio/website/testimonials',
  '/studio/pages': '/studio/website/pages',
  '/booking/move': '/booking/reschedule',
  '/book-session/waiting-list': '/book-session/waitlist',
  '/download/*/circle': '/download/*/favorite',
}

const patterns = Object.entries(MOVED).map(
  ([from, to]) => [new RegExp(`^${from.replace('*', '([^/]+)')}(?=[/.]|$)`), to.replace('*', '$1')] as const,
)

/** @returns the address that replaced `path`, or undefined if it never moved */
export function newAddressOf(path: string): string | undefined {
  const moved = patterns.find(([from]) => from.test(path))
  return moved && path.replace(moved[0], moved[1])
}

/** Tests all patterns at once, since every page request passes here. */
const anyMoved = new RegExp(patterns.map(([from]) => from.source).join('|'))

/**
 * Redirects with the same method (RFC 9110, 15.4.9), since a page that was open during an update may still
 * post.
 */
export function redirectOldAddresses(): MiddlewareHandler {
  return async (c, next) => {
    if (!anyMoved.test(c.req.path)) return next()
    const { pathname, search } = new URL(c.req.url)
    const now = newAddressOf(pathname)
    if (!now) return next()
    return new Response(null, {
      status: 308,
      headers: { Location: now + search, 'Cache-Control': 'no-store' },
    })
  }
}
