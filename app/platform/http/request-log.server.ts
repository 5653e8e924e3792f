import type { MiddlewareHandler } from 'hono'
import { newId } from '~/platform/ids.server'
import type { Logger } from '~/platform/logging.server'
import { requestSeconds, requestsAnswered } from '~/platform/metrics.server'
import type { App } from './scope.server'
import { redactTokens } from './special-paths'

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string
  }
}

/** One line per request with its path only, since queries, headers and bodies may contain private data. */
export function logRequests({ log }: Pick<App, 'log'>): MiddlewareHandler {
  return async (c, next) => {
    const requestId = newId()
    const start = performance.now()
    c.set('requestId', requestId)
    await next()
    c.res.headers.set('X-Request-Id', requestId)
    const ms = performance.now() - start
    const area = areaOf(c.req.path)
    requestsAnswered.add({ area, status: String(c.res.status) })
    requestSeconds.observe({ area }, ms / 1_000)
    log.info(
      {
        requestId,
        method: c.req.method,
        path: redactTokens(c.req.path).slice(0, 300),
        status: c.res.status,
        ms: Math.round(ms * 10) / 10,
      },
      'request',
    )
  }
}

/** The parts of the site that metrics tell apart. Everything else is the public site. */
const AREAS = ['studio', 'download', 'media', 'healthz', 'readyz', 'metrics']

const areaOf = (path: string): string =>
  AREAS.find((area) => path === `/${area}` || path.startsWith(`/${area}/`) || path === `/${area}.data`) ??
  'site'

const COUNT_MS = 10_000

/** For answers from memory: one line per path and status every ten seconds, with the number of requests. */
export function countRequests(log: Logger): (status: number, path: string) => void {
  if (!log.isLevelEnabled('info')) return () => {}
  const counts = new Map<string, Record<number, number>>()
  return (status, path) => {
    if (counts.size === 0) setTimeout(flush, COUNT_MS).unref()
    let counted = counts.get(path)
    if (!counted) {
      counted = {}
      counts.set(path, counted)
    }
    counted[status] = (counted[status] ?? 0) + 1
  }

  function flush(): void {
    for (const [path, counted] of counts)
      for (const [status, times] of Object.entries(counted))
        log.info({ path, status: Number(status), times }, 'requests')
    counts.clear()
  }
}
