import { pino } from 'pino'
import { afterAll, vi } from 'vitest'
import { VISITOR } from '~/platform/auth/actor'
import { sessionCookie } from '~/platform/auth/signed-cookies.server'
import { fixedClock } from '~/platform/clock'
import type { Config } from '~/platform/config.server'
import { createPageCache, type PageCache } from '~/platform/http/page-cache.server'
import type { PageHandler } from '~/platform/http/pages.server'
import type { App } from '~/platform/http/scope.server'
import { createSite } from '~/platform/http/site.server'

export const ORIGIN = 'https://photos.example.com'
export const SECRET = 's'.repeat(32)

/** The cookie of a signed-in browser. */
export const signedBy = (secret: string) => {
  const [pair = ''] = sessionCookie('token', { siteUrl: ORIGIN, secret }).split(';')
  return pair
}

const opened: PageCache[] = []
afterAll(() => {
  for (const pageCache of opened) pageCache.stop()
})

/** The HTTP layer around a test's own pages. */
export function openSite(pages: PageHandler, config: Partial<Config> = {}) {
  const lines: string[] = []
  const app = {
    config: { siteUrl: ORIGIN, secret: SECRET, trustProxy: 1, ...config } as Config,
    clock: fixedClock(0),
    log: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }),
  } as unknown as App
  const pageCache = createPageCache({ ...app, readVersion: async () => 1, pollMs: 3_600_000 })
  opened.push(pageCache)
  const handler = vi.fn(pages)
  const actorOf = vi.fn(async () => VISITOR)
  const site = createSite({
    app,
    pages: handler,
    actorOf,
    files: new Map(),
    media: async (_, path) => new Response(path, { status: path === '/media/there.jpg' ? 200 : 404 }),
    health: { worker: { isHealthy: () => true } },
    pageCache,
  })
  const get = async (path: string, init: RequestInit = {}) =>
    site.fetch(new Request(`${ORIGIN}${path}`, init), {})
  return { get, pageCache, pages: handler, actorOf, lines }
}

export const html = (body = '<p>hello</p>', init: ResponseInit = {}) =>
  new Response(body, { ...init, headers: { 'Content-Type': 'text/html; charset=utf-8', ...init.headers } })

export const form = {
  method: 'POST',
  body: 'a=1',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
}
