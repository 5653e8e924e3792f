const MOST_REMEMBERED = 500
const LONGEST_REMEMBERED = 300

/** Caches the results of a pure function. Longer texts are computed each time. */
export function remembering<Result>(
  compute: (text: string) => Result,
  { most = MOST_REMEMBERED, longest = LONGEST_REMEMBERED } = {},
): (text: string) => Result {
  const known = new Map<string, Result>()
  return (text) => {
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered
    const result = compute(text)
    if (known.size >= most) known.clear()
    if (text.length <= longest) known.set(text, result)
    return result
  }
}

/** Whether `If-None-Match` contains this ETag (RFC 9110, 13.1.2: weak comparison). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => {
    const bare = tag.trim().replace(/^W\//, '')
    return bare === '*' || bare === etag
  })
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** The client's preferred encoding among the available ones (RFC 9110, 12.5.3). Brotli wins a tie. */
export function chooseEncoding(accepted: string | undefined, have: readonly Encoding[]): Encoding {
  return preferences(accepted ?? '').find((encoding) => have.includes(encoding)) ?? 'identity'
}

/** Compressed encodings that a client accepts, best first. */
const preferences = remembering((accepted: string): Encoding[] => {
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, q === undefined ? 1 : Number(q) || 0)
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  const order: Encoding[] = ['br', 'gzip']
  return order.filter((encoding) => weightOf(encoding) > 0).toSorted((a, b) => weightOf(b) - weightOf(a))
})

/** The `Range` header, unless `If-Range` names another version (RFC 9110, 13.1.5). */
export const requestedRange = <None>(range: string | None, ifRange: string | None, etag: string) =>
  ifRange === null || ifRange === undefined || ifRange === etag ? range : undefined

/**
 * The range of a `Range` header (RFC 9110, section 14.1.2), inclusive.
 * @returns undefined to send everything: no header, an invalid one, or several ranges
 */
export function byteRange(
  header: string | null | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [whole, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (!whole || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}

/** Emails contain inline styles and our images. Scripts, forms and requests to other hosts are blocked. */
export const EMAIL_PAGE_POLICY = [
  `default-src 'none'`,
  `style-src 'unsafe-inline'`,
  `img-src 'self' data:`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'self'`,
].join('; ')

/** The same for an email that someone else may have a part in: it also has no origin. */
export const EMAIL_POLICY = `${EMAIL_PAGE_POLICY}; sandbox`
