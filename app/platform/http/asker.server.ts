import type { RouterContextProvider } from 'react-router'
import { type CapabilityCookie, readCookie } from './capability-cookie'
import { scope } from './scope.server'

/** By which a browser is known again when it signs in. Browsers keep a cookie for 400 days at most. */
export const DEVICE_COOKIE: CapabilityCookie = { name: 'studio_device', maxAge: 34_560_000 }

/** Where a request comes from, as sessions and the activity log remember it, and the session that is open there. */
export function askerOf(context: Readonly<RouterContextProvider>, request: Request) {
  const { actor, clientAddress, userAgent, config } = context.get(scope)
  return {
    network: clientAddress,
    userAgent,
    device: readCookie(request, config.siteUrl, DEVICE_COOKIE),
    sessionId: actor.kind === 'person' ? actor.sessionId : undefined,
  }
}
