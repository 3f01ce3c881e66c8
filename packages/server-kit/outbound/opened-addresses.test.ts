import { expect, test } from 'vitest'
import { outboundFetch, outboundGuard } from './outbound.ts'
import { isMetadata, opensWhat } from './opened-addresses.ts'
import { readSettings } from '../settings/settings.ts'

const metadata = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::ffff:100.100.100.200',
  '::169.254.169.254',
  '64:ff9b::169.254.169.254',
  '2002:a9fe:a9fe::1',
  'fe80::a9fe:a9fe%eth0',
  'metadata.google.internal',
  'METADATA.google.internal.',
]

test.each(metadata)('%s is never reached, whatever is opened', (place) => {
  expect(isMetadata(place)).toBe(true)
  for (const opened of [true, [place], ['0.0.0.0/0', '::/0', 'innocent.example']] as const)
    expect(opensWhat(opened).mayReach('innocent.example', place)).toBe(false)
})

const call = (openedAddresses: true | readonly string[], url: string) =>
  outboundFetch({ openedAddresses }, { timeoutMs: 200 })(url)

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/latest/meta-data/',
  'http://0xa9.0xfe.0xa9.0xfe/',
  'http://[::ffff:169.254.169.254]/',
  'http://[fd00:ec2::254]/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://metadata.google.internal./computeMetadata/v1/',
])('%s is not called with everything opened', async (url) => {
  await expect(call(true, url)).rejects.toThrow(/calls to it are not allowed\.$/)
  await expect(call(['0.0.0.0/0', '::/0'], url)).rejects.toThrow(/calls to it are not allowed\.$/)
})

test('a list opens its names, addresses and networks, and nothing beside them', () => {
  const { mayReach } = opensWhat(['sso.intranet', '10.1.2.3', '10.8.0.0/16', 'fd12::/16'])
  for (const [host, address] of [
    ['sso.intranet', '192.168.7.7'],
    ['SSO.intranet.', '127.0.0.1'],
    ['other.example', '10.1.2.3'],
    ['10.8.255.1', '10.8.255.1'],
    ['other.example', '::ffff:10.8.0.1'],
    ['other.example', 'fd12:3::1'],
    ['other.example', '8.8.8.8'],
  ] as const)
    expect([host, address, mayReach(host, address)]).toEqual([host, address, true])
  for (const [host, address] of [
    ['other.intranet', '192.168.7.7'],
    ['a.sso.intranet', '192.168.7.7'],
    ['other.example', '10.1.2.4'],
    ['other.example', '10.9.0.1'],
    ['other.example', '127.0.0.1'],
    ['other.example', 'fd13::1'],
  ] as const)
    expect([host, address, mayReach(host, address)]).toEqual([host, address, false])
})

const lookUp = (openedAddresses: readonly string[]) =>
  new Promise<string>((resolve) => {
    outboundGuard({ openedAddresses }).lookup('localhost', { all: true }, (error) =>
      resolve(error?.message ?? 'reached'),
    )
  })

test('a host name is checked on connecting, by its name and its addresses', async () => {
  expect(await lookUp(['localhost'])).toBe('reached')
  expect(await lookUp(['127.0.0.0/8', '::1'])).toBe('reached')
  expect(await lookUp(['10.0.0.0/8', 'other.example'])).toContain('not allowed')
})

const read = (value: string) =>
  readSettings({ PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: value }).openedAddresses

test('the setting takes a list', () => {
  expect([read(''), read('0'), read('1')]).toEqual([false, false, true])
  const list = ['sso.intranet', '10.8.0.0/16', 'fd12::/16', '::1']
  expect(read(list.join(', '))).toEqual(list)
})

test.each([
  '2',
  '10.0.0',
  '10.0.0.0/33',
  'fd12::/129',
  '10.0.0.0/',
  'a b',
  'http://a',
  'a,,b',
  'a/8',
])('an entry that names nothing is refused: %j', (value) => {
  expect(() => read(value)).toThrow(
    /^The setting PLAYHEAD_ALLOW_PRIVATE_ADDRESSES names ".*", which is no host name/,
  )
})

test('so is one that is never called', () => {
  expect(() => read('10.0.0.1,169.254.169.254')).toThrow('169.254.169.254, which is never called')
  expect(() => read('metadata.google.internal')).toThrow('which is never called')
})
