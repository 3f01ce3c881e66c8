import { askMonitoringBreakdownTimeseries } from '@playhead/analytics/monitoring/ask-monitoring-breakdown-timeseries.sql.ts'
import { askMonitoringBreakdown } from '@playhead/analytics/monitoring/ask-monitoring-breakdown.sql.ts'
import { askMonitoringHistogram } from '@playhead/analytics/monitoring/ask-monitoring-histogram.sql.ts'
import { askMonitoringTimeseries } from '@playhead/analytics/monitoring/ask-monitoring-timeseries.sql.ts'
import { askNewestStep } from '@playhead/analytics/monitoring/ask-newest-step.sql.ts'
import { parseMonitoringFilters } from '@playhead/analytics/monitoring/parse-monitoring-filters.ts'
import { type StepRange, stepSeconds } from '@playhead/analytics/monitoring/steps.ts'
import {
  monitoringDimensionIds,
  monitoringDimensions,
  monitoringMetricIds,
  monitoringMetrics,
  startupTimeBuckets,
} from '@playhead/metrics/monitoring.ts'
import { refusalOf } from '@playhead/features/data/filters/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type monitoring, monitoringLimits } from '../contract.ts'
import { displayValue } from './display-value.ts'
import { cut, type Moment, momentOf, rangeOfTimeframe, windowOf } from './range-of.ts'

type Read = Handlers<typeof monitoring>
type Asked = EnvironmentContext & {
  app: App
  request: RequestFacts
  query: { filters?: string[] | undefined }
}

const momentFor = async ({ app, environment }: Asked): Promise<Moment> => {
  const now = app.clock.now()
  return { now, ...(await askNewestStep(environment.clickhouse, [environment.id], now)) }
}

const filtersOf = ({ query }: Asked) => {
  try {
    return parseMonitoringFilters(query.filters ?? [])
  } catch (error) {
    throw refusalOf(error)
  }
}

const questionFor = (asked: Asked, range: StepRange) => ({
  range,
  filters: filtersOf(asked),
  signal: asked.request.signal,
})

const iso = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString()
const timeframeOf = ({ first, last }: StepRange) => [first, last + stepSeconds]

const listOf =
  (named: readonly { name: string; display_name: string }[]): Read['listMetrics'] =>
  async (context) => {
    const range = windowOf({}, await momentFor({ ...context, query: {} }))
    return {
      data: [...named],
      total_row_count: named.length,
      timeframe: timeframeOf(range),
    }
  }

export const listMetrics = listOf(
  monitoringMetricIds.map((name) => ({ name, display_name: monitoringMetrics[name].title })),
)

/** MONI-024 */
export const listDimensions = listOf(
  monitoringDimensionIds.map((name) => ({ name, display_name: monitoringDimensions[name].title })),
)

export const breakdown: Read['breakdown'] = async (context) => {
  const { environment, params, query } = context
  const range = momentOf(query, await momentFor(context))
  const isAudience = params.metric === 'current-concurrent-viewers'
  const { rows, total } = await askMonitoringBreakdown(
    environment,
    params.metric,
    {
      dimension: query.dimension,
      orderBy: query.order_by,
      direction: query.order_direction,
      limit:
        query.limit ??
        (isAudience ? monitoringLimits.concurrentViewers : monitoringLimits.breakdown.default),
    },
    questionFor(context, range),
  )
  return {
    data: rows.map((row) => ({
      value: row.value,
      display_value: displayValue(query.dimension, row),
      metric_value: row.metricValue,
      concurrent_viewers: row.viewers,
      starting_up_viewers: row.startingUp,
      negative_impact: row.negativeImpact,
    })),
    total_row_count: total,
    timeframe: timeframeOf(range),
  }
}

export const timeseries: Read['timeseries'] = async (context) => {
  const range = windowOf(context.query, await momentFor(context))
  const points = await askMonitoringTimeseries(
    context.environment,
    context.params.metric,
    questionFor(context, range),
  )
  return {
    data: points.map(({ step, value, viewers }) => ({
      date: iso(step),
      value,
      concurrent_viewers: viewers,
    })),
    total_row_count: points.length,
    timeframe: timeframeOf(range),
  }
}

const breakdownSeconds = { usual: 60, max: 600 } as const

export const breakdownTimeseries: Read['breakdownTimeseries'] = async (context) => {
  const { environment, params, query } = context
  const moment = await momentFor(context)
  const range = query.timeframe?.length
    ? rangeOfTimeframe(query.timeframe, moment, breakdownSeconds.max)
    : cut(
        { first: moment.newest - breakdownSeconds.usual + stepSeconds, last: moment.newest },
        moment,
      )
  const { steps, total } = await askMonitoringBreakdownTimeseries(
    environment,
    params.metric,
    {
      dimension: query.dimension,
      orderBy: query.order_by,
      direction: query.order_direction,
      limit: query.limit ?? monitoringLimits.breakdownTimeseries.default,
    },
    questionFor(context, range),
  )
  return {
    data: steps.map(({ step, values }) => ({
      date: iso(step),
      values: values.map((row) => ({
        value: row.value,
        metric_value: row.metricValue,
        concurrent_viewers: row.viewers,
        starting_up_viewers: row.startingUp,
      })),
    })),
    total_row_count: total,
    timeframe: timeframeOf(range),
  }
}

const shareOf = (count: number, sum: number) => (sum === 0 ? 0 : count / sum)

export const histogramTimeseries: Read['histogramTimeseries'] = async (context) => {
  const range = windowOf(context.query, await momentFor(context))
  const minutes = await askMonitoringHistogram(context.environment, questionFor(context, range))
  return {
    data: minutes.map(({ minute, counts, average, median, p95 }) => {
      const sum = counts.reduce((total, count) => total + count, 0)
      return {
        timestamp: iso(minute),
        bucket_values: counts.map((count) => ({ count, percentage: shareOf(count, sum) })),
        max_percentage: shareOf(Math.max(...counts), sum),
        average,
        median,
        p95,
        sum,
      }
    }),
    meta: { bucket_unit: 'milliseconds', buckets: [...startupTimeBuckets] },
    total_row_count: minutes.length,
    timeframe: timeframeOf(range),
  }
}
