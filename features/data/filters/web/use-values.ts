import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dimensionEndpoints } from '@playhead/features/data/dimensions/contract'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'
import { query } from '@playhead/web-kit/query.ts'
import { type Predicate, writePredicate } from './predicate.ts'
import { valueSearch } from './value-search.ts'
import type { QuestionState } from './use-question.ts'

/** METR-056 */
const searchDelayMs = 250
/** METR-050 */
const limit = 25

const useSettled = (text: string) => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchDelayMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Lists are asked for their members; sub-properties have a list of their own. METR-063 */
const endpointOf = (id: DimensionId) => {
  const { valueKind }: Dimension = dimensions[id]
  if (valueKind === 'list') return dimensionEndpoints.listElements
  return id === 'sub_property_id'
    ? dimensionEndpoints.listNamedValues
    : dimensionEndpoints.listValues
}

export interface ValuesQuestion {
  dimension: DimensionId
  state: Pick<QuestionState, 'query'>
  /** What is chosen so far: other dimensions narrow what is offered, the own values don't. */
  predicates: readonly Predicate[]
  errorId?: string
  search: string
}

/** The values of a dimension with how many views had them, 25 at a time. METR-050 */
export const useValues = ({ dimension, state, predicates, errorId, search }: ValuesQuestion) => {
  const settled = useSettled(search)
  const [asked, setAsked] = useState({ settled, pages: 1 })
  const pages = asked.settled === settled ? asked.pages : 1
  const { isHopeless = false, isShown, query: text, filters = [] } = valueSearch(dimension, settled)
  const others = predicates.filter((one) => one.dimension !== dimension).map(writePredicate)
  const answers = useQueries({
    queries: Array.from({ length: pages }, (_, index) => ({
      ...query(
        endpointOf(dimension),
        {
          params: { dimension },
          query: {
            timeframe: state.query.timeframe,
            filters: [...others, ...filters],
            metricFilters: state.query.metricFilters,
            query: text,
            orderBy: 'views' as const,
            orderDirection: 'desc' as const,
            errorId,
            page: index + 1,
            limit,
          },
        },
        { quiet: true },
      ),
      enabled: !isHopeless,
      placeholderData: keepPreviousData,
    })),
  })
  const [first] = answers
  const all = isHopeless ? [] : answers.flatMap(({ data }) => data?.data ?? [])
  const values = isShown ? all.filter(({ value }) => isShown(value)) : all
  const total = isHopeless || isShown ? values.length : (first?.data?.totalRowCount ?? 0)
  return {
    values,
    total,
    hasMore: all.length > 0 && all.length < total,
    askMore: () => setAsked({ settled, pages: pages + 1 }),
    isPending: !isHopeless && first?.data === undefined && first?.isError !== true,
    isError: !isHopeless && answers.some(({ isError }) => isError),
    /** What is seen answers an earlier question. */
    isBusy:
      search !== settled ||
      answers.some(({ isFetching, isPlaceholderData }) => isFetching && isPlaceholderData),
    isFetching: answers.some(({ isFetching }) => isFetching),
    refetch: () => answers.forEach((answer) => void answer.refetch()),
  }
}
