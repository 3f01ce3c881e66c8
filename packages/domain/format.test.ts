import { describe, expect, test } from 'vitest'
import { countryCodes, countryName, countryOptions } from './countries.ts'
import {
  abbreviateNumber,
  formatAsn,
  formatDate,
  formatDay,
  formatDuration,
  formatDurationParts,
  formatFullDate,
  formatLength,
  formatNumber,
  formatPercent,
  formatScore,
  formatWithUnit,
  scoreTone,
  units,
} from './format.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('numbers', () => {
  test('KIT-038 units', () => {
    expect(units).toEqual({
      score: '/100',
      percent: '%',
      per_minute: '/min',
      per_hour: '/hr',
      mbps: 'Mbps',
      time: 's',
    })
  })

  test.each([
    [87.4, 'score', 1, '87.4/100'],
    [1.9, 'percent', 1, '1.9 %'],
    [3, 'per_minute', 0, '3/min'],
    [120, 'per_hour', 0, '120/hr'],
    [6.24, 'mbps', 2, '6.24 Mbps'],
    [1.5, 'time', 1, '1.5 s'],
    [null, 'mbps', 2, '–'],
    [null, 'score', 1, 'N/A'],
  ] as const)('KIT-038 %s with the unit %s reads %s', (value, unit, decimals, text) => {
    expect(formatWithUnit(value, unit, decimals)).toBe(text)
  })

  test.each([
    [0, '0'],
    [999, '999'],
    [12.34, '12.3'],
    [1000, '1k'],
    [1049, '1k'],
    [1050, '1.1k'],
    [48_211, '48.2k'],
    [999_949, '999.9k'],
    [999_950, '1M'],
    [1_500_000, '1.5M'],
    [2_000_000_000, '2B'],
    [1_234_000_000_000, '1234B'],
    [-48_211, '-48.2k'],
    [-0.01, '0'],
    [Number.NaN, '–'],
    [undefined, '–'],
  ])('KIT-042 %s is abbreviated to %s', (value, text) => {
    expect(abbreviateNumber(value)).toBe(text)
  })

  test('numbers, percents and scores never show NaN', () => {
    expect(formatNumber(41_208)).toBe('41,208')
    expect(formatNumber(-0.001, 1)).toBe('0.0')
    expect(formatNumber(Number.POSITIVE_INFINITY)).toBe('–')
    expect(formatPercent(Number.NaN)).toBe('–')
    expect(formatScore(null)).toBe('N/A')
    expect(formatScore(87.444)).toBe('87.44')
  })

  test.each([
    [100, 'good'],
    [85, 'good'],
    [84.99, 'warn'],
    [65, 'warn'],
    [64.99, 'bad'],
    [0, 'bad'],
  ])('KIT-049 a score of %s is %s', (score, tone) => {
    expect(scoreTone(score)).toBe(tone)
  })
})

describe('time', () => {
  test.each([
    [0, '0.00 s'],
    [8_300, '8.30 s'],
    [29_999, '30.00 s'],
    [30_000, '30 s'],
    [179_999, '180 s'],
    [180_000, '3 m'],
    [200_000, '3.3 m'],
    [hour - 1, '60 m'],
    [hour, '1 h'],
    [3.2 * hour, '3.2 h'],
    [null, '–'],
  ])('KIT-039 %s ms is shown as %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text)
  })

  test.each([
    [0, '0 s'],
    [59_400, '59 s'],
    [125_000, '2 m 5 s'],
    [3 * hour + 12 * minute, '3 h 12 m'],
    [2 * hour, '2 h'],
    [day + 2 * hour + 5 * minute, '1 d 2 h'],
    [day + 5 * minute, '1 d'],
    [undefined, '–'],
  ])('KIT-040 %s ms in parts is %s', (milliseconds, text) => {
    expect(formatDurationParts(milliseconds)).toBe(text)
  })

  test.each([
    [3 * minute, 200_000, '3.00 m'],
    [10_000, 200_000, '0.17 m'],
    [20_000, 20_000, '20.00 s'],
    [minute, 5 * hour, '0.02 h'],
    [-12 * hour, 40 * hour, '-12 h'],
  ])('KIT-039 a difference of %s ms beside %s ms is in its unit: %s', (difference, like, text) => {
    expect(formatDuration(difference, like)).toBe(text)
  })

  test.each([
    [0, 0, '0:00'],
    [134_400, 0, '2:14'],
    [3_955_000, 0, '1:05:55'],
    [59_999, 1, '1:00.0'],
    [12_437, 3, '0:12.437'],
    [-569, 3, '-0:00.569'],
    [-20, 1, '0:00.0'],
    [null, 0, '–'],
    [Number.NaN, 1, '–'],
  ])('KIT-040 a length of %s ms with %s decimals is %s', (milliseconds, decimals, text) => {
    expect(formatLength(milliseconds, decimals)).toBe(text)
  })

  const now = new Date('2026-11-21T12:00:00Z')
  const at = (offset: number) => new Date(now.getTime() + offset)
  test.each([
    [0, 'now'],
    [-20_000, '20 seconds ago'],
    [-5 * minute, '5 minutes ago'],
    [-3 * hour, '3 hours ago'],
    [-12 * hour, '12 hours ago'],
    [-12 * hour - 1, 'Nov 20, 2026, 23:59'],
    [2 * hour, 'in 2 hours'],
    [13 * hour, 'Nov 22, 2026, 01:00'],
  ])('KIT-041 a date %s ms from now reads %s', (offset, text) => {
    expect(formatDate(at(offset), { now, timeZone: 'UTC' })).toBe(text)
  })

  test('KIT-041 a date that is not known or not a date reads –', () => {
    expect(formatDate(null)).toBe('–')
    expect(formatFullDate('not a date')).toBe('–')
    expect(formatDay('2026-11-21T12:00:00Z', { timeZone: 'UTC' })).toBe('Nov 21, 2026')
  })
})

describe('places and networks', () => {
  test('KIT-043 every country code has a full name', () => {
    expect(countryCodes).toHaveLength(250)
    expect(new Set(countryCodes.map(countryName)).size).toBe(250)
    for (const code of countryCodes) expect(countryName(code)).not.toBe(code)
    expect(countryName('DE')).toBe('Germany')
    expect(countryName('us')).toBe('United States')
    expect(countryName('ZZ')).toBe('ZZ')
    expect(countryOptions()[0]).toEqual({ value: 'AF', label: 'Afghanistan' })
  })

  test.each([
    [64_512, 'AS64512'],
    ['3320', 'AS3320'],
    ['AS3320', 'AS3320'],
    [null, '–'],
  ])('KIT-044 the ASN %s is shown as %s', (asn, text) => {
    expect(formatAsn(asn)).toBe(text)
  })
})
