import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@playhead/domain/format.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { displayValue } from '@playhead/question-kit/dimensions/display-value.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { metricEndpoints, metricLimits } from '../contract.ts'
import { type BreakdownAsked, breakdownInput } from './use-metric-data.ts'

const namedAtMost = 3

const quiet = { quiet: true } as const

/** The values of the table with and without the metric filters, as many as a response may have. METR-039 */
const useMetricFilterLookup = (asked: BreakdownAsked, state: QuestionState) => {
  const isFiltered = state.query.metricFilters.length > 0
  const lookup = (question: QuestionState['query']) => {
    const { params, query: asking } = breakdownInput(asked, question)
    const whole = {
      ...asking,
      orderBy: 'views',
      orderDirection: 'desc',
      page: 1,
      limit: metricLimits.breakdownMax,
    } as const
    return {
      ...query(metricEndpoints.breakdown, { params, query: whole }, quiet),
      enabled: isFiltered,
    }
  }
  const all = useQuery(lookup({ ...state.query, metricFilters: [] })).data
  const passing = useQuery(lookup(state.query)).data
  if (!isFiltered || !all || !passing) return undefined
  return {
    all: { data: all.data, totalRowCount: all.totalRowCount ?? all.data.length },
    passing: { data: passing.data, totalRowCount: passing.totalRowCount ?? passing.data.length },
  }
}

const namesOf = (dimension: DimensionId, values: readonly (string | null)[]) => {
  const named = values.slice(0, namedAtMost).map((value) => displayValue(dimension, value))
  const more = values.length - named.length
  return more > 0 ? `${named.join(', ')} and ${formatNumber(more)} more` : named.join(', ')
}

/** Values that the metric filters exclude completely, and which therefore have no row. METR-039 */
export const MetricFilterNote = ({
  asked,
  state,
}: {
  asked: BreakdownAsked
  state: QuestionState
}) => {
  const lookup = useMetricFilterLookup(asked, state)
  if (lookup === undefined) return null
  const { all, passing } = lookup
  if (passing.totalRowCount >= all.totalRowCount) return null
  const left = new Set(passing.data.map(({ field }) => field))
  const gone = all.data.map(({ field }) => field).filter((field) => !left.has(field))
  const areAllKnown = all.totalRowCount <= metricLimits.breakdownMax
  return (
    <p className="pt-2 text-sm text-ink-2">
      {`The metric filters leave ${formatNumber(passing.totalRowCount)} of ${formatNumber(all.totalRowCount)} values.`}
      {areAllKnown && gone.length > 0 && ` No views left for: ${namesOf(asked.dimension, gone)}.`}
    </p>
  )
}
