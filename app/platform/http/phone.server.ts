/**
 * Whether the request comes from a phone: by Chromium's client hint, else by the User-Agent. Decides what is
 * shown first, never permissions.
 */
export function isPhone({ headers }: Request): boolean {
  const hint = headers.get('sec-ch-ua-mobile')
  return hint === null ? /\bMobi/.test(headers.get('user-agent') ?? '') : hint === '?1'
}
