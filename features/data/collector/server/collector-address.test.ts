import { expect, test } from 'vitest'
import { readSettings } from '@playhead/server-kit/settings/settings.ts'
import { collectorAddress } from './collector-address.ts'

const tls = { COLLECTOR_TLS_CERT: '/cert.pem', COLLECTOR_TLS_KEY: '/key.pem' }

test.each([
  [{ PORT: '4000' }, 'localhost:4000', 'http://localhost:4000/cmcd', false],
  [
    { PLAYHEAD_PUBLIC_URL: 'http://play.localhost:4000' },
    'play.localhost:4000',
    'http://play.localhost:4000/cmcd',
    false,
  ],
  [
    { PLAYHEAD_PUBLIC_URL: 'https://play.example.com' },
    'play.example.com',
    'https://play.example.com/cmcd',
    false,
  ],
  [
    { PLAYHEAD_PUBLIC_URL: 'https://play.example.com:8443/' },
    'play.example.com:8443',
    'https://play.example.com:8443/cmcd',
    false,
  ],
  [
    { PLAYHEAD_PUBLIC_URL: 'http://play.example.com' },
    'play.example.com',
    'http://play.example.com/cmcd',
    true,
  ],
  [
    { PLAYHEAD_PUBLIC_URL: 'http://10.0.0.7:4000', COLLECTOR_PORT: '4443', ...tls },
    '10.0.0.7:4443',
    'https://10.0.0.7:4443/cmcd',
    false,
  ],
  [
    { PLAYHEAD_PUBLIC_URL: 'http://10.0.0.7:4000', COLLECTOR_PORT: '4443' },
    '10.0.0.7:4000',
    'http://10.0.0.7:4000/cmcd',
    true,
  ],
])('players are given an address that their SDK can reach: %o', (given, domain, url, isMissing) => {
  expect(collectorAddress(readSettings(given))).toEqual({
    domain,
    cmcd_url: url,
    is_https_missing: isMissing,
  })
})
