import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

test.each([
  ['203.0.113.77', '203.0.113.77'],
  [' 203.0.113.77 ', '203.0.113.77'],
  ['203.0.113.77:51000', '203.0.113.77'],
  ['::ffff:203.0.113.77', '203.0.113.77'],
  ['::FFFF:cb00:714d', '203.0.113.77'],
  ['0:0:0:0:0:ffff:203.0.113.77', '203.0.113.77'],
  ['[::ffff:203.0.113.77]:443', '203.0.113.77'],
  ['2001:db8:aa:bb:cc:dd:ee:ff', '2001:db8:aa:bb::/64'],
  ['2001:DB8:00aa:00bb::1', '2001:db8:aa:bb::/64'],
  ['[2001:db8:aa:bb::9]:443', '2001:db8:aa:bb::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['2001:0:0:1::1', '2001:0:0:1::/64'],
  ['1:0:0:2:0:0:0:3', '1:0:0:2::/64'],
  ['64:ff9b::203.0.113.77', '64:ff9b::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
])('%j is of the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test.each(['unknown', 'in-process', '', '2001:db8', '1::2::3', 'g::1'])(
  '%j is no address and counts as itself',
  (text) => {
    expect(networkOf(text)).toBe(text)
  },
)
