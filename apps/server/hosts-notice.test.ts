import { expect, test } from 'vitest'
import { readSettings } from '@playhead/server-kit/settings/settings.ts'
import { hostsNotice } from './hosts-notice.ts'

test('a start that others could reach, but under no name, says which are answered and what adds more', () => {
  expect(hostsNotice(readSettings({ HOST: '0.0.0.0' }))).toBe(
    'It accepts requests for localhost and loopback addresses only. Set PLAYHEAD_PUBLIC_URL to the address people use, and add other names to PLAYHEAD_ALLOWED_HOSTS.',
  )
  const listed = { HOST: '::', PLAYHEAD_ALLOWED_HOSTS: '192.168.1.20:4000,studio.internal' }
  expect(hostsNotice(readSettings(listed))).toMatch(
    /^It accepts requests for 192\.168\.1\.20, studio\.internal, localhost and loopback addresses only/,
  )
})

test.each([
  {},
  { HOST: '::1' },
  { HOST: '127.0.0.2' },
  { HOST: '0.0.0.0', PLAYHEAD_PUBLIC_URL: 'https://video.example.com' },
])('with %o there is nothing to say', (settings) => {
  expect(hostsNotice(readSettings(settings as Record<string, string>))).toBeUndefined()
})
