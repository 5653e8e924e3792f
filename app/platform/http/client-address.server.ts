import { BlockList, isIP, isIPv4 } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { App } from './scope.server'

/**
 * The visitor's IP address. Each proxy appends the address of its client to X-Forwarded-For, so the list is
 * trusted from the right, and only as far as trusted proxies wrote it.
 * @param remote the connection's address
 * @param trust number of proxies, or their CIDRs; undefined: forwarded headers are ignored
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

/** Canonical form of an address: no port, brackets or zone; IPv4-mapped IPv6 as IPv4. */
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

export interface Network {
  /** An IPv4 address, or the first bits of an IPv6 address, such as `2001:db8:1:2::/64`. */
  name: string
  /** Multiplier of the limit for one connection. */
  share: number
}

/**
 * The networks that an address counts toward, widest first. An IPv4 address is one network. With IPv6, a
 * connection has a /64, a customer a /56 or /48 (RIPE-690, 4.2), and a /48 may be a mobile carrier's pool, so
 * all three are counted, with higher limits for the wider ones. IPv4-mapped addresses count as IPv4. Anything
 * else counts as it is.
 */
export function networksOf(address: string): [Network, ...Network[]] {
  const bare = address.replace(/^\[|\]$|%.*$/g, '')
  if (isIP(bare) !== 6) return [{ name: bare, share: 1 }]
  const groups = ipv6Groups(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped)
    return [
      { name: [groups[6], groups[7]].map((group = 0) => `${group >> 8}.${group & 255}`).join('.'), share: 1 },
    ]
  return [
    { name: prefixOf(groups, 48), share: 2 },
    { name: prefixOf(groups, 56), share: 1.5 },
    { name: prefixOf(groups, 64), share: 1 },
  ]
}

/**
 * The network part of an address, which doesn't identify a person: 24 bits of IPv4, 48 bits of IPv6, such as
 * `203.0.113.0/24`. '' for invalid addresses.
 */
export function networkPrefix(address: string): string {
  const [{ name }] = networksOf(address)
  if (isIPv4(name)) return name.replace(/\d+$/, '0/24')
  return name.endsWith('::/48') ? name.replace(/:0::/, '::') : ''
}

/** @param bits at most 64 */
function prefixOf(groups: number[], bits: number): string {
  const kept = groups.slice(0, 4).map((group, index) => {
    const left = Math.min(16, Math.max(0, bits - index * 16))
    return group & (0xffff << (16 - left)) & 0xffff
  })
  return `${kept.map((group) => group.toString(16)).join(':')}::/${bits}`
}

/** The eight 16-bit groups of a valid IPv6 address. */
function ipv6Groups(address: string): number[] {
  const last = address.slice(address.lastIndexOf(':') + 1)
  const hex = isIPv4(last) ? address.slice(0, -last.length) + hexOf(last) : address
  const [head = '', tail] = hex.split('::')
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  if (tail === undefined) return groups(head)
  const [before, after] = [groups(head), groups(tail)]
  return [...before, ...Array(8 - before.length - after.length).fill(0), ...after]
}

function hexOf(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number)
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
}

const WARNING =
  'A request came with X-Forwarded-For, but TRUST_PROXY is not set. Behind a proxy, all visitors count as one and share every limit. Set TRUST_PROXY to the number of proxies, for example TRUST_PROXY=1. If there is no proxy, ignore this.'

/** Warns the operator once, since a proxy shows only in what it forwards. */
export function warnOfUnknownProxy({ config, log }: Pick<App, 'config' | 'log'>): MiddlewareHandler {
  let isWarned = config.trustProxy !== undefined
  return async (c, next) => {
    if (!isWarned && c.req.header('x-forwarded-for') !== undefined) {
      isWarned = true
      log.warn(WARNING)
    }
    await next()
  }
}
