/**
 * Where to go after signing in, if it is a path of ours. Refuses everything that browsers read as another site,
 * in any notation: `//e`, `/\e`, tabs and line feeds (which they drop), other schemes, and all of these
 * percent-encoded once or several times.
 * @param siteUrl our origin
 */
export function safeReturnTo(value: string | null | undefined, siteUrl: string): string | undefined {
  if (!value || value.length > MOST) return undefined
  // Decoded until nothing changes, since the next reader of the address may decode it once more.
  for (let text = value, rounds = 0; ; rounds += 1) {
    if (rounds === MOST_ROUNDS || !isOurPath(text, siteUrl)) return undefined
    const decoded = decodeOnce(text)
    if (decoded === undefined) return undefined
    if (decoded === text) break
    text = decoded
  }
  const url = new URL(value, siteUrl)
  return url.pathname + url.search + url.hash
}

/** The same for a repeatable parameter. Refused if it occurs several times. */
export const onlyReturnTo = (values: string[], siteUrl: string): string | undefined =>
  values.length === 1 ? safeReturnTo(values[0], siteUrl) : undefined

const MOST = 2_000
const MOST_ROUNDS = 5

function isOurPath(text: string, siteUrl: string): boolean {
  // Browsers drop tabs and line breaks from addresses, and read a backslash as a slash.
  if (!/^\/(?!\/)/.test(text) || /[\\\p{Cc}]/u.test(text)) return false
  if (!URL.canParse(text, siteUrl)) return false
  const url = new URL(text, siteUrl)
  return url.origin === new URL(siteUrl).origin && !url.pathname.startsWith('//')
}

function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
