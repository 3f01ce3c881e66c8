import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import { type DimensionId, dimensions } from '@playhead/metrics/dimensions.ts'
import { dimensionQuestions } from '@playhead/question-contract/dimension-questions.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { type Predicate, writePredicate } from '../question/predicate.ts'
import { useFilterSource } from '../filter-bar/filter-source.ts'
import { containsText, valueSearch } from './value-search.ts'
import type { QuestionState } from '../question/use-question.ts'

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

/** Lists are queried by their members; sub-properties have an endpoint with names. METR-063 */
const endpointOf = (id: DimensionId) => {
  const { valueKind }: Dimension = dimensions[id]
  if (valueKind === 'list') return dimensionQuestions.listElements
  return id === 'sub_property_id'
    ? dimensionQuestions.listNamedValues
    : dimensionQuestions.listValues
}

interface ValuesQuestion {
  dimension: DimensionId
  state: Pick<QuestionState, 'query'>
  /** The current choice: other dimensions narrow the offered values, the dimension itself does not. */
  predicates: readonly Predicate[]
  errorId?: string
  search: string
}

/** The values of a dimension with their number of views, 25 per page. METR-050 */
export const useValues = ({ dimension, state, predicates, errorId, search }: ValuesQuestion) => {
  const settled = useSettled(search)
  const [asked, setAsked] = useState({ settled, pages: 1 })
  const pages = asked.settled === settled ? asked.pages : 1
  const source = useFilterSource()
  const {
    isHopeless = false,
    isShown,
    query: text,
    filters = [],
  } = source ? { isShown: containsText(dimension, settled) } : valueSearch(dimension, settled)
  const others = predicates.filter((one) => one.dimension !== dimension).map(writePredicate)
  const answers = useQueries({
    queries: Array.from({ length: source ? 1 : pages }, (_, index) => ({
      ...(source?.valuesQuery(dimension, others) ??
        query(
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
        )),
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
    /** The shown values belong to an earlier search. */
    isBusy:
      search !== settled ||
      answers.some(({ isFetching, isPlaceholderData }) => isFetching && isPlaceholderData),
    isFetching: answers.some(({ isFetching }) => isFetching),
    refetch: () => answers.forEach((answer) => void answer.refetch()),
  }
}
