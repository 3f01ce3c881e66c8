import type { RatioMonitoringMetricId } from '@playhead/analytics/monitoring/monitoring-metric.ts'
import { shownPerWire } from '@playhead/metrics/format.ts'
import { type MonitoringMetricId, monitoringMetrics } from '@playhead/metrics/monitoring.ts'
import { usualCloseValue } from '../../close-value.ts'
import type { JudgedRule } from '../judge/judge.ts'
import type { RuleRow } from '../rules/rules.sql.ts'

/** From the unit that is shown to that of the metric, such as from percent to a share. */
export const asMeasured = (metric: MonitoringMetricId, shown: number) =>
  shown / shownPerWire[monitoringMetrics[metric].unit]

export const asShown = (metric: MonitoringMetricId, measured: number) =>
  measured * shownPerWire[monitoringMetrics[metric].unit]

type Judgeable = Pick<
  RuleRow,
  | 'metric'
  | 'area'
  | 'value'
  | 'close_value'
  | 'window_seconds'
  | 'close_after_seconds'
  | 'window_min_views'
  | 'on_no_data'
>

export const judgedRule = (rule: Judgeable): JudgedRule & { metric: RatioMonitoringMetricId } => ({
  metric: rule.metric,
  area: rule.area,
  value: asMeasured(rule.metric, rule.value),
  closeValue: asMeasured(rule.metric, rule.close_value ?? usualCloseValue(rule)),
  windowSeconds: rule.window_seconds,
  closeAfterSeconds: rule.close_after_seconds,
  minViews: rule.window_min_views,
  opensWithoutData: rule.on_no_data === 'alert',
})
