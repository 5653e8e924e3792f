import type { MiddlewareHandler } from 'hono'
import { data } from 'react-router'
import type { RequestScope } from './scope.server'

/**
 * Shows the form again after too many attempts, with `Retry-After` for programs (RFC 9110, 10.2.3).
 * @param retryAt in milliseconds since 1970
 */
export function tooMany<Outcome>(
  at: Pick<RequestScope, 'retryAt'>,
  retryAt: number,
  outcome: Outcome,
): ReturnType<typeof data<Outcome>> {
  at.retryAt(retryAt)
  return data(outcome, 429)
}

/** Seconds until a retry, if the end of a limit is unknown. */
const UNKNOWN_WAIT = '60'

/** Adds `Retry-After` to every 429 without one. */
export function addRetryAfter(): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (c.res.status === 429 && !c.res.headers.has('Retry-After'))
      c.res.headers.set('Retry-After', UNKNOWN_WAIT)
  }
}
