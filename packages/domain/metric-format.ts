import { formatNumber, unknownValue } from './format.ts'

export interface MetricValueFormat {
  type: 'percent' | 'float'
  decimals: number
}

const percentMetrics = new Set(['error_rate', 'exit_before_video_start', 'rebuffer_percentage'])
const wholeMetrics = new Set([
  'time_to_first_frame',
  'player_load_time',
  'buffering_duration',
  'view_seek_duration',
])
const fineMetrics = new Set(['buffering_rate', 'buffering_count'])

function isScore(metric: string): boolean {
  return metric === 'score' || metric.endsWith('_score')
}

export function metricValueFormat(metric: string): MetricValueFormat {
  if (percentMetrics.has(metric) || isScore(metric)) return { type: 'percent', decimals: 2 }
  if (wholeMetrics.has(metric)) return { type: 'float', decimals: 0 }
  if (fineMetrics.has(metric)) return { type: 'float', decimals: 3 }
  return { type: 'float', decimals: 2 }
}

const errorViewMetrics = new Set([
  'playback_failure_percentage',
  'playback_failure_score',
  'video_startup_failure_percentage',
])

export function metricViewsLabel(metric: string): string {
  return errorViewMetrics.has(metric) ? 'Error Views' : 'Video Views'
}

const combinedMetricNames = new Map([
  ['playback_failure_score', 'Playback Success Score'],
  ['rebuffering_score', 'Smoothness Score'],
])

export function combinedMetricName(metric: string): string | undefined {
  return combinedMetricNames.get(metric)
}

export function formatPlayingTime(seconds: number | null | undefined, measurement: string): string {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return unknownValue
  const isPerView = measurement === 'median' || measurement === 'avg'
  const value = isPerView ? seconds / 60 : seconds / 3600
  return `${formatNumber(value, Math.abs(value) < 10 ? 2 : 0)} ${isPerView ? 'm' : 'h'}`
}
