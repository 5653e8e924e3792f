/**
 * Whether a page is asked for by a telephone, as far as browsers say so: by the client hint that Chromium sends, else
 * by the word that all telephones have in their User-Agent. For choosing what to show first, never what may be seen.
 */
export function isPhone({ headers }: Request): boolean {
  const hint = headers.get('sec-ch-ua-mobile')
  return hint === null ? /\bMobi/.test(headers.get('user-agent') ?? '') : hint === '?1'
}
