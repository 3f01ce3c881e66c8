import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { metricEndpoints, metricLimits } from '../../contract.ts'
import type { MeasuredMetric } from '../use-metric-data.ts'

type Query = QuestionState['query']

const quiet = { quiet: true } as const

const insightsInput = ({ metric, measurement }: MeasuredMetric, question: Query) => ({
  params: { metric },
  query: { ...question, measurement, limit: metricLimits.insightsMax },
})

export const useInsights = (asked: MeasuredMetric, question: Query, isEnabled: boolean) =>
  useQuery({
    ...query(metricEndpoints.insights, insightsInput(asked, question), quiet),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })

/** From a sample. ADR 0122 */
export const useFirstInsights = (asked: MeasuredMetric, question: Query, isEnabled: boolean) =>
  useQuery({
    ...query(metricEndpoints.sampleInsights, insightsInput(asked, question), quiet),
    enabled: isEnabled,
  })

export type InsightRow = NonNullable<ReturnType<typeof useInsights>['data']>['data'][number]
