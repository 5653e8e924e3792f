/** A cookie that grants access: exchanged for a link at its first use, or set together with a booking. */
export interface CapabilityCookie {
  /** Name in code. Over HTTPS it gets the prefix `__Host-`. */
  name: string
  /** Seconds. */
  maxAge: number
}

/** The value of a cookie; '' when missing, or sent several times with different values. */
export function readCookie(request: Request, siteUrl: string, { name }: CapabilityCookie): string {
  const wanted = `${nameOf(siteUrl, name)}=`
  const values = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(wanted))
    .map((pair) => pair.slice(wanted.length))
  return new Set(values).size === 1 && /^[\w-]{1,200}$/.test(values[0] ?? '') ? (values[0] ?? '') : ''
}

/** A `Set-Cookie` header; an empty value deletes the cookie. */
export function setCookie(siteUrl: string, { name, maxAge }: CapabilityCookie, value: string): string {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  const age = value === '' ? 0 : maxAge
  return `${nameOf(siteUrl, name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`
}

const nameOf = (siteUrl: string, name: string): string =>
  siteUrl.startsWith('https:') ? `__Host-${name}` : name
