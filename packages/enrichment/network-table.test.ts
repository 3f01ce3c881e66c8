import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, expect, test } from 'vitest'
import { parseAddress } from './address.ts'
import { NetworkTable } from './network-table.ts'

const { resolve } = createRequire(import.meta.url)
let table: NetworkTable

beforeAll(async () => {
  table = await NetworkTable.load()
})

const numberAt = (address: string) => {
  const parsed = parseAddress(address)
  return parsed && table.find(parsed)?.number
}

/** Ranges that begin or end inside a /64 are left out of the table on purpose. */
const isWhole = (start: string, end: string) =>
  parseAddress(start)!
    .groups.slice(4)
    .every((group) => group === 0) &&
  parseAddress(end)!
    .groups.slice(4)
    .every((group) => group === 0xffff)

test.each(['ipv4', 'ipv6'])(
  'every hundredth network of the %s data is found at both its ends',
  (family) => {
    const lines = readFileSync(resolve(`@ip-location-db/asn/asn-${family}.csv`), 'utf8').split('\n')
    const wrong: string[] = []
    let compared = 0
    for (let index = 0; index < lines.length; index += 100) {
      const [start = '', end = '', number = ''] = (lines[index] ?? '').split(',')
      if (number === '' || (family === 'ipv6' && !isWhole(start, end))) continue
      compared += 1
      if (numberAt(start) !== Number(number) || numberAt(end) !== Number(number))
        wrong.push(lines[index] ?? '')
    }
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(1_000)
  },
)

test('an address between two networks belongs to none', () => {
  // The data has 1.0.0.0 to 1.0.0.255 and continues at 1.0.4.0.
  expect(numberAt('1.0.0.255')).toBe(13_335)
  expect(numberAt('1.0.1.0')).toBeFalsy()
  expect(numberAt('1.0.4.0')).toBe(38_803)
  expect(numberAt('0.0.0.1')).toBeFalsy()
  expect(numberAt('3fff::1')).toBeFalsy()
})
