import type { RouterContextProvider } from 'react-router'
import { newToken } from '~/platform/ids.server'
import { type CapabilityCookie, readCookie, setCookie } from './capability-cookie'
import { scope } from './scope.server'

/** By which a browser is known again when it signs in. Browsers keep a cookie for 400 days at most. */
export const DEVICE_COOKIE: CapabilityCookie = { name: 'studio_device', maxAge: 34_560_000 }

/** Where a request comes from, as sessions and the activity log remember it, and the session that is open there. */
export function clientOf(context: Readonly<RouterContextProvider>, request: Request) {
  const { actor, clientAddress, userAgent, config } = context.get(scope)
  return {
    network: clientAddress,
    userAgent,
    device: readCookie(request, config.siteUrl, DEVICE_COOKIE),
    sessionId: actor.kind === 'person' ? actor.sessionId : undefined,
  }
}

/** As long as the links that it's for. */
export const BROWSER_COOKIE: CapabilityCookie = { name: 'studio_asked', maxAge: 86_400 }

type Context = Readonly<RouterContextProvider>

/** Who asks for a link, with a secret by which their browser is known again when it opens the link. */
export function requesterOf(context: Context, request: Request) {
  const { siteUrl } = context.get(scope).config
  const browser = readCookie(request, siteUrl, BROWSER_COOKIE) || newToken()
  return {
    from: { ...clientOf(context, request), browser },
    /** For the answer to the form that asks. */
    cookie: setCookie(siteUrl, BROWSER_COOKIE, browser),
  }
}

/** The secret of the browser that opens a link; '' when it has asked for none. */
export const browserSecretOf = (context: Context, request: Request): string =>
  readCookie(request, context.get(scope).config.siteUrl, BROWSER_COOKIE)
