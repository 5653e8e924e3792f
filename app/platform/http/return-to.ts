/**
 * Where to go after signing in: a path of ours, or nothing. What browsers read as another site is refused however it
 * is written: `//e`, `/\e`, tabs and line feeds that they drop, other schemes, and the same hidden by percent signs,
 * once or several times.
 * @param siteUrl our origin
 */
export function safeReturnTo(value: string | null | undefined, siteUrl: string): string | undefined {
  if (!value || value.length > MOST) return undefined
  // Decoded until nothing changes: whatever reads the address next may decode it once more.
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

/** The same of what an address or a form says. Said twice, it is not clear which is meant. */
export const onlyReturnTo = (values: string[], siteUrl: string): string | undefined =>
  values.length === 1 ? safeReturnTo(values[0], siteUrl) : undefined

const MOST = 2_000
const MOST_ROUNDS = 5

function isOurPath(text: string, siteUrl: string): boolean {
  // Browsers drop tabs and line breaks from addresses and read a backslash as a slash.
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
