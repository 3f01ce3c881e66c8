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

/** The values of the table with and without the metric filters, as many as a response may have. METR-039 */
export const useMetricFilterLookup = (asked: BreakdownAsked, state: QuestionState) => {
  const isFiltered = state.query.metricFilters.length > 0
  const lookup = (question: Query) => {
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

export type BreakdownRow = NonNullable<ReturnType<typeof useBreakdown>['data']>['data'][number]

export const useInsights = (
  { metric, measurement }: MeasuredMetric,
  question: Query,
  isEnabled: boolean,
) =>
  useQuery({
    ...query(
      metricEndpoints.insights,
      {
        params: { metric },
        query: { ...question, measurement, limit: metricLimits.insightsMax },
      },
      quiet,
    ),
    ...kept,
    enabled: isEnabled,
  })

export type InsightRow = NonNullable<ReturnType<typeof useInsights>['data']>['data'][number]
