import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEnrichment } from './open-enrichment.ts'
import { makeCityFile } from './testing-city-file.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cities-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const flat = {
  city: 'Mountain View',
  country_code: 'US',
  latitude: 37.3861,
  longitude: -122.0838,
  state1: 'California',
}
const nested = {
  city: { names: { en: 'Mountain View', de: 'Mountain View (Kalifornien)' } },
  country: { iso_code: 'US' },
  location: { latitude: 37.3861, longitude: -122.0838 },
  subdivisions: [{ iso_code: 'CA', names: { en: 'California' } }],
}

test.each([
  ['flat', flat],
  ['nested', nested],
])(
  'a city file of the %s form gives region, city and coordinates of one decimal',
  async (name, record) => {
    const cityDatabase = path.join(folder, `${name}.mmdb`)
    await makeCityFile(cityDatabase, '8.8.8.0/24', record)
    const enrichment = await openEnrichment({ cityDatabase })
    const describe = (address: string) =>
      enrichment.describe({ address, userAgent: '', clientHints: {} })
    expect(describe('::ffff:8.8.8.8')).toMatchObject({
      continent_code: 'NA',
      country: 'US',
      region: 'California',
      city: 'Mountain View',
      latitude: 37.4,
      longitude: -122.1,
      asn: 15_169,
    })
    // Where the city file has no entry, the country is still known.
    expect(describe('193.99.144.80')).toMatchObject({ country: 'DE', region: null, city: null })
    expect(describe('192.168.1.1')).toMatchObject({ country: null, city: null })
  },
)

test('a city file that is missing or is none stops the start with a reason', async () => {
  await expect(openEnrichment({ cityDatabase: path.join(folder, 'none.mmdb') })).rejects.toThrow(
    /ENOENT/,
  )
  await expect(openEnrichment({ cityDatabase: import.meta.filename })).rejects.toThrow(
    /^The city data .* cannot be read/,
  )
})
