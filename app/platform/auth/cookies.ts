import type { Config } from '~/platform/config.server'

export type AuthConfig = Pick<Config, 'siteUrl' | 'secret'>

const SESSION_COOKIE = 'studio_session'
const TWO_FACTOR_COOKIE = 'studio_two_factor'
const PASSKEY_COOKIE = 'studio_passkey'

/** Over HTTPS the prefix `__Host-` ties a cookie to this very host, and lets nothing but HTTPS set it. */
export function cookieNames(siteUrl: string) {
  const secure = siteUrl.startsWith('https:')
  const prefix = secure ? '__Host-' : ''
  return {
    secure,
    session: prefix + SESSION_COOKIE,
    twoFactor: prefix + TWO_FACTOR_COOKIE,
    /** Names the challenge that a passkey answers. */
    passkey: prefix + PASSKEY_COOKIE,
    /** Of a `Set-Cookie` header. */
    attributes: `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  }
}

/** Takes the session’s cookie out of the browser. */
export const endedSession = (siteUrl: string): string => endedCookie(siteUrl, cookieNames(siteUrl).session)

/** What all our cookies begin with: sessions, and what links to galleries and bookings have opened. */
const OURS = /^(__Host-|__Secure-)?studio_[\w-]+$/

/** Takes every cookie of ours out of the browser that sent this request. */
export function endedCookies(request: Request, siteUrl: string): string[] {
  const names = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.split('=', 1)[0]?.trim() ?? '')
  const ours = new Set([cookieNames(siteUrl).session, ...names.filter((name) => OURS.test(name))])
  return [...ours].map((name) => endedCookie(siteUrl, name))
}

const endedCookie = (siteUrl: string, name: string): string =>
  `${name}=; Max-Age=0; ${cookieNames(siteUrl).attributes}`

/** The cookies that are ours; Better Auth also clears some that it never sets here. */
export function setCookiesOf(headers: Headers, siteUrl: string): string[] {
  const { session, twoFactor, passkey } = cookieNames(siteUrl)
  const ours = [session, twoFactor, passkey]
  return headers.getSetCookie().filter((cookie) => ours.some((name) => cookie.startsWith(`${name}=`)))
}
