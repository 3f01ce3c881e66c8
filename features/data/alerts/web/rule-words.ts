import { displayValue } from '@playhead/question-kit/dimensions/display-value.ts'
import { isDimension, predicateValue } from '@playhead/question-kit/question/predicate.ts'
import { type MonitoringDimensionId, monitoringDimensions } from '@playhead/metrics/monitoring.ts'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { usualCloseValue } from '../close-value.ts'
import type { alertRules } from '../contract.ts'
import { ruleValueText, titleOfMetric } from './metric-text.ts'

export type Rule = CallResponse<typeof alertRules.retrieve>['data']
type Filter = Rule['filters'][number]

export const dimensionTitle = (dimension: string) =>
  Object.hasOwn(monitoringDimensions, dimension)
    ? monitoringDimensions[dimension as MonitoringDimensionId].title
    : dimension

export const dimensionValueText = (dimension: string, value: string | null, named = '') => {
  if (value !== null && value !== '' && named !== '' && named !== value) return named
  if (isDimension(dimension)) return displayValue(dimension, value)
  return value === null ? 'Unknown' : value
}

const filterText = ({ dimension, value, displayValue: named, exclude }: Filter) =>
  `${dimensionTitle(dimension)} is ${exclude ? 'not ' : ''}${dimensionValueText(dimension, value, named)}`

/** What a rule watches, such as `CDN is fastly, for each Country`. */
export const scopeText = ({ filters, groupBy }: Pick<Rule, 'filters' | 'groupBy'>) => {
  const where = filters.length === 0 ? 'All views' : filters.map(filterText).join(' and ')
  return groupBy.length === 0
    ? where
    : `${where}, for each ${groupBy.map(dimensionTitle).join(' and ')}`
}

export const windowWords = (seconds: number) =>
  seconds === 60 ? '1 minute' : `${seconds / 60} minutes`

/** What the minimum of a rule counts. */
export const audienceWords = (metric: Rule['metric']) =>
  metric === 'video-startup-failure-percentage' || metric === 'exits-before-video-start'
    ? 'attempts to start'
    : 'viewers'

/** In the form of the API of real-time data. */
export const filterTexts = (filters: readonly Filter[]) =>
  filters.map(
    ({ dimension, value, exclude }) => `${exclude ? '!' : ''}${dimension}:${predicateValue(value)}`,
  )

type Judged = Pick<Rule, 'metric' | 'thresholdAlert' | 'windowDuration' | 'windowMinViews'>

/** What opens an incident. */
export const ruleSentence = ({
  metric,
  thresholdAlert,
  windowDuration,
  windowMinViews,
}: Judged) => {
  const beyond = `${thresholdAlert.area} ${ruleValueText(metric, thresholdAlert.value)}`
  const least =
    metric === 'current-concurrent-viewers'
      ? ''
      : `, with at least ${windowMinViews} ${audienceWords(metric)}`
  return `${titleOfMetric(metric)} is ${beyond} for ${windowWords(windowDuration)}${least}.`
}

/** What closes it, such as `below 4.5 % for 2 minutes`. */
export const closingText = ({
  metric,
  thresholdAlert,
}: Pick<Judged, 'metric' | 'thresholdAlert'>) => {
  const { area, value, closeValue, closeAfter } = thresholdAlert
  const good = closeValue ?? usualCloseValue({ metric, area, value })
  const side = `${area === 'above' ? 'below' : 'above'} ${ruleValueText(metric, good)}`
  if (closeAfter === 0) return side
  return `${side} for ${closeAfter % 60 === 0 ? windowWords(closeAfter) : `${closeAfter} seconds`}`
}

export const noDataLabels = { keep: 'Keep the state', alert: 'Open an incident' } as const
export const severityLabels = { alert: 'Alert', warning: 'Warning' } as const
