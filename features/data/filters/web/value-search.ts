import { countryCodes, countryName } from '@playhead/domain/countries.ts'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'
import { displayValue } from './display-value.ts'
import { writePredicate } from './predicate.ts'

/** How the engine, which knows codes, is asked for what somebody typed. */
export interface ValueSearch {
  query?: string
  /** Only these, as filters of the question. METR-061 */
  filters?: string[]
  /** Nothing can match, so nothing is asked. */
  isHopeless?: boolean
  /** Of dimensions with a handful of values, found among those shown. */
  isShown?: (value: string | null) => boolean
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

/** Countries whose name, or a later word of it, starts with the text; or whose code it is. */
export const countriesStartingWith = (text: string): string[] => {
  const wanted = plain(text)
  return countryCodes.filter((code) => {
    const name = plain(countryName(code))
    return code.toLowerCase() === wanted || name.startsWith(wanted) || name.includes(` ${wanted}`)
  })
}

const countrySearch = (text: string): ValueSearch => {
  const codes = countriesStartingWith(text)
  const filters = codes.map((value) =>
    writePredicate({ dimension: 'country', value, isExcluded: false }),
  )
  return codes.length > 0 ? { filters } : { isHopeless: true }
}

const isSmall = (id: DimensionId) => {
  const { valueKind }: Dimension = dimensions[id]
  return valueKind === 'flag' || id === 'continent_code'
}

export const valueSearch = (id: DimensionId, typed: string): ValueSearch => {
  const text = typed.trim()
  if (text === '') return {}
  if (id === 'country') return countrySearch(text)
  if (isSmall(id))
    return { isShown: (value) => plain(displayValue(id, value)).includes(plain(text)) }
  return { query: id === 'asn' ? text.replace(/^as(?=\d)/i, '') : text }
}
