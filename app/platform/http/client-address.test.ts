import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientAddress, networkPrefix, networksOf, plainAddress } from './client-address.server'

const ipv4 = fc.ipV4()
const anyAddress = fc.oneof(ipv4, fc.ipV6())
const junk = fc.oneof(fc.string(), anyAddress, fc.constant('unknown'))

describe('the visitor’s address', () => {
  it('is the connection’s without trusted proxies, whatever is forwarded', () => {
    fc.assert(
      fc.property(ipv4, fc.string(), (remote, forwarded) => {
        expect(clientAddress(remote, forwarded, undefined)).toBe(remote)
      }),
    )
  })

  it('is what trusted proxies wrote, ignoring anything further left', () => {
    fc.assert(
      fc.property(
        fc.array(junk, { maxLength: 5 }),
        fc.array(ipv4, { minLength: 1, maxLength: 4 }),
        ipv4,
        (forged, written, proxy) => {
          const forwarded = [...forged.map((text) => text.replaceAll(',', ' ')), ...written].join(', ')
          expect(clientAddress(proxy, forwarded, written.length)).toBe(written[0])
        },
      ),
    )
  })

  it('with trusted ranges, is the first from the right outside of them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 4 }),
        fc.array(junk, { maxLength: 3 }),
        (proxies, forged) => {
          const trusted = proxies.map((n) => `10.0.0.${n}`)
          const left = forged.map((text) => text.replaceAll(',', ' '))
          const forwarded = [...left, '203.0.113.7', ...trusted].join(',')
          expect(clientAddress('10.1.2.3', forwarded, ['10.0.0.0/8'])).toBe('203.0.113.7')
        },
      ),
    )
  })

  it('is the proxy’s when the header is unreadable', () => {
    expect(clientAddress('10.0.0.1', 'not an address', 1)).toBe('10.0.0.1')
    expect(clientAddress('10.0.0.1', '', ['10.0.0.0/8'])).toBe('10.0.0.1')
    expect(clientAddress('198.51.100.4', '203.0.113.7', ['10.0.0.0/8'])).toBe('198.51.100.4')
    expect(clientAddress('10.0.0.1', '203.0.113.7', 0)).toBe('10.0.0.1')
    expect(clientAddress(undefined, undefined, 1)).toBe('unknown')
  })

  it('is canonical', () => {
    expect(plainAddress('::ffff:192.0.2.1')).toBe('192.0.2.1')
    expect(plainAddress('::FFFF:c000:0201')).toBe('192.0.2.1')
    expect(plainAddress('[2001:DB8:0:0::1]:443')).toBe('2001:db8::1')
    expect(plainAddress(' 192.0.2.1:8080 ')).toBe('192.0.2.1')
    expect(plainAddress('fe80::1%eth0')).toBe('fe80::1')
    fc.assert(
      fc.property(anyAddress, (address) => {
        const once = plainAddress(address)
        expect(once).toBeDefined()
        expect(plainAddress(once ?? '')).toBe(once)
      }),
    )
  })
})

describe('what an address counts toward', () => {
  it.each([
    ['203.0.113.7', ['203.0.113.7']],
    ['::ffff:203.0.113.7', ['203.0.113.7']],
    ['0:0:0:0:0:FFFF:cb00:7107', ['203.0.113.7']],
    ['2001:db8:1:2345:3:4:5:6', ['2001:db8:1::/48', '2001:db8:1:2300::/56', '2001:db8:1:2345::/64']],
    ['2001:db8:1:2::', ['2001:db8:1::/48', '2001:db8:1::/56', '2001:db8:1:2::/64']],
    ['::1', ['::/48', '::/56', '::/64']],
    ['[2001:DB8::7]', ['2001:db8::/48', '2001:db8::/56', '2001:db8::/64']],
    ['fe80::1%eth0', ['fe80::/48', 'fe80::/56', 'fe80::/64']],
    ['64:ff9b::203.0.113.7', ['64:ff9b::/48', '64:ff9b::/56', '64:ff9b::/64']],
    ['', ['']],
  ])('%s belongs to %s', (address, networks) => {
    expect(networksOf(address).map(({ name }) => name)).toEqual(networks)
  })

  it('is the same for two IPv6 addresses exactly as far as their first bits are', () => {
    const group = fc.integer({ min: 0, max: 0xffff })
    const address = fc.array(group, { minLength: 8, maxLength: 8 })
    const written = (groups: number[]) => groups.map((each) => each.toString(16)).join(':')
    const bits = (groups: number[]) => groups.map((each) => each.toString(2).padStart(16, '0')).join('')
    fc.assert(
      fc.property(address, fc.integer({ min: 0, max: 127 }), (one, at) => {
        fc.pre(one[0] !== 0)
        const other = one.map((each, index) => (index === at >> 4 ? each ^ (1 << (15 - (at & 15))) : each))
        fc.pre(other[0] !== 0)
        const [a, b] = [networksOf(written(one)), networksOf(written(other))]
        const widths = [48, 56, 64]
        expect(widths.map((_, index) => a[index]?.name === b[index]?.name)).toEqual(
          widths.map((width) => bits(one).slice(0, width) === bits(other).slice(0, width)),
        )
      }),
    )
  })
})

describe('what is kept of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2345:3:4:5:6', '2001:db8:1::/48'],
    ['::1', '::/48'],
    ['unknown', ''],
    ['', ''],
  ])('of %s is %s', (address, prefix) => expect(networkPrefix(address)).toBe(prefix))
})
