import { abbreviateNumber, formatNumber, unknownValue } from '@playhead/domain/format.ts'
import { percentagePoint } from '@playhead/metrics/format.ts'
import {
  type MonitoringMetricId as AnyMonitoringMetricId,
  monitoringMetrics,
} from '@playhead/metrics/monitoring.ts'
import type { Change } from '@playhead/question-kit/values/metric-names.ts'
import type { monitoringMetricIds } from '../../contract.ts'

/** One number at each step; the startup time is a histogram and has its own card. */
export type MonitoringMetricId = (typeof monitoringMetricIds)[number]

/** In the order of the screen, with the names of the cards. MONI-004 */
export const cardTitles: Record<MonitoringMetricId, string> = {
  'current-concurrent-viewers': 'Concurrent viewers',
  'current-average-bitrate': 'Average bitrate',
  'current-rebuffering-percentage': 'Rebuffering',
  'exits-before-video-start': 'Exits before video start',
  'playback-failure-percentage': 'Playback failures',
  'video-startup-failure-percentage': 'Video startup failures',
}

export const cardMetrics = Object.keys(cardTitles) as MonitoringMetricId[]

export const isCardMetric = (name: string): name is MonitoringMetricId =>
  Object.hasOwn(cardTitles, name)

export const toneOfMetric = (metric: AnyMonitoringMetricId) => monitoringMetrics[metric].colorKey

/** MONI-005 */
export const valueParts = (metric: AnyMonitoringMetricId, value: number | null | undefined) => {
  if (typeof value !== 'number') return { figure: unknownValue, unit: '' }
  switch (monitoringMetrics[metric].unit) {
    case 'percentage':
      return { figure: formatNumber(value * 100, 2), unit: '%' }
    case 'bits_per_second':
      return { figure: formatNumber(value / 1e6, 2), unit: 'Mbps' }
    case 'milliseconds':
      return { figure: formatNumber(value / 1_000, 2), unit: 's' }
    default:
      return { figure: formatNumber(value), unit: '' }
  }
}

export const formatValue = (metric: AnyMonitoringMetricId, value: number | null | undefined) => {
  const { figure, unit } = valueParts(metric, value)
  return unit ? `${figure} ${unit}` : figure
}

/** How a chart of a metric writes its values and divides its axis. */
export const chartFormatOf = (metric: MonitoringMetricId) => {
  const { unit } = monitoringMetrics[metric]
  const format = (value: number | null) => formatValue(metric, value)
  return {
    format,
    formatTick: unit === 'number' ? abbreviateNumber : format,
    tickUnit: unit === 'percentage' ? 0.01 : unit === 'bits_per_second' ? 1e6 : 1,
    ...(unit === 'percentage' && { highest: 1 }),
  }
}

/** Below, a difference is written as no change. */
const isVisible = (text: string) => /[1-9]/.test(text)

/** The newest step against the mean of the window's first minute: shares in points, everything else in percent. */
export const changeOfMetric = (
  metric: MonitoringMetricId,
  now: number | null | undefined,
  before: number | null | undefined,
): Change | undefined => {
  if (typeof now !== 'number' || typeof before !== 'number') return undefined
  const { unit, better } = monitoringMetrics[metric]
  if (unit !== 'percentage' && before === 0) return undefined
  const size =
    unit === 'percentage'
      ? `${formatNumber(Math.abs(now - before) * 100, 2)} ${percentagePoint.unit}`
      : `${formatNumber((Math.abs(now - before) / before) * 100, 1)} %`
  if (!isVisible(size)) return { text: 'No change', tone: 'neutral' }
  const text = `${now < before ? '−' : '+'}${size}`
  if (better === 'neither') return { text, tone: 'neutral' }
  return { text, tone: now > before === (better === 'higher') ? 'good' : 'bad' }
}

const firstMinute = 12

/** Unknown steps do not count. */
export const meanOfStart = (values: readonly (number | null)[]): number | null => {
  const known = values.slice(0, firstMinute).filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length
}
