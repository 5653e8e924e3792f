import { isRouteErrorResponse } from 'react-router'

/**
 * Whether what a loader or an action threw in the browser is an answer: a redirect, or a refusal. All else means that
 * the connection was lost, or that the site is not well for the moment.
 */
export const isAnswer = (thrown: unknown): boolean =>
  thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500)
