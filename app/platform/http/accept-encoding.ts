export type Encoding = 'br' | 'gzip' | 'identity'

/** The client's preferred encoding among the available ones (RFC 9110, 12.5.3), or ours when equal. */
export function chooseEncoding(accepted: string | undefined, have: readonly Encoding[]): Encoding {
  const weights = new Map<string, number>()
  for (const part of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, q === undefined ? 1 : Number(q) || 0)
  }
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? 0 : (weights.get('*') ?? 0))
  const order: Encoding[] = ['br', 'gzip']
  const best = order
    .filter((encoding) => have.includes(encoding) && weightOf(encoding) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a))[0]
  return best ?? 'identity'
}
