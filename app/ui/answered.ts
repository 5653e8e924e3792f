import { isRouteErrorResponse } from 'react-router'

/**
 * Whether a loader or an action in the browser threw a response: a redirect, or a refusal. Anything else
 * means that the connection was lost or the site failed.
 */
export const isAnswer = (thrown: unknown): boolean =>
  thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500)
