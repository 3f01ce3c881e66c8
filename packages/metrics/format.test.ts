import { expect, test } from 'vitest'
import { formatMetricDifference, formatMetricValue } from './format.ts'
import type { Measurement } from './metric.ts'
import { metrics, type MetricId } from './metrics.ts'

test.each<[MetricId, Measurement, number | null, string]>([
  ['viewer_experience_score', 'avg', 0.853, '85.3'],
  ['viewer_experience_score', 'avg', null, 'N/A'],
  ['playback_failure_percentage', 'avg', 0.0123, '1.23 %'],
  ['video_startup_time', 'median', 1234, '1.23 s'],
  ['video_startup_time', 'median', null, '–'],
  ['rebuffer_frequency', 'avg', 0.5 / 60_000, '0.500/min'],
  ['weighted_average_bitrate', 'median', 4_250_000, '4.25 Mbps'],
  ['playing_time', 'sum', 36_000_000, '10 h'],
  ['playing_time', 'avg', 90_000, '1.50 m'],
  ['watch_time', 'sum', 5_400_000, '1.50 h'],
  ['rebuffer_count', 'avg', 1.5, '1.50'],
  ['views', 'count', 12_345, '12,345'],
  ['views', 'count', null, '–'],
])('METR-018 KIT-038 %s as %s of %s reads %s', (id, measurement, value, text) => {
  expect(formatMetricValue(value, metrics[id], measurement)).toBe(text)
})

test.each<[MetricId, Measurement, number | null, string, string]>([
  ['playback_failure_percentage', 'avg', 0.0203 - 0.041, '−2.07 pp', '−2.070 pp'],
  ['rebuffer_percentage', 'avg', 0.0019, '+0.19 pp', '+0.190 pp'],
  ['rebuffer_percentage', 'avg', 0.00003, '0.00 pp', '+0.003 pp'],
  ['rebuffer_percentage', 'avg', 0, '0.00 pp', '0.000 pp'],
  ['viewer_experience_score', 'avg', -0.021, '−2.1', '−2.10'],
  ['viewer_experience_score', 'avg', -0.0021, '−0.2', '−0.21'],
  ['viewer_experience_score', 'avg', null, '–', '–'],
  ['video_startup_time', 'median', -1_110, '−1.11 s', '−1.11 s'],
  ['video_startup_time', 'median', Number.NaN, '–', '–'],
  ['rebuffer_frequency', 'avg', 0.5 / 60_000, '+0.500/min', '+0.500/min'],
  ['weighted_average_bitrate', 'median', -4_250_000, '−4.25 Mbps', '−4.25 Mbps'],
  ['playing_time', 'avg', 90_000, '+1.50 m', '+1.50 m'],
  ['views', 'count', 200, '+200', '+200'],
])(
  'a difference of %s as %s of %s reads %s, finely %s',
  (id, measurement, difference, text, fine) => {
    expect(formatMetricDifference(difference, metrics[id], measurement)).toBe(text)
    expect(formatMetricDifference(difference, metrics[id], measurement, { isFine: true })).toBe(
      fine,
    )
  },
)
