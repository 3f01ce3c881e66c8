import { useEffect, useState } from 'react'
import { type Predicate, parsePredicate, writePredicate } from '../question/predicate.ts'

/** A pointer that crosses a table rests on few of its rows: only those are asked for. */
const restMs = 150

/** A value whose line is in the chart while it is looked at elsewhere, for example in a row of a table. */
export interface Preview {
  label: string
  predicate: Predicate
}

/** What is looked at, once the pointer or the focus has rested there. It ends at once. */
export const usePreview = () => {
  const [looked, look] = useState<Preview>()
  const [rested, setRested] = useState<Preview>()
  useEffect(() => {
    if (!looked) return
    const timer = setTimeout(() => setRested(looked), restMs)
    return () => clearTimeout(timer)
  }, [looked])
  return { preview: looked === rested ? looked : undefined, look }
}

/** The filters with this value alone: values of one dimension would add up. */
export const filtersOfPreview = (filters: readonly string[], { predicate }: Preview): string[] => [
  ...filters.filter((text) => {
    const [filter] = parsePredicate(text)
    return !filter || filter.isExcluded || filter.dimension !== predicate.dimension
  }),
  writePredicate(predicate),
]
