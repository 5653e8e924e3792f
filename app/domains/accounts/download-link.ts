/** What of a press on a link says where it leads. */
interface Press {
  button: number
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  defaultPrevented: boolean
}

/**
 * The path under /download that a click requests in this window; undefined: another link, or a new window or
 * tab.
 * @param origin of this site
 */
export function downloadPathOf(
  press: Press,
  link: { href: string; target: string },
  origin: string,
): string | undefined {
  const isPlain = press.button === 0 && !press.altKey && !press.ctrlKey && !press.metaKey && !press.shiftKey
  if (!isPlain || press.defaultPrevented || !['', '_self'].includes(link.target)) return undefined
  if (!URL.canParse(link.href)) return undefined
  const url = new URL(link.href)
  if (url.origin !== origin || !/^\/download(\/|$)/.test(url.pathname)) return undefined
  return url.pathname + url.search
}
