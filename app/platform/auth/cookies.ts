import type { Config } from '~/platform/config.server'

export type AuthConfig = Pick<Config, 'siteUrl' | 'secret'>

const SESSION_COOKIE = 'studio_session'
const TWO_FACTOR_COOKIE = 'studio_two_factor'
const PASSKEY_COOKIE = 'studio_passkey'

/** Over HTTPS, the prefix `__Host-` binds a cookie to this host and to HTTPS. */
export function cookieNames(siteUrl: string) {
  const secure = siteUrl.startsWith('https:')
  const prefix = secure ? '__Host-' : ''
  return {
    secure,
    session: prefix + SESSION_COOKIE,
    twoFactor: prefix + TWO_FACTOR_COOKIE,
    /** The cookie with the passkey challenge. */
    passkey: prefix + PASSKEY_COOKIE,
    /** For a `Set-Cookie` header. */
    attributes: `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  }
}

/** Deletes the session cookie. */
export const endedSession = (siteUrl: string): string => endedCookie(siteUrl, cookieNames(siteUrl).session)

/** Prefixes of all our cookies: sessions, and access to galleries and bookings. */
const OURS = /^(__Host-|__Secure-)?studio_[\w-]+$/

/** Deletes all our cookies that the request contains. */
export function endedCookies(request: Request, siteUrl: string): string[] {
  const names = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.split('=', 1)[0]?.trim() ?? '')
  const ours = new Set([cookieNames(siteUrl).session, ...names.filter((name) => OURS.test(name))])
  return [...ours].map((name) => endedCookie(siteUrl, name))
}

const endedCookie = (siteUrl: string, name: string): string =>
  `${name}=; Max-Age=0; ${cookieNames(siteUrl).attributes}`

/** Only our cookies: Better Auth also clears some that are never set here. */
export function setCookiesOf(headers: Headers, siteUrl: string): string[] {
  const { session, twoFactor, passkey } = cookieNames(siteUrl)
  const ours = [session, twoFactor, passkey]
  return headers.getSetCookie().filter((cookie) => ours.some((name) => cookie.startsWith(`${name}=`)))
}

const DAY_MS = 86_400_000

/** Without use. */
const IDLE_MS = 30 * DAY_MS

/** Regardless of use. */
export const LONGEST_SESSION_MS = 90 * DAY_MS

/** When a session used now ends if it isn't used again, in milliseconds since 1970. */
export const sessionEnd = (createdAt: number, now: number): number =>
  Math.min(now + IDLE_MS, createdAt + LONGEST_SESSION_MS)
