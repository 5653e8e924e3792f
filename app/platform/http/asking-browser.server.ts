import type { RouterContextProvider } from 'react-router'
import { newToken } from '~/platform/ids.server'
import { askerOf } from './asker.server'
import { type CapabilityCookie, readCookie, setCookie } from './capability-cookie'
import { scope } from './scope.server'

/** As long as the links that it's for. */
export const ASKING_COOKIE: CapabilityCookie = { name: 'studio_asked', maxAge: 86_400 }

type Context = Readonly<RouterContextProvider>

/** Who asks for a link, with a secret by which their browser is known again when it opens the link. */
export function askingBrowser(context: Context, request: Request) {
  const { siteUrl } = context.get(scope).config
  const browser = readCookie(request, siteUrl, ASKING_COOKIE) || newToken()
  return {
    from: { ...askerOf(context, request), browser },
    /** For the answer to the form that asks. */
    cookie: setCookie(siteUrl, ASKING_COOKIE, browser),
  }
}

/** The secret of the browser that opens a link; '' when it has asked for none. */
export const openingBrowser = (context: Context, request: Request): string =>
  readCookie(request, context.get(scope).config.siteUrl, ASKING_COOKIE)
