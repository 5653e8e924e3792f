import { BlockList, isIP } from 'node:net'

/** Non-public IPv4 ranges (RFC 6890), including cloud metadata addresses. */
const NOT_PUBLIC_4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Within global unicast: tunnels that lead to any IPv4 address, and documentation. */
const NOT_PUBLIC_6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const notPublic = new BlockList()
for (const [net, prefix] of NOT_PUBLIC_4) notPublic.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of NOT_PUBLIC_6) notPublic.addSubnet(net, prefix, 'ipv6')

/** All other IPv6 is local, reserved, multicast, or contains an IPv4 address. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is on the public Internet, not of this machine, its network or its cloud. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4')
    case 6:
      return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
    default:
      return false
  }
}
