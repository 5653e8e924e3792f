import type { RouterContextProvider } from 'react-router'
import { newToken } from '~/platform/ids.server'
import { type CapabilityCookie, readCookie, setCookie } from './capability-cookie'
import { scope } from './scope.server'

/** Recognizes a browser at the next sign-in. Browsers keep cookies for up to 400 days. */
export const DEVICE_COOKIE: CapabilityCookie = { name: 'studio_device', maxAge: 34_560_000 }

/** Origin of a request for sessions and the activity log, and its current session. */
export function clientOf(context: Readonly<RouterContextProvider>, request: Request) {
  const { actor, clientAddress, userAgent, config } = context.get(scope)
  return {
    network: clientAddress,
    userAgent,
    device: readCookie(request, config.siteUrl, DEVICE_COOKIE),
    sessionId: actor.kind === 'person' ? actor.sessionId : undefined,
  }
}

/** Valid as long as the links that it belongs to: a day. */
export const BROWSER_COOKIE: CapabilityCookie = { name: 'studio_requester', maxAge: 86_400 }

type Context = Readonly<RouterContextProvider>

/** The browser that requests a link, with a secret that identifies it when it opens the link. */
export function requesterOf(context: Context, request: Request) {
  const { siteUrl } = context.get(scope).config
  const browser = readCookie(request, siteUrl, BROWSER_COOKIE) || newToken()
  return {
    from: { ...clientOf(context, request), browser },
    /** For the response to the request form. */
    cookie: setCookie(siteUrl, BROWSER_COOKIE, browser),
  }
}

/** The secret of the browser that opens a link; '' when it requested none. */
export const browserSecretOf = (context: Context, request: Request): string =>
  readCookie(request, context.get(scope).config.siteUrl, BROWSER_COOKIE)

/**
 * Whether the request comes from a phone: by Chromium's client hint, else by the User-Agent. Decides what is
 * shown first, never permissions.
 */
export function isPhone({ headers }: Request): boolean {
  const hint = headers.get('sec-ch-ua-mobile')
  return hint === null ? /\bMobi/.test(headers.get('user-agent') ?? '') : hint === '?1'
}
