import { beforeAll, expect, test } from 'vitest'
import { countCpuMs } from '@playhead/testing/cpu-time.ts'
import { openEnrichment, type Enrichment } from './open-enrichment.ts'

let enrichment: Enrichment
/** How often other tasks could run while the data was read. */
let turns = 0

beforeAll(async () => {
  let isReading = true
  const count = () => {
    if (!isReading) return
    turns += 1
    setImmediate(count)
  }
  setImmediate(count)
  enrichment = await openEnrichment()
  isReading = false
})

const placeOf = (address: string) =>
  enrichment.describe({ address, userAgent: '', clientHints: {} })

test.each([
  ['8.8.8.8', 'US', 'NA', 15_169, 'Google LLC', '8.8.8.0/24'],
  ['::ffff:8.8.8.8', 'US', 'NA', 15_169, 'Google LLC', '8.8.8.0/24'],
  ['2001:4860:4860::8888', 'US', 'NA', 15_169, 'Google LLC', '2001:4860:4860::/48'],
  ['193.99.144.80', 'DE', 'EU', 206_564, 'Plus.line AG', '193.99.144.0/24'],
])('%s is placed in %s, %s, in network %d', (address, country, continent, asn, name, prefix) => {
  expect(placeOf(address)).toMatchObject({
    country,
    continent_code: continent,
    asn,
    asn_name: name,
    ip_prefix: prefix,
  })
})

test.each(['10.1.2.3', '127.0.0.1', '192.168.0.9', '::1', 'fd00::7', 'unknown', ''])(
  '%j has neither place nor network',
  (address) => {
    expect(placeOf(address)).toMatchObject({
      country: null,
      continent_code: null,
      region: null,
      city: null,
      latitude: null,
      longitude: null,
      asn: null,
      asn_name: null,
    })
  },
)

test('without city data an address has no city, and no coordinates to single anybody out', () => {
  expect(placeOf('8.8.8.8')).toMatchObject({ region: null, city: null, latitude: null })
})

test('reading 30 MB of data gives way to others every 256 KB', () => {
  expect(turns).toBeGreaterThan(100)
})

test('thousands of requests a second are described', async () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
  const cpuMs = await countCpuMs(() => {
    for (let index = 0; index < 20_000; index += 1)
      enrichment.describe({ address: `8.8.${index % 200}.9`, userAgent, clientHints: {} })
  })
  expect(cpuMs).toBeLessThan(3_000)
})
