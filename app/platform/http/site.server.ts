import { Hono } from 'hono'
import type { Actor } from '~/platform/auth/actor'
import { isDiskFull, NO_ROOM } from '~/platform/disk-full'
import { createFairQueue, type FairQueue } from './fair-queue.server'
import { type HealthParts, readiness } from './health.server'
import type { KeptPages } from './kept-pages.server'
import { limitBody } from './limit-body.server'
import { redirectOldAddresses } from './old-addresses.server'
import { refuseForeignWrites } from './origin-check.server'
import type { RouteIds } from './page-key'
import { type PageHandler, servePages } from './pages.server'
import { plainPage } from './plain-page.server'
import { limitPreviews, type Previews } from './preview-limits.server'
import { logRequests } from './request-log.server'
import { refuseOddRequests } from './request-shape.server'
import type { App } from './scope.server'
import { securityHeaders } from './security-headers.server'
import { type StaticFiles, serveStatic } from './static-files.server'
import { sayWhenToRetry } from './too-many.server'
import { warnOfUnknownProxy } from './unknown-proxy.server'
import { isUploadPath } from './upload-path'

const ICONS = [
  '/favicon.ico',
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
]

export interface SiteParts {
  app: App
  /** React Router, or what stands for it in a test. */
  pages: PageHandler
  /** Who asks, by the session that a request brings. */
  actorOf: (request: Request) => Promise<Actor>
  files: StaticFiles
  media: (request: Request, path: string) => Promise<Response>
  /** Takes files as they come; undefined: what was sent is no file, and a page answers. */
  uploads?: (request: Request, path: string) => Promise<Response | undefined>
  /** An icon of the owner's own for the address of a file in `public/`; undefined: that file. */
  icon?: (request: Request) => Promise<Response | undefined>
  health: Pick<HealthParts, 'worker'>
  /** Finished pages are not kept while their sources change. */
  keep: KeptPages | undefined
  routeIds?: RouteIds
  renders?: FairQueue
  previews?: Previews
  /** Errors are shown as they are. */
  development?: boolean
}

/**
 * Rendering keeps the processor busy, so many at once make none of them faster. Some wait for other things, such as a
 * password's hash, and leave room meanwhile.
 */
const RENDERS = { atOnce: 8, line: 256 }

/** Few enough that they leave most renders to everyone else, those that wait for their turn included. */
const PREVIEWS = { atOnce: 2, line: 2, ms: 10_000 }

/** Everything between the socket and the pages, in the order in which a request meets it. */
export function createSite({
  app,
  pages,
  actorOf,
  files,
  media,
  uploads,
  icon,
  health,
  keep,
  routeIds = () => [],
  renders = createFairQueue(RENDERS),
  previews = limitPreviews(PREVIEWS),
  development = false,
}: SiteParts): Hono {
  const site = new Hono()
  site.use(
    logRequests(app),
    securityHeaders(app.config),
    sayWhenToRetry(),
    refuseOddRequests(),
    warnOfUnknownProxy(app),
  )

  site.get('/healthz', (c) => c.text('ok', 200, { 'Cache-Control': 'no-store' }))
  site.get('/readyz', readiness({ ...app, ...health }))
  site.get('/media/*', (c) => media(c.req.raw, c.req.path))
  site.get('/download/:gallery/media/*', (c) => media(c.req.raw, c.req.path))
  if (icon) site.on('GET', ICONS, async (c, next) => (await icon(c.req.raw)) ?? next())
  site.use(serveStatic(files))

  site.use(refuseForeignWrites(app.config), redirectOldAddresses())
  // Before anything reads what is sent: a photograph is never held in memory.
  if (uploads)
    site.use(async (c, next) => {
      const answer = isUploadPath(c.req.path) ? await uploads(c.req.raw, c.req.path) : undefined
      return answer ?? next()
    })
  site.use(limitBody(app.config))
  site.all('*', servePages({ app, pages, actorOf, keep, routeIds, renders, previews, development }))
  site.onError((error, c) => {
    app.log.error({ err: error, requestId: c.get('requestId') }, 'a request failed')
    if (isDiskFull(error)) return plainPage(507, NO_ROOM)
    return plainPage(500, 'Something went wrong on our end. Please try again in a moment.')
  })
  return site
}
