import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
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

export const senderSeenSchema = z.object({
  /** Number of addresses in X-Forwarded-For, and the first one: the sender’s own, or what the sender claims. */
  forwarded: z.number(),
  first: z.string(),
  /** Whether the site counts that as the sender’s address. */
  isBelieved: z.boolean(),
})

export type SenderSeen = z.infer<typeof senderSeenSchema>

/** How the site sees a sender, for a check of the proxies. It names no proxy. */
export function senderSeen(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trust: number | string[] | undefined,
): SenderSeen {
  const written = forwardedFor?.split(',').map((each) => each.trim()) ?? []
  const [first = ''] = written
  const isBelieved = first !== '' && clientAddress(remote, forwardedFor, trust) === plainAddress(first)
  return { forwarded: written.length, first, isBelieved }
}

/** Canonical form of an address: no port, brackets or zone; IPv4-mapped IPv6 as IPv4. */
export function plainAddress(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
  // ipaddr.js also reads octal and hexadecimal IPv4, which no proxy writes.
  return isIP(bare) === 0 ? undefined : ipaddr.process(bare).toString()
}

function trustedBy(ranges: string[]): (address: string) => boolean {
  const networks = ranges.map((range) => {
    const address = ipaddr.parse(range.split('/')[0] ?? '')
    return range.includes('/')
      ? ipaddr.parseCIDR(range)
      : ([address, address.kind() === 'ipv4' ? 32 : 128] as const)
  })
  return (address) => {
    if (isIP(address) === 0) return false
    const client = ipaddr.parse(address)
    return networks.some(([network, bits]) => network.kind() === client.kind() && client.match(network, bits))
  }
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
  if (isIP(bare) === 0) return [{ name: bare, share: 1 }]
  const client = ipaddr.process(bare).toString()
  if (isIPv4(client)) return [{ name: client, share: 1 }]
  const network = (bits: number) => `${ipaddr.IPv6.networkAddressFromCIDR(`${client}/${bits}`)}/${bits}`
  return [
    { name: network(48), share: 2 },
    { name: network(56), share: 1.5 },
    { name: network(64), share: 1 },
  ]
}

/**
 * The network part of an address, which doesn't identify a person: 24 bits of IPv4, 48 bits of IPv6, such as
 * `203.0.113.0/24`. '' for invalid addresses.
 */
export function networkPrefix(address: string): string {
  const [{ name }] = networksOf(address)
  if (isIPv4(name)) return name.replace(/\d+$/, '0/24')
  return name.endsWith('/48') ? name : ''
}

const WARNING =
  'A request came with X-Forwarded-For, but TRUST_PROXY is not set. Behind a proxy, all visitors count as one and share every limit. Set TRUST_PROXY to the number of proxies, for example TRUST_PROXY=1. If there is no proxy, ignore this.'

/** Warns the operator once, since a proxy shows only in what it forwards. */
export function warnOfUnknownProxy({
  config,
  log,
}: Pick<App, 'config' | 'log'>): (incoming: IncomingMessage) => void {
  let isWarned = config.trustProxy !== undefined
  return ({ headers }) => {
    if (isWarned || headers['x-forwarded-for'] === undefined) return
    isWarned = true
    log.warn(WARNING)
  }
}
