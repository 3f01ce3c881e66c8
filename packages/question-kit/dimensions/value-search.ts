import { countryCodes, countryName } from '@playhead/domain/countries.ts'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'
import { displayValue } from './display-value.ts'
import { writePredicate } from '../question/predicate.ts'

/** How to search for the typed text among values that are stored as codes. */
interface ValueSearch {
  query?: string
  /** Restricts to these values by filters. METR-061 */
  filters?: string[]
  /** Nothing can match, so no request is sent. */
  isHopeless?: boolean
  /** For dimensions with few values, which are searched in the browser. */
  isShown?: (value: string | null) => boolean
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

/** Countries whose name, or a later word of it, starts with the text, or whose code equals it. */
const countriesStartingWith = (text: string): string[] => {
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

/** For dimensions whose values are all at hand. */
export const containsText = (id: DimensionId, typed: string) => {
  const text = plain(typed)
  return (value: string | null) => plain(displayValue(id, value)).includes(text)
}

export const valueSearch = (id: DimensionId, typed: string): ValueSearch => {
  const text = typed.trim()
  if (text === '') return {}
  if (id === 'country') return countrySearch(text)
  if (isSmall(id)) return { isShown: containsText(id, text) }
  return { query: id === 'asn' ? text.replace(/^as(?=\d)/i, '') : text }
}
