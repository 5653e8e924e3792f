import { type Context, Hono } from 'hono'
import type { Actor } from '~/platform/auth/actor'
import { isDatabaseAway, NO_DATABASE } from '~/platform/db/database-away'
import { isDiskFull, NO_ROOM } from '~/platform/disk-full'
import { isBucketAway, NO_PHOTO_STORAGE } from '~/platform/storage/bucket-away'
import { limitBody } from './body.server'
import { senderSeen, warnOfUnknownProxy } from './client-address.server'
import { createFairQueue, type FairQueue } from './fair-queue.server'
import { answerFromMemory, type FromMemory } from './from-memory.server'
import { type HealthParts, readiness } from './health.server'
import { type MetricsParts, serveMetrics } from './metrics.server'
import { OUR_ERROR } from './notices'
import { redirectOldAddresses } from './old-addresses.server'
import { refuseForeignWrites } from './origin-check.server'
import { answerCached, type PageCache } from './page-cache.server'
import type { RouteIds } from './page-key'
import { type PageHandler, servePages } from './pages.server'
import { plainNotFound, plainPage } from './plain-page.server'
import { limitPreviews, type Previews } from './preview.server'
import { hashFiles, receiveLargeForms, receivePhotos } from './received-file.server'
import { logRequests } from './request-log.server'
import { refuseOddRequests } from './request-shape.server'
import type { App } from './scope.server'
import { securityHeaders } from './security-headers.server'
import { type Fetch, type SiteBindings, sendingBodies } from './sent-body.server'
import { ICONS, isUploadPath } from './special-paths'
import type { StaticFiles } from './static-files.server'
import { addRetryAfter } from './too-many.server'

export interface SiteParts {
  app: App
  /** React Router, or a replacement in tests. */
  pages: PageHandler
  /** The sender, by the request's session. */
  actorOf: (request: Request) => Promise<Actor>
  files: StaticFiles
  media: (request: Request, path: string) => Promise<Response>
  /** Answers uploads; undefined: not an upload, so a page answers. */
  uploads?: (request: Request, path: string) => Promise<Response | undefined>
  /** Who may send photos with the answers of a booking, and how many at once. */
  answers?: { maySend: (request: Request) => Promise<boolean>; limit: { files: number; bytes: number } }
  /** The owner's uploaded icon for the address of a file in `public/`; undefined: that file. */
  icon?: (request: Request) => Promise<Response | undefined>
  health: Pick<HealthParts, 'worker' | 'isStopping'>
  readGauges?: MetricsParts['readGauges']
  /** No page cache in development. */
  pageCache: PageCache | undefined
  routeIds?: RouteIds
  renders?: FairQueue
  previews?: Previews
  /** Shows error details. */
  development?: boolean
}

/**
 * Rendering is CPU-bound, so more at once isn't faster. Some renders wait for other things, such as a password
 * hash.
 */
const RENDERS = { atOnce: 8, line: 256 }

/** Few, so that most renders are left for other requests, including queued ones. */
const PREVIEWS = { atOnce: 2, line: 2, ms: 10_000 }

export interface Site {
  /** Answers before a `Request` is created. */
  fromMemory: FromMemory
  /** Answers all other requests. */
  fetch: Fetch
  /** Patterns of the routes outside React Router. */
  addresses: string[]
}

/** Everything between the socket and the pages, in the order in which requests pass it. */
export function createSite({
  app,
  pages,
  actorOf,
  files,
  media,
  uploads,
  answers,
  icon,
  health,
  readGauges = async () => [],
  pageCache,
  routeIds = () => [],
  renders = createFairQueue(RENDERS),
  previews = limitPreviews(PREVIEWS),
  development = false,
}: SiteParts): Site {
  const warn = warnOfUnknownProxy(app)
  const inMemory = answerFromMemory({ ...app, files, pageCache, routeIds })
  const seen = (c: Context<{ Bindings: SiteBindings }>) =>
    senderSeen(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), app.config.trustProxy)
  const site = new Hono<{ Bindings: SiteBindings }>()
  site.use(logRequests(app), securityHeaders(app.config), addRetryAfter(), refuseOddRequests())

  site.get('/healthz', (c) =>
    c.text(c.req.query('sender') === undefined ? 'ok' : JSON.stringify(seen(c)), 200, {
      'Cache-Control': 'no-store',
    }),
  )
  site.get('/readyz', readiness({ ...app, ...health }))
  site.get('/metrics', serveMetrics({ ...app, pageCache, readGauges }))
  site.get('/media/*', (c) => media(c.req.raw, c.req.path))
  site.get('/download/:gallery/media/*', (c) => media(c.req.raw, c.req.path))
  site.on('GET', ICONS, (c) =>
    answerCached(pageCache, c.req.path, c.req.raw, async () => {
      const file = files.get(c.req.path)
      const own = await icon?.(c.req.raw)
      return own ?? (file ? { page: file, validUntil: Number.POSITIVE_INFINITY } : plainNotFound())
    }),
  )
  // Files of the build were answered from memory, so such a file doesn't exist.
  site.use(async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    return isRead && c.req.path.startsWith('/assets/') ? plainNotFound() : next()
  })

  site.use(refuseForeignWrites(app.config), redirectOldAddresses())
  // Before the body is read, since photos aren't held in memory.
  if (uploads)
    site.use(async (c, next) => {
      const answer = isUploadPath(c.req.path) ? await uploads(c.req.raw, c.req.path) : undefined
      return answer ?? next()
    })
  if (answers) site.use(receivePhotos(answers))
  site.use(receiveLargeForms(actorOf), hashFiles(), limitBody(app.config))
  site.all('*', servePages({ app, pages, actorOf, pageCache, routeIds, renders, previews, development }))
  site.onError((error, c) => {
    const isAway = isBucketAway(error)
    const what = isAway ? 'the bucket isn’t responding' : 'a request failed'
    app.log.error({ err: error, requestId: c.get('requestId') }, what)
    if (isDiskFull(error)) return plainPage(507, NO_ROOM)
    if (isAway) return plainPage(503, NO_PHOTO_STORAGE, { 'Retry-After': '60' })
    if (isDatabaseAway(error)) return plainPage(503, NO_DATABASE, { 'Retry-After': '30' })
    return plainPage(500, OUR_ERROR)
  })
  return {
    fromMemory: (incoming, outgoing) => {
      warn(incoming)
      return inMemory(incoming, outgoing)
    },
    fetch: sendingBodies((request, env) => site.fetch(request, env)),
    addresses: site.routes.map(({ path }) => path),
  }
}
