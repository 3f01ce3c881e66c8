import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { metricEndpoints, metricLimits } from '../contract.ts'
import type { MetricChoice } from './metric-choice.ts'

type Query = QuestionState['query']

const quiet = { quiet: true } as const
const kept = { placeholderData: keepPreviousData } as const

/** The question of the data on screen: while it is a placeholder, its old unit stays. */
export const useShown = <Asked>(asked: Asked, isPlaceholder: boolean): Asked => {
  const [shown, setShown] = useState(asked)
  const key = JSON.stringify(asked)
  const isNew = !isPlaceholder && JSON.stringify(shown) !== key
  if (isNew) setShown(asked)
  return isPlaceholder ? shown : asked
}

export interface MeasuredMetric {
  metric: MetricId
  measurement: Measurement
}

/** METR-030 */
export const useOverall = (
  { metric, measurement }: MeasuredMetric,
  question: Query,
  isEnabled = true,
) =>
  useQuery({
    ...query(
      metricEndpoints.overall,
      { params: { metric }, query: { ...question, measurement } },
      quiet,
    ),
    ...kept,
    enabled: isEnabled,
  })

export type BreakdownAsked = Pick<
  MetricChoice,
  'metric' | 'measurement' | 'dimension' | 'query' | 'order' | 'direction'
>

/** METR-036; the table and its CSV file use the same input. METR-042 */
export const breakdownInput = (asked: BreakdownAsked, question: Query) => ({
  params: { metric: asked.metric },
  query: {
    ...question,
    measurement: asked.measurement,
    groupBy: asked.dimension,
    query: asked.query === '' ? undefined : asked.query,
    orderBy: asked.order,
    orderDirection: asked.direction,
  },
})

export const useBreakdown = (asked: BreakdownAsked, question: Query, page: number) => {
  const { params, query: asking } = breakdownInput(asked, question)
  return useQuery({
    ...query(
      metricEndpoints.breakdown,
      { params, query: { ...asking, page, limit: metricLimits.breakdownPageSize } },
      quiet,
    ),
    ...kept,
  })
}

export type BreakdownRow = NonNullable<ReturnType<typeof useBreakdown>['data']>['data'][number]
