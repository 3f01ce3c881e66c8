import { useEffect, useMemo } from 'react'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { FilterState } from '@playhead/question-kit/filter-bar/filter-source.ts'
import {
  isDimension,
  parseAll,
  parsePredicate,
  type Predicate,
  writePredicate,
} from '@playhead/question-kit/question/predicate.ts'
import type { Question } from '@playhead/question-kit/question/question.ts'
import { useLocation, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { monitoringDimensionIds } from '../../contract.ts'

/** MONI-007: each value counts as one. */
export const filtersMax = 5
export const filtersUsedUpText = `At most ${filtersMax} filters apply to real-time data.`

/** A platform is a browser and its system together, for which views have no dimension. */
export const filterDimensions: ReadonlySet<DimensionId> = new Set(
  monitoringDimensionIds.filter((id): id is typeof id & DimensionId => isDimension(id)),
)

const listOf = (value: string | string[] | undefined) =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

export const readFilters = (texts: readonly string[]): Predicate[] =>
  parseAll(texts, parsePredicate, writePredicate)
    .filter(({ dimension }) => filterDimensions.has(dimension))
    .slice(0, filtersMax)

const liveTimeframe = ['30:minutes']

/** The filters of the address, as far as they apply to real-time data; the rest is removed from it. */
export const useMonitoringFilters = (): FilterState & { filters: string[] } => {
  const { search } = useLocation()
  const setSearch = useSetSearch()
  const given = listOf(search.filters).join('\n')
  const predicates = useMemo(() => readFilters(given === '' ? [] : given.split('\n')), [given])
  const filters = useMemo(() => predicates.map(writePredicate), [predicates])
  const isRewritten = filters.join('\n') !== given
  useEffect(() => {
    if (isRewritten)
      setSearch({ filters: filters.length > 0 ? filters : undefined }, { replace: true })
  }, [isRewritten, filters, setSearch])

  const question = useMemo<Question>(
    () => ({ timeframe: liveTimeframe, predicates, metricPredicates: [] }),
    [predicates],
  )
  const setPredicates = (next: readonly Predicate[]) => {
    const texts = next.slice(0, filtersMax).map(writePredicate)
    setSearch({ filters: texts.length > 0 ? texts : undefined })
  }
  return {
    question,
    filters,
    query: { timeframe: liveTimeframe, filters, metricFilters: [] },
    resolved: { isHistorical: false },
    change: (next) => setPredicates(next.predicates ?? predicates),
    setPredicates,
    setMetricPredicates: () => undefined,
  }
}
