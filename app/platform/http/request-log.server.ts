import type { MiddlewareHandler } from 'hono'
import { newId } from '~/platform/ids.server'
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
    log.info(
      {
        requestId,
        method: c.req.method,
        path: redactTokens(c.req.path).slice(0, 300),
        status: c.res.status,
        ms: Math.round((performance.now() - start) * 10) / 10,
      },
      'request',
    )
  }
}
