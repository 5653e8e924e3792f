import type { MiddlewareHandler } from 'hono'
import { data } from 'react-router'
import type { RequestScope } from './scope.server'

/**
 * The form again, after too many attempts, with `Retry-After` for programs (RFC 9110, 10.2.3).
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

/** Seconds, where nothing says when a limit ends. */
const UNKNOWN_WAIT = '60'

/** No 429 leaves without `Retry-After`, whatever made it. */
export function sayWhenToRetry(): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (c.res.status === 429 && !c.res.headers.has('Retry-After'))
      c.res.headers.set('Retry-After', UNKNOWN_WAIT)
  }
}
