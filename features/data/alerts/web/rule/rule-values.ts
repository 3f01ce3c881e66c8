import { formatNumber } from '@playhead/domain/format.ts'
import type { MonitoringDimensionId } from '@playhead/metrics/monitoring.ts'
import type { incidentSeverities } from '@playhead/features/data/incidents/contract'
import type { monitoringMetricIds } from '@playhead/features/data/monitoring/contract'
import { type alertAreas, alertLimits, type noDataModes } from '../../contract.ts'
import { rounded, ruleName } from '../../rule-name.ts'
import { unitOf } from '../metric-text.ts'
import type { Rule } from '../rule-words.ts'

export type RuleMetric = (typeof monitoringMetricIds)[number]

/** What the form holds; numbers as they are typed. */
export interface RuleValues {
  metric: RuleMetric
  area: (typeof alertAreas)[number]
  value: string
  windowSeconds: number
  minViews: string
  filters: Rule['filters']
  groupBy: MonitoringDimensionId[]
  groupsMax: string
  /** Empty: a tenth of the value away from it. */
  closeValue: string
  closeAfter: number
  onNoData: (typeof noDataModes)[number]
  severity: (typeof incidentSeverities)[number]
  channelIds: string[] | null
  name: string
  isEnabled: boolean
}

/** Where a rule about a metric usually starts. */
export const usualOf: Record<RuleMetric, Pick<RuleValues, 'area' | 'value'>> = {
  'playback-failure-percentage': { area: 'above', value: '0.3' },
  'video-startup-failure-percentage': { area: 'above', value: '5' },
  'exits-before-video-start': { area: 'above', value: '20' },
  'current-rebuffering-percentage': { area: 'above', value: '2' },
  'current-average-bitrate': { area: 'below', value: '1' },
  'current-concurrent-viewers': { area: 'below', value: '10' },
}

export const newValues = (): RuleValues => ({
  metric: 'playback-failure-percentage',
  ...usualOf['playback-failure-percentage'],
  windowSeconds: 300,
  minViews: String(alertLimits.minViews.default),
  filters: [],
  groupBy: [],
  groupsMax: String(alertLimits.groupsMax.default),
  closeValue: '',
  closeAfter: alertLimits.closeAfterSeconds.default,
  onNoData: 'keep',
  severity: 'alert',
  channelIds: null,
  name: '',
  isEnabled: true,
})

export const valuesOf = (rule: Rule): RuleValues => ({
  metric: rule.metric,
  area: rule.thresholdAlert.area,
  value: String(rule.thresholdAlert.value),
  windowSeconds: rule.windowDuration,
  minViews: String(rule.windowMinViews),
  filters: rule.filters,
  groupBy: [...rule.groupBy],
  groupsMax: String(rule.groupsMax),
  closeValue: rule.thresholdAlert.closeValue === null ? '' : String(rule.thresholdAlert.closeValue),
  closeAfter: rule.thresholdAlert.closeAfter,
  onNoData: rule.onNoData,
  severity: rule.severity,
  channelIds: rule.channelIds && [...rule.channelIds],
  name: rule.name ?? '',
  isEnabled: rule.isEnabled,
})

/** ALRT-023 */
export const copiedValues = (rule: Rule): RuleValues => ({
  ...valuesOf(rule),
  name: `Copy of ${rule.displayName}`.slice(0, alertLimits.nameMax),
})

/** Undefined for what is no number of 0 or more. */
export const numberIn = (text: string): number | undefined => {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(number) && number >= 0 ? number : undefined
}

const numberError = (metric: RuleMetric, number: number | undefined) => {
  if (number === undefined) return 'The value is a number of 0 or more'
  if (unitOf(metric) === '%' && number > 100) return 'A percentage is at most 100'
  return number > alertLimits.valueMax
    ? `The value is at most ${formatNumber(alertLimits.valueMax)}`
    : undefined
}

const valueError = ({ metric, value }: RuleValues) =>
  value.trim() === '' ? 'A value is required' : numberError(metric, numberIn(value))

const closeError = (values: RuleValues) => {
  const { area, closeValue } = values
  if (closeValue.trim() === '') return undefined
  const [number, value] = [numberIn(closeValue), numberIn(values.value)]
  const error = numberError(values.metric, number)
  if (error || number === undefined || value === undefined) return error
  if (area === 'above' && number > value)
    return 'The closing value must not be above the opening value'
  return area === 'below' && number < value
    ? 'The closing value must not be below the opening value'
    : undefined
}

/** The closing value for another opening value: as far away in proportion, and on its good side. */
export const scaledClosing = (
  { metric, area, value, closeValue }: Pick<RuleValues, 'metric' | 'area' | 'value' | 'closeValue'>,
  next: string,
) => {
  const [from, to, close] = [value, next, closeValue].map(numberIn)
  if (from === undefined || to === undefined || close === undefined) return closeValue
  const scaled = from === 0 ? close : rounded((close / from) * to, 2)
  if (area === 'above') return String(Math.min(scaled, to))
  return String(Math.max(unitOf(metric) === '%' ? Math.min(scaled, 100) : scaled, to))
}

const wholeError = (text: string, words: string, { min, max }: { min: number; max: number }) => {
  const number = numberIn(text)
  return number === undefined || !Number.isInteger(number) || number < min || number > max
    ? words
    : undefined
}

const minViewsError = ({ minViews }: RuleValues) => {
  const { max } = alertLimits.minViews
  if ((numberIn(minViews) ?? 0) > max) return `The minimum is at most ${formatNumber(max)}`
  return wholeError(minViews, 'A minimum of 0 or more is required', { min: 0, max })
}

/** The audience is what this metric measures. */
export const hasMinViews = ({ metric }: Pick<RuleValues, 'metric'>) =>
  metric !== 'current-concurrent-viewers'

const groupsMaxError = ({ groupsMax }: RuleValues) =>
  wholeError(groupsMax, `A number from 1 to ${alertLimits.groupsMax.max}`, {
    min: 1,
    max: alertLimits.groupsMax.max,
  })

/** Only of fields that are shown: an error that nobody sees would keep the rule from being saved. ALRT-027 */
export const ruleErrors = (values: RuleValues) => ({
  value: valueError(values),
  closeValue: closeError(values),
  minViews: hasMinViews(values) ? minViewsError(values) : undefined,
  groupsMax: values.groupBy.length > 0 ? groupsMaxError(values) : undefined,
})

export const isComplete = (values: RuleValues) =>
  Object.values(ruleErrors(values)).every((error) => error === undefined)

/** ALRT-021 */
export const madeName = ({ metric, area, value, windowSeconds }: RuleValues) => {
  const number = numberIn(value)
  return number === undefined ? undefined : ruleName({ metric, area, value: number, windowSeconds })
}

/** Of complete values; a field that is not shown may hold anything. ALRT-020 */
export const bodyOf = (values: RuleValues) => ({
  name: values.name.trim() || null,
  metric: values.metric,
  thresholdAlert: {
    value: numberIn(values.value) ?? 0,
    area: values.area,
    closeValue: numberIn(values.closeValue) ?? null,
    closeAfter: values.closeAfter,
  },
  windowDuration: values.windowSeconds,
  windowMinViews: minViewsError(values) ? alertLimits.minViews.default : Number(values.minViews),
  filters: values.filters,
  groupBy: values.groupBy,
  groupsMax: groupsMaxError(values) ? alertLimits.groupsMax.default : Number(values.groupsMax),
  onNoData: values.onNoData,
  severity: values.severity,
  channelIds: values.channelIds,
  isEnabled: values.isEnabled,
})
