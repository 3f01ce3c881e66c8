import { expect, test } from 'vitest'
import { hintedKey } from './hinted-key.ts'
import { writeBeacon } from './write-beacon.ts'

const beacon = (fields: Record<string, string>) =>
  writeBeacon({ transmittedAt: 1, roundTripMs: 20, events: [fields] })

test.each([
  [beacon({ view_id: 'x', env_key: 'key1' }), 'key1'],
  ['{"events":[{"env_key":"key2","event":"hb"}]}', 'key2'],
  [beacon({ env_key: 'key3' }).slice(0, -3), 'key3'],
  [beacon({ view_id: 'x' }), undefined],
  [beacon({ env_key: '' }), undefined],
  [beacon({ env_key: 'x'.repeat(101) }), undefined],
  ['{"events":[{"ake":"cut o', undefined],
  ['', undefined],
])('the key of %j is seen before it is parsed', (body, key) => {
  expect(hintedKey(Buffer.from(body))).toBe(key)
})
