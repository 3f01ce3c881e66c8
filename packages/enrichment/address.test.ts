import { expect, test } from 'vitest'
import { cutAddress, isPublicAddress, parseAddress } from './address.ts'

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['8.8.8.8', '8.8.8.0/24'],
  [' 8.8.8.8 ', '8.8.8.0/24'],
  ['8.8.8.8:51000', '8.8.8.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['::ffff:cb00:714d', '203.0.113.0/24'],
  ['[::ffff:203.0.113.77]:443', '203.0.113.0/24'],
  ['2001:db8:aa:bb:cc:dd:ee:ff', '2001:db8:aa::/48'],
  ['2001:db8::1', '2001:db8::/48'],
  ['2001:0db8:00aa:0::1', '2001:db8:aa::/48'],
  ['[2001:db8:aa::1]:443', '2001:db8:aa::/48'],
  ['fe80::1%eth0', 'fe80::/48'],
  ['::1', '::/48'],
  ['64:ff9b::203.0.113.77', '64:ff9b::/48'],
])('of the address %j only %s is kept', (text, cut) => {
  expect(cutAddress(text)).toBe(cut)
})

test.each([
  '',
  'unknown',
  '256.1.1.1',
  '1.2.3',
  '1.2.3.4.5',
  '01.2.3.4',
  '2001:db8',
  ':::',
  '1::2::3',
  'a'.repeat(9_000),
])('%j is no address', (text) => {
  expect(parseAddress(text)).toBeNull()
  expect(cutAddress(text)).toBeNull()
})

test.each([
  ['10.1.2.3', false],
  ['127.0.0.1', false],
  ['100.64.0.1', false],
  ['100.128.0.1', true],
  ['169.254.1.1', false],
  ['172.16.0.1', false],
  ['172.31.255.1', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['192.0.2.1', false],
  ['198.18.0.1', false],
  ['203.0.113.9', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['8.8.8.8', true],
  ['::ffff:192.168.1.1', false],
  ['::1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['2001:db8::1', false],
  ['2001:4860:4860::8888', true],
])('whether %s has a place on earth: %s', (text, isPublic) => {
  const address = parseAddress(text)
  expect(address && isPublicAddress(address)).toBe(isPublic)
})
