import type { z } from 'zod/mini'
import type { NewestStep } from '@playhead/analytics/monitoring/ask-newest-step.sql.ts'
import type { StepAnswer, SteppedDimension } from '@playhead/analytics/monitoring/ask-step.sql.ts'
import { histogramMinute, minuteOf } from '@playhead/analytics/monitoring/histogram-minute.ts'
import { measuredIn, viewersIn } from '@playhead/analytics/monitoring/monitoring-measure.sql.ts'
import {
  metricValue,
  ratioMetricIds,
  type RatioMonitoringMetricId,
} from '@playhead/analytics/monitoring/monitoring-metric.ts'
import { rankRows } from '@playhead/analytics/monitoring/rank-rows.ts'
import { stepsOf } from '@playhead/analytics/monitoring/steps.ts'
import {
  type MonitoringBreakdownType,
  type monitoringPayloads,
  monitoringTopicLimits,
  type MonitoringType,
} from '../../topic-contract.ts'
import { displayValue } from '../display-value.ts'
import { isoTime } from '../iso-time.ts'
import { histogramMeta, presentMinute } from '../present-minute.ts'
import { presentRow } from '../present-row.ts'
import { stepsTimeframe } from '../steps-timeframe.ts'
import { usualLimit } from '../usual-limit.ts'
import { firstOfWindow, type LiveWindow } from './live-window.ts'
import type { TitleHistory } from './title-history.ts'

/** What a board knows. */
export interface LiveState {
  newest: NewestStep
  window: LiveWindow
  /** The steps that the last question changed. */
  changed: readonly number[]
  groups: StepAnswer['groups']
  titles: TitleHistory
}

/** What a client has subscribed to. */
export interface Asked {
  type: MonitoringType
  metric: RatioMonitoringMetricId
  limit: number | undefined
}

type Payload<T extends MonitoringType> = z.infer<(typeof monitoringPayloads)[T]>

const windowOf = ({ newest: { newest } }: LiveState) => ({
  first: firstOfWindow(newest),
  last: newest,
})

const momentOf = (
  { newest: { newest, isEarly } }: LiveState,
  range = { first: newest, last: newest },
) => ({
  timeframe: stepsTimeframe(range),
  step: newest,
  is_early: isEarly,
})

const timeSeries = (state: LiveState, steps: readonly number[]): Payload<'time_series'> => ({
  ...momentOf(state, windowOf(state)),
  data: steps.map((step) => {
    const { sums, isEarly } = state.window.step(step)
    const values = ratioMetricIds.map((metric) => [
      metric,
      metricValue(metric, measuredIn(metric, sums), 1),
    ])
    return {
      date: isoTime(step),
      concurrent_viewers: viewersIn(sums),
      is_early: isEarly,
      metrics: Object.fromEntries(values),
    }
  }),
})

const dimensionOf = (type: MonitoringBreakdownType) =>
  type.slice('breakdown_'.length) as SteppedDimension

const breakdown = (
  state: LiveState,
  type: MonitoringBreakdownType,
  { metric, limit = usualLimit(metric) }: Asked,
): Payload<MonitoringBreakdownType> => {
  const dimension = dimensionOf(type)
  const of = state.groups.get(dimension)
  const groups = (of?.groups ?? [])
    .map(({ value, label, sums }) => ({ value, label, ...measuredIn(metric, sums) }))
    .filter((group) => group.viewers + group.starting_up + group.over + group.under > 0)
  const whole = measuredIn(metric, state.window.step(state.newest.newest).sums)
  const order = { orderBy: 'negative_impact', direction: 'desc', limit } as const
  return {
    ...momentOf(state),
    metric,
    data: rankRows(metric, groups, whole, 1, order).map((row) => presentRow(dimension, row)),
    total_row_count: of?.totals[metric] ?? 0,
  }
}

const countries = (state: LiveState): Payload<'concurrent_viewers_by_country'> => {
  const watching = (state.groups.get('country')?.groups ?? []).filter(
    ({ sums }) => viewersIn(sums) > 0,
  )
  return {
    ...momentOf(state),
    data: watching.map(({ value, label, sums }) => ({
      value,
      display_value: displayValue('country', { value, label }),
      concurrent_viewers: viewersIn(sums),
    })),
    total_row_count: watching.length,
  }
}

const topTitles = (
  state: LiveState,
  { limit = monitoringTopicLimits.titles }: Asked,
): Payload<'top_concurrent_video_title'> => {
  const titles = (state.groups.get('video_title')?.groups ?? []).flatMap(({ value, sums }) =>
    value && viewersIn(sums) > 0 ? [{ title: value, viewers: viewersIn(sums) }] : [],
  )
  return {
    ...momentOf(state),
    data: titles.slice(0, limit).map(({ title, viewers }) => ({
      video_title: title,
      concurrent_viewers: viewers,
      change: state.titles.changeOf(title, state.newest.newest),
    })),
  }
}

const histogram = (
  state: LiveState,
  isWanted: (minute: number) => boolean,
): Payload<'histogram_time_series_startup_time'> => {
  const range = windowOf(state)
  const times = new Map<number, number[]>()
  for (const step of stepsOf(range)) {
    const minute = minuteOf(step)
    if (!isWanted(minute)) continue
    const ofMinute = times.get(minute) ?? []
    times.set(minute, ofMinute.concat(state.window.step(step).startupTimes))
  }
  return {
    ...momentOf(state, range),
    data: [...times].map(([minute, ofMinute]) => presentMinute(histogramMinute(minute, ofMinute))),
    meta: histogramMeta,
  }
}

/** The first minute loses its oldest step with every new one. */
const changedMinutes = (state: LiveState) => {
  const minutes = new Set([firstOfWindow(state.newest.newest), ...state.changed].map(minuteOf))
  return (minute: number) => minutes.has(minute)
}

/** All of it, or only what the last question changed. */
export const payloadOf = (state: LiveState, asked: Asked, isWhole: boolean): object => {
  const { type } = asked
  if (type === 'time_series')
    return timeSeries(state, isWhole ? stepsOf(windowOf(state)) : state.changed)
  if (type === 'histogram_time_series_startup_time')
    return histogram(state, isWhole ? () => true : changedMinutes(state))
  if (type === 'concurrent_viewers_by_country') return countries(state)
  if (type === 'top_concurrent_video_title') return topTitles(state, asked)
  return breakdown(state, type, asked)
}
