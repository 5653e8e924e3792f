import type { MiddlewareHandler } from 'hono'
import type { App } from './scope.server'

const WARNING =
  'A request came with X-Forwarded-For, but TRUST_PROXY is not set. Behind a proxy, all visitors count as one and share every limit. Set TRUST_PROXY to the number of proxies, for example TRUST_PROXY=1. If there is no proxy, ignore this.'

/** Warns the operator once, since a proxy shows only in what it forwards. */
export function warnOfUnknownProxy({ config, log }: Pick<App, 'config' | 'log'>): MiddlewareHandler {
  let isWarned = config.trustProxy !== undefined
  return async (c, next) => {
    if (!isWarned && c.req.header('x-forwarded-for') !== undefined) {
      isWarned = true
      log.warn(WARNING)
    }
    await next()
  }
}
