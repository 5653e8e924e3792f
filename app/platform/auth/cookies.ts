import { SESSION_COOKIE } from '../http/session-cookie'

const TWO_FACTOR_COOKIE = 'studio_two_factor'

/** Over HTTPS the prefix `__Host-` ties a cookie to this very host, and lets nothing but HTTPS set it. */
export function cookieNames(siteUrl: string): { secure: boolean; session: string; twoFactor: string } {
  const secure = siteUrl.startsWith('https:')
  const prefix = secure ? '__Host-' : ''
  return { secure, session: prefix + SESSION_COOKIE, twoFactor: prefix + TWO_FACTOR_COOKIE }
}

/** The cookies that are ours; Better Auth also clears some that it never sets here. */
export function setCookiesOf(headers: Headers, siteUrl: string): string[] {
  const { session, twoFactor } = cookieNames(siteUrl)
  return headers
    .getSetCookie()
    .filter((cookie) => cookie.startsWith(`${session}=`) || cookie.startsWith(`${twoFactor}=`))
}
