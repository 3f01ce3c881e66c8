import type { ValueSearch } from '@playhead/analytics/ask-breakdown.sql.ts'
import { continentCodes, continentName } from '@playhead/domain/continents.ts'
import { countryCodes, countryName } from '@playhead/domain/countries.ts'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const flags: Record<string, string> = { true: 'Yes', false: 'No' }

/** Values that are shown by name: users search for Germany, but views store DE. */
const namesOf = (id: DimensionId): [string, string][] => {
  const { valueKind }: Dimension = dimensions[id]
  if (valueKind === 'flag') return Object.entries(flags)
  if (id === 'country') return countryCodes.map((code) => [code, countryName(code)])
  if (id === 'continent_code') return continentCodes.map((code) => [code, continentName(code)])
  return []
}

/** METR-101 */
export const valueSearch = (dimension: DimensionId, query = ''): ValueSearch | undefined => {
  const text = query.trim()
  if (text === '') return undefined
  const wanted = plain(text)
  const named = namesOf(dimension).filter(([, name]) => plain(name).includes(wanted))
  return {
    text: dimension === 'asn' ? text.replace(/^as(?=\d)/i, '') : text,
    named: named.map(([value]) => value),
  }
}
