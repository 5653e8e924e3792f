import type { RouterContextProvider } from 'react-router'
import { scope } from './scope.server'

/** Where a request comes from, as sessions remember it, and the session that is open there. */
export function askerOf(context: Readonly<RouterContextProvider>, request: Request) {
  const { actor, clientAddress } = context.get(scope)
  return {
    network: clientAddress,
    userAgent: request.headers.get('user-agent') ?? '',
    sessionId: actor.kind === 'person' ? actor.sessionId : undefined,
  }
}
