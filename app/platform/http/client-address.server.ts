import { BlockList, isIP } from 'node:net'

/**
 * The visitor's network address. Each proxy appends to X-Forwarded-For the address that it was called from, so
 * the list is believed from its right end, and only as far as trusted proxies wrote it.
 * @param remote who opened the connection to us
 * @param trust number of proxies in front of us, or their CIDRs; undefined: forwarded headers are ignored
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trust: number | string[] | undefined,
): string {
  const nearest = plainAddress(remote ?? '') ?? 'unknown'
  if (trust === undefined || forwardedFor === undefined) return nearest
  const isTrusted = typeof trust === 'number' ? undefined : trustedBy(trust)
  const written = forwardedFor.split(',').reverse()
  let client = nearest
  for (const [index, entry] of written.entries()) {
    const believed = isTrusted ? isTrusted(client) : index < (trust as number)
    const address = plainAddress(entry)
    if (!believed || address === undefined) break
    client = address
  }
  return client
}

/** One spelling for each address: no port, no brackets, no zone, IPv4 not wrapped in IPv6. */
export function plainAddress(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
  const version = isIP(bare)
  if (version === 0) return undefined
  if (version === 4) return bare
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical)
  if (!mapped) return canonical
  const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function trustedBy(ranges: string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [ip = '', bits] = range.split('/')
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(ip, family)
    else list.addSubnet(ip, Number(bits), family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
