import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { errors } from '@playhead/features/data/errors/contract'
import { metricEndpoints } from '@playhead/features/data/metrics/contract'
import { monitoring } from '@playhead/features/data/monitoring/contract'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { overview } from '../contract.ts'

const quiet = { quiet: true } as const
const listedErrors = 5
/** More than are shown, because several may describe the same views. */
const listedInsights = 25
/** Samples are taken every five seconds; every other one is enough for the overview. */
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

/** The groups of views that worsen the score most, each with more than 1 % of the views. */
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

/** METR-006: always the last 30 minutes of all views, whatever the screen filters. */
export const useConcurrentViewers = () => {
  const { realtime } = useFlags()
  return useQuery({
    ...query(monitoring.timeseries, { params: { metric: 'current-concurrent-viewers' } }, quiet),
    enabled: realtime,
    refetchInterval: viewersEveryMs,
  })
}
