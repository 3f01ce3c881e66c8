import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import {
  parseMetricPredicate,
  parsePredicate,
  isDimension,
} from '@playhead/question-kit/question/predicate.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import type { Widget } from '../dashboard/dashboard.ts'

export type WidgetFields = Pick<
  Widget,
  'type' | 'metric' | 'measurement' | 'dimension' | 'dimensionFilters' | 'metricFilters'
>

export const metricOfWidget = (id: string): MetricId =>
  Object.hasOwn(metrics, id) ? (id as MetricId) : 'viewer_experience_score'

export const measurementsOf = (id: MetricId): Measurement[] =>
  Object.keys(metrics[id].measurements) as Measurement[]

export const measurementOf = ({ metric, measurement }: Pick<Widget, 'metric' | 'measurement'>) => {
  const id = metricOfWidget(metric)
  const definition: Metric = metrics[id]
  const isKnown = measurement !== undefined && definition.measurements[measurement] !== undefined
  return isKnown ? measurement : definition.defaultMeasurement
}

export const defaultDimension: DimensionId = 'country'

export const dimensionOf = ({ dimension }: Pick<Widget, 'dimension'>): DimensionId =>
  dimension !== undefined && isDimension(dimension) ? dimension : defaultDimension

const nameOf = (text: string) => parsePredicate(text)[0]?.dimension
const metricNameOf = (text: string) => parseMetricPredicate(text)[0]?.metric

/** For a dimension that both filter by, the component's filter wins. */
const besides = (
  shared: readonly string[],
  own: readonly string[],
  name: (text: string) => string | undefined,
) => {
  const names = new Set(own.map(name))
  return [...shared.filter((text) => !names.has(name(text))), ...own]
}

/** The question of a component: that of the dashboard with the component's own filters. */
export const widgetQuery = (
  { dimensionFilters, metricFilters }: Pick<Widget, 'dimensionFilters' | 'metricFilters'>,
  { query }: Pick<QuestionState, 'query'>,
) => ({
  timeframe: query.timeframe,
  filters: besides(query.filters, dimensionFilters, nameOf),
  metricFilters: besides(query.metricFilters, metricFilters, metricNameOf),
})

/** URL parameters for the same question on the metrics screen. */
export const metricsSearch = (widget: WidgetFields, state: Pick<QuestionState, 'query'>) => {
  const { timeframe, filters, metricFilters } = widgetQuery(widget, state)
  const isBrokenDown = widget.type === 'list' || widget.type === 'bars'
  return stringifySearch({
    metric: metricOfWidget(widget.metric),
    measurement: measurementOf(widget),
    ...(isBrokenDown && { breakdown: dimensionOf(widget) }),
    timeframe,
    filters,
    metric_filters: metricFilters,
  })
}
