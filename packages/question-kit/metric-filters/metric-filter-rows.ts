import { metricGroups, type MetricGroup } from '@playhead/metrics/metric.ts'
import { type MetricId, metricIds, metrics } from '@playhead/metrics/metrics.ts'
import { problemOf, typedValue, wireValue } from './metric-filter-value.ts'
import { isFilterable, type MetricOperator, type MetricPredicate } from '../question/predicate.ts'

/** A line of the popover while it is edited. */
export interface MetricFilterRow {
  key: number
  metric: MetricId | undefined
  operator: MetricOperator
  /** As typed. */
  value: string
}

export const rowsOf = (predicates: readonly MetricPredicate[]): MetricFilterRow[] =>
  predicates.map(({ metric, operator, value }, key) => ({
    key,
    metric,
    operator,
    value: String(typedValue({ metric, value })),
  }))

export const emptyRow = (rows: readonly MetricFilterRow[]): MetricFilterRow => ({
  key: Math.max(-1, ...rows.map(({ key }) => key)) + 1,
  metric: undefined,
  operator: '>',
  value: '',
})

/** METR-080: rows without a metric or a value are ignored. */
export const predicatesOf = (rows: readonly MetricFilterRow[]): MetricPredicate[] =>
  rows.flatMap(({ metric, operator, value }) =>
    metric === undefined || problemOf(metric, value) !== undefined
      ? []
      : [{ metric, operator, value: wireValue(metric, Number(value)) }],
  )

/** METR-078 */
export const isUnfinished = ({ metric, value }: MetricFilterRow) =>
  metric !== undefined && problemOf(metric, value) !== undefined

const groupTitles: Record<MetricGroup, string> = {
  engagement: 'Engagement',
  overall: 'Overall',
  playback_success: 'Playback success',
  startup: 'Startup',
  smoothness: 'Smoothness',
  video_quality: 'Video quality',
  requests: 'Requests',
  ads: 'Ads',
}

/** METR-074 */
export const filterableMetrics = metricGroups
  .map((group) => ({
    id: group,
    title: groupTitles[group],
    items: metricIds
      .filter((id) => metrics[id].group === group && isFilterable(id))
      .map((id) => ({ id, label: metrics[id].title })),
  }))
  .filter(({ items }) => items.length > 0)
