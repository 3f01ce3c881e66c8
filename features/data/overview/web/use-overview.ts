import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { errors } from '@playhead/features/data/errors/contract'
import type { QuestionState } from '@playhead/features/data/filters/web'
import { metricEndpoints } from '@playhead/features/data/metrics/contract'
import { monitoring } from '@playhead/features/data/monitoring/contract'
import { query } from '@playhead/web-kit/query.ts'
import { useFlags } from '@playhead/web-kit/use-session.ts'
import { overview } from '../contract.ts'

const quiet = { quiet: true } as const
const listedErrors = 5
/** More than are shown, because several may speak of the same views. */
const listedInsights = 25
/** Samples are taken every five seconds; a look at the overview needs half of them. */
const viewersEveryMs = 10_000

/** METR-005 */
export const useCards = (state: QuestionState) =>
  useQuery({
    ...query(overview.uiCards, { query: state.query }, quiet),
    placeholderData: keepPreviousData,
  })

export type OverviewCard = NonNullable<ReturnType<typeof useCards>['data']>['data'][number]

export const useTopErrors = (state: QuestionState) =>
  useQuery({
    ...query(errors.list, { query: { ...state.query, page: 1, limit: listedErrors } }, quiet),
    enabled: !state.resolved.isHistorical,
    placeholderData: keepPreviousData,
  })

export type TopErrors = ReturnType<typeof useTopErrors>

/** Which views worsen the score most, each of more than 1 % of them. */
export const useWorst = (state: QuestionState) =>
  useQuery({
    ...query(
      metricEndpoints.insights,
      {
        params: { metric: 'viewer_experience_score' },
        query: { ...state.query, limit: listedInsights },
      },
      quiet,
    ),
    enabled: !state.resolved.isHistorical,
    placeholderData: keepPreviousData,
  })

export type Worst = ReturnType<typeof useWorst>

/** METR-006: of the last 30 minutes and all views, whatever is looked at. */
export const useConcurrentViewers = () => {
  const { realtime } = useFlags()
  return useQuery({
    ...query(monitoring.timeseries, { params: { metric: 'current-concurrent-viewers' } }, quiet),
    enabled: realtime,
    refetchInterval: viewersEveryMs,
  })
}
