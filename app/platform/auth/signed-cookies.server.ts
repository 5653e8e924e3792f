import { createHmac, timingSafeEqual } from 'node:crypto'
import { currentSecret, type Secret, secretsOf } from '~/platform/secret'
import { type AuthConfig, cookieNames, LONGEST_SESSION_MS } from './cookies'

/** In characters. A session's cookie has about 80. */
const LONGEST_COOKIES = 8_192

/**
 * What the signature of a session cookie says, without reading the database. `forged`: not signed by us, so the
 * sender is a visitor. `renewed`: the cookie signed with the current secret, if a previous secret had signed
 * it.
 */
export type SessionCookie = { kind: 'none' | 'forged' } | { kind: 'signed'; token: string; renewed?: string }

export function readSessionCookie(cookies: string | undefined, config: AuthConfig): SessionCookie {
  const { session } = cookieNames(config.siteUrl)
  const value = cookies === undefined ? undefined : cookieValue(cookies, session)
  if (value === undefined) return { kind: 'none' }
  const signed = (cookies?.length ?? 0) > LONGEST_COOKIES ? undefined : openSigned(value, config.secret)
  if (!signed) return { kind: 'forged' }
  const renewed = signed.isCurrent ? {} : { renewed: sessionCookie(signed.token, config) }
  return { kind: 'signed', token: signed.token, ...renewed }
}

/** The `Set-Cookie` header of a session, as Better Auth writes it. */
export function sessionCookie(token: string, { siteUrl, secret }: AuthConfig): string {
  const { session, attributes } = cookieNames(siteUrl)
  return `${session}=${sign(token, currentSecret(secret))}; Max-Age=${LONGEST_SESSION_MS / 1_000}; ${attributes}`
}

/** Better Auth knows only the current secret, so cookies signed by a previous one are signed again for it. */
export function signedAnew(cookies: string, { siteUrl, secret }: AuthConfig): string {
  const { session, twoFactor } = cookieNames(siteUrl)
  const pairs = cookies.split(';').map((pair) => {
    const [name = '', value] = pairOf(pair)
    const signed = name === session || name === twoFactor ? openSigned(value, secret) : undefined
    return signed && !signed.isCurrent ? `${name}=${sign(signed.token, currentSecret(secret))}` : pair.trim()
  })
  return pairs.join('; ')
}

/** Better Auth's format: the value and its HMAC-SHA-256 in base64, percent-encoded. */
const sign = (token: string, secret: string): string =>
  encodeURIComponent(`${token}.${macOf(token, secret).toString('base64')}`)

function openSigned(value: string, secret: Secret): { token: string; isCurrent: boolean } | undefined {
  const [, token = '', signature = ''] = /^(.+)\.([A-Za-z0-9+/]{43}=)$/.exec(decoded(value)) ?? []
  if (token === '') return undefined
  const mac = Buffer.from(signature, 'base64')
  const at = secretsOf(secret).findIndex((each) => timingSafeEqual(mac, macOf(token, each)))
  return at === -1 ? undefined : { token, isCurrent: at === 0 }
}

const macOf = (token: string, secret: string): Buffer => createHmac('sha256', secret).update(token).digest()

/** If the name occurs several times, the first one counts, as in Better Auth. */
function cookieValue(cookies: string, name: string): string | undefined {
  const found = cookies
    .split(';')
    .map(pairOf)
    .find((pair) => pair[0] === name)
  return found?.[1]
}

function pairOf(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=')
  return at === -1
    ? ['', '']
    : [
        pair.slice(0, at).trim(),
        pair
          .slice(at + 1)
          .trim()
          .replace(/^"|"$/g, ''),
      ]
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
