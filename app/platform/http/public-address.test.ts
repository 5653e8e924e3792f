import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address'

test.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '168.63.129.16',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
  '2002:7f00:1::',
  '2001::1',
  '2001:db8::1',
  'localhost',
  '',
])('%j isn’t a public address', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
  '%j is',
  (address) => expect(isPublicAddress(address)).toBe(true),
)
