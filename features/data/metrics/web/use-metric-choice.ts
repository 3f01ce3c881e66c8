import { useCallback, useEffect, useMemo } from 'react'
import { useLocation, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import {
  choiceSearch,
  type Direction,
  type Graph,
  isMisread,
  type MetricChoice,
  type MetricsTab,
  type Order,
  readChoice,
  defaultOrder,
} from './metric-choice.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'

/** What the URL chooses in addition to the question, and functions to change it. METR-010 */
export const useMetricChoice = ({ isHistorical }: { isHistorical: boolean }) => {
  const { search } = useLocation()
  const setSearch = useSetSearch()
  const choice = useMemo(() => readChoice(search, isHistorical), [search, isHistorical])

  useEffect(() => {
    if (isMisread(search, choice)) setSearch(choiceSearch(choice), { replace: true })
  }, [search, choice, setSearch])

  const set = useCallback(
    (changes: Partial<MetricChoice>, more: { page?: undefined } = { page: undefined }) =>
      setSearch({ ...choiceSearch({ ...choice, ...changes }), ...more }),
    [choice, setSearch],
  )
  return useMemo(
    () => ({
      ...choice,
      setMetric: (metric: MetricId) =>
        set({
          metric,
          measurement: metrics[metric].defaultMeasurement,
          order: defaultOrder(metrics[metric]),
          direction: 'desc',
        }),
      setMeasurement: (measurement: Measurement) => set({ measurement }),
      // A search text for browsers has no meaning for countries.
      setDimension: (dimension: DimensionId) => set({ dimension, query: '' }),
      setQuery: (query: string) =>
        setSearch({ ...choiceSearch({ ...choice, query }), page: undefined }, { replace: true }),
      setTab: (tab: MetricsTab) => set({ tab }),
      setSort: (order: Order, direction: Direction) => set({ order, direction }),
      setGraph: (graph: Graph, isShown: boolean) =>
        set(
          {
            graphs: isShown
              ? [...new Set([...choice.graphs, graph])].toSorted()
              : choice.graphs.filter((one) => one !== graph),
          },
          {},
        ),
    }),
    [choice, set, setSearch],
  )
}

export type MetricChoiceState = ReturnType<typeof useMetricChoice>
