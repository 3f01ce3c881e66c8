import type { QueryFunctionContext } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { QuestionState } from '../question/use-question.ts'

/** What filters need to know of a question. */
export type FilterState = Pick<
  QuestionState,
  'question' | 'query' | 'change' | 'setPredicates' | 'setMetricPredicates'
> & {
  resolved: Pick<QuestionState['resolved'], 'isHistorical'> & { stepMs?: number }
}

interface OfferedValues {
  data: { value: string | null; totalCount: number }[]
  totalRowCount: number | null
}

interface ValuesQuery {
  queryKey: readonly unknown[]
  queryFn: (context: QueryFunctionContext) => Promise<OfferedValues>
}

/** Where filters are not about ended views: what they offer, and how many may apply. */
export interface FilterSource {
  dimensions: ReadonlySet<DimensionId>
  /** All values of a dimension among what these filters let through; searched in the browser. */
  valuesQuery: (dimension: DimensionId, filters: string[]) => ValuesQuery
  /** What the number beside a value counts. */
  counted: string
  /** The number of filters, each value counting as one. MONI-007 */
  max: number
  usedUpText: string
}

export const FilterSourceContext = createContext<FilterSource | undefined>(undefined)

export const useFilterSource = () => useContext(FilterSourceContext)
