import { createHash } from 'node:crypto'
import type { Filter } from '../../question/parse-filters.ts'

/** Filters whose views are added up by day, because the sums of single dimensions cannot answer them together. */
export interface FilterSet {
  /** The tier of its pieces: those of `hour` and `day` are of all views. */
  name: string
  filters: readonly Filter[]
}

const mostFilters = 10
const firstLetter = '~'

/** The same for filters in another order; undefined for none, and for more than a person sets. */
export const filterSetOf = (filters: readonly Filter[]): FilterSet | undefined => {
  const texts = textsOf(filters)
  if (texts.length === 0 || texts.length > mostFilters) return undefined
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex')
  return { name: `${firstLetter}${hash.slice(0, 24)}`, filters }
}

export const textsOf = (filters: readonly Filter[]): string[] =>
  [...new Set(filters.map(({ text }) => text))].toSorted()
