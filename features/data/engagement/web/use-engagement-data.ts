import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { EngagementChoice } from '@playhead/metrics/engagement-choices.ts'
import { earlierTimeframe } from '@playhead/question-kit/charts/use-metric-lines.ts'
import { useTimeseries } from '@playhead/question-kit/charts/use-timeseries.ts'
import { predicateValue } from '@playhead/question-kit/question/predicate.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { engagement } from '../contract.ts'
import type { EngagementDimension, EngagementOrder, Subject } from './engagement-choice.ts'
import type { EngagementState } from './use-engagement.ts'

const quiet = { quiet: true } as const
const kept = { placeholderData: keepPreviousData } as const

interface Asked {
  dimension: EngagementDimension
  order: EngagementOrder
  direction: 'asc' | 'desc'
  page: number
  limit: number
}

type EngagementNumbers = Record<EngagementChoice, number | null>

const numbersOf = (row: {
  views: number
  uniqueViewers: number | null
  totalPlayingTime: number | null
  avgPlayingTime: number | null
  videoCompletionPercentage: number | null
}): EngagementNumbers => ({
  views: row.views,
  unique_viewers: row.uniqueViewers,
  total_playing_time: row.totalPlayingTime,
  avg_playing_time: row.avgPlayingTime,
  video_completion_percentage: row.videoCompletionPercentage,
})

export interface BreakdownRow {
  /** Undefined for the total row. */
  field: string | null | undefined
  current: EngagementNumbers
  /** Undefined without a comparison, or when the value had no views in that range. ENGA-015 */
  previous: EngagementNumbers | undefined
}

/** The rows of a page and the total row, each with its numbers of the compared range. ENGA-014, ENGA-015 */
export const useBreakdown = (
  { asked: { query: question }, comparison }: Pick<EngagementState, 'asked' | 'comparison'>,
  { dimension, order, direction, page, limit }: Asked,
) => {
  const asking = { ...question, dimension, orderBy: order, orderDirection: direction, limit }
  const current = useQuery({
    ...query(engagement.breakdown, { query: { ...asking, page } }, quiet),
    ...kept,
  })
  const answer = current.isPlaceholderData ? undefined : current.data
  const [start = 0, end = 0] = answer?.timeframe ?? []
  const range = { startMs: start * 1_000, endMs: end * 1_000 }
  const earlier = useQuery({
    ...query(
      engagement.breakdown,
      {
        query: {
          ...asking,
          timeframe: earlierTimeframe(range, comparison?.lagMs ?? 0),
          values: answer?.data.map(({ field }) => predicateValue(field)),
        },
      },
      quiet,
    ),
    enabled: comparison !== undefined && answer !== undefined,
  })
  const { data: steps } = useTimeseries(
    'views',
    'count',
    { ...question, timeframe: earlierTimeframe(range, comparison?.lagMs ?? 0) },
    { isEnabled: comparison !== undefined && answer !== undefined },
  )
  // Without views at the beginning of that range, every difference would be an artefact.
  const before = comparison && steps?.isWhole !== false ? earlier.data : undefined
  const byField = new Map(before?.data.map((row) => [row.field, numbersOf(row)]))
  const rows = current.data?.data.map((row): BreakdownRow => ({
    field: row.field,
    current: numbersOf(row),
    previous: byField.get(row.field),
  }))
  const total: BreakdownRow | undefined = current.data && {
    field: undefined,
    current: numbersOf(current.data.total),
    previous: before && numbersOf(before.total),
  }
  return {
    rows,
    total,
    rowCount: current.data?.totalRowCount ?? 0,
    isStale: current.isPlaceholderData,
    isWaiting: comparison !== undefined && earlier.isFetching && !earlier.data,
    hasFailed: current.isLoadingError,
    hasComparisonFailed: comparison !== undefined && earlier.isLoadingError,
    isRetrying: current.isFetching,
    retry: () => void (current.isError ? current.refetch() : earlier.refetch()),
  }
}

export type Breakdown = ReturnType<typeof useBreakdown>

export const useCurve = ({ kind, id }: Subject, { state }: Pick<EngagementState, 'state'>) =>
  useQuery({
    ...query(engagement.course, { query: { ...state.query, subject: kind, id } }, quiet),
    ...kept,
    enabled: !state.resolved.isHistorical,
  })

export type Curve = NonNullable<ReturnType<typeof useCurve>['data']>['data']
