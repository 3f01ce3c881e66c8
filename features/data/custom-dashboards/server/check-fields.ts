import { invalidField } from '@playhead/contract-kit/errors.ts'
import { isDimension, parseFilters } from '@playhead/analytics/question/parse-filters.ts'
import { parseMetricFilters } from '@playhead/analytics/question/parse-metric-filters.ts'
import { refusalOf } from '@playhead/features/data/question/server'
import type { Dimension } from '@playhead/metrics/dimension.ts'
import { dimensions } from '@playhead/metrics/dimensions.ts'
import type { Flags } from '@playhead/domain/flags.ts'
import type { Metric } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { comparisonDays, dashboardLimits } from '../contract.ts'
import type { DashboardFields } from './custom-dashboards.sql.ts'

type Contents = DashboardFields['dashboard_contents']
type Widget = Contents['widgets'][string]
type Limits = Pick<Flags, 'maxFilters' | 'metricFiltersEnabled'>

const labelPattern = /^Last [1-9]\d{0,4} (minutes|hours|days|weeks|months)$/
const rangePattern = /^(\d{1,12}),(\d{1,12})$/

const checkTimeframe = (text: string) => {
  const [, start, end] = rangePattern.exec(text) ?? []
  if (labelPattern.test(text) || (start !== undefined && Number(start) < Number(end))) return
  throw invalidField(
    'timeframe_start',
    'A timeframe is a text such as "Last 24 hours", or a start and an end as epoch seconds.',
  )
}

const refuse = (message: string) => invalidField('dashboard_contents', message)

const checkCount = (names: readonly string[], { maxFilters }: Limits) => {
  if (maxFilters >= 0 && new Set(names).size > maxFilters)
    throw refuse(`Your plan allows ${maxFilters} filters at once.`)
}

/** Uses the filter grammar of all other questions, so that no filter is stored that a request could not use. */
const checkFilters = (
  filters: readonly string[],
  metricFilters: readonly string[],
  limits: Limits,
) => {
  try {
    const parsed = parseFilters(filters)
    const parsedMetric = parseMetricFilters(metricFilters)
    if (parsedMetric.length > 0 && !limits.metricFiltersEnabled)
      throw refuse('Metric filters are not part of your plan.')
    checkCount(
      parsed.map(({ dimension }) => dimension),
      limits,
    )
    checkCount(
      parsedMetric.map(({ metric }) => metric),
      limits,
    )
  } catch (error) {
    throw refusalOf(error)
  }
}

const metricOf = (id: string): Metric | undefined =>
  Object.hasOwn(metrics, id) ? metrics[id as MetricId] : undefined

const isBreakdown = (id: string | undefined) => {
  if (id === undefined || !isDimension(id)) return false
  const dimension: Dimension = dimensions[id]
  return dimension.isBreakdown
}

const checkWidget = (widget: Widget, limits: Limits) => {
  const { type, metric: id, measurement, dimension, position, comparison_timeframe: days } = widget
  const metric = metricOf(id)
  if (!metric) throw refuse(`${id} is not a metric`)
  if (measurement && !metric.measurements[measurement])
    throw refuse(`${id} has no measurement ${measurement}`)
  if ((type === 'list' || type === 'bars') && !isBreakdown(dimension))
    throw refuse(`${dimension ?? 'Nothing'} is not a dimension to break down by`)
  if (days !== undefined && !comparisonDays.some((known) => known === days))
    throw refuse(`A comparison is with ${comparisonDays.join(', ')} days before.`)
  if (position.column + position.column_span > dashboardLimits.columns)
    throw refuse(`The grid has ${dashboardLimits.columns} columns.`)
  checkFilters(widget.dimension_filters, widget.metric_filters, limits)
}

const checkContents = (contents: Contents, limits: Limits) => {
  const widgets = Object.values(contents.widgets)
  if (widgets.length > dashboardLimits.widgetsMax)
    throw refuse(`A dashboard has at most ${dashboardLimits.widgetsMax} components.`)
  const numbers = widgets.filter(({ type }) => type === 'metric')
  // DASH-020
  if (numbers.length > dashboardLimits.metricWidgetsMax)
    throw refuse(`The metric row holds at most ${dashboardLimits.metricWidgetsMax} components.`)
  for (const widget of widgets) checkWidget(widget, limits)
  checkFilters(contents.global_dimension_filters, contents.global_metric_filters, limits)
}

/** Checks only changed fields against the plan: what a larger plan allowed stays valid. */
export const checkFields = (
  { timeframe_start: timeframeStart, dashboard_contents: contents }: Partial<DashboardFields>,
  limits: Limits,
) => {
  if (timeframeStart !== undefined) checkTimeframe(timeframeStart)
  if (contents !== undefined) checkContents(contents, limits)
}
