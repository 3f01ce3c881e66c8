import { expect, test } from 'vitest'
import { formatMetricDifference, formatMetricValue } from './format.ts'
import type { Measurement } from './metric.ts'
import { metricAliases, metrics, type MetricId } from './metrics.ts'

test.each<[MetricId, Measurement, number | null, string]>([
  ['viewer_experience_score', 'avg', 0.853, '85.30'],
  ['viewer_experience_score', 'avg', null, 'N/A'],
  ['playback_failure_percentage', 'avg', 0.0123, '1.23 %'],
  ['video_startup_time', 'median', 1234, '1.23 s'],
  ['video_startup_time', 'median', null, '–'],
  ['rebuffer_frequency', 'avg', 0.5 / 60_000, '0.500/min'],
  ['weighted_average_bitrate', 'median', 4_250_000, '4.25 Mbps'],
  ['playing_time', 'sum', 36_000_000, '10 h'],
  ['playing_time', 'avg', 90_000, '1.50 m'],
  ['watch_time', 'sum', 5_400_000, '1.50 h'],
  ['rebuffer_count', 'avg', 1.5, '1.500'],
  ['rebuffer_count', 'sum', 1_500, '1,500'],
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
  ['viewer_experience_score', 'avg', -0.021, '−2.10', '−2.10'],
  ['viewer_experience_score', 'avg', -0.0021, '−0.21', '−0.21'],
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

test.each([
  [200_000, 12_000, '+0.20 m'],
  [7_200_000, -360_000, '−0.10 h'],
  [20_000, 31_000, '+31 s'],
  [1_000, 30, '+0.03 s'],
])('KIT-039 beside %s ms, a difference of %s ms reads %s', (beside, difference, text) => {
  expect(formatMetricDifference(difference, metrics.rebuffer_duration, 'avg', { beside })).toBe(
    text,
  )
})

test.each<[keyof typeof metricAliases | MetricId, number, string]>([
  ['error_rate', 0.01234, '1.23 %'],
  ['exit_before_video_start', 0.2, '20.00 %'],
  ['rebuffer_percentage', 0.00456, '0.46 %'],
  ['score', 0.85318, '85.32'],
  ['playback_score', 1, '100.00'],
  ['startup_score', 0.5, '50.00'],
  ['smoothness_score', 0.91, '91.00'],
  ['quality_score', 0.99996, '100.00'],
  // Times are whole milliseconds, which are formatted as a duration. KIT-039
  ['time_to_first_frame', 1_234, '1.23 s'],
  ['player_load_time', 40_000, '40 s'],
  ['buffering_duration', 300_000, '5 m'],
  ['buffering_rate', 0.123456 / 60_000, '0.123/min'],
  ['buffering_count', 0.12345, '0.123'],
  ['weighted_average_bitrate', 4_251_000, '4.25 Mbps'],
  ['rendition_change_count', 1.25678, '1.26'],
  ['requests_for_first_preroll', 2.5, '2.50'],
  ['rendition_change_count', 3, '3'],
  ['upscale_percentage', 0.12345, '12.35 %'],
])('KIT-045 the %s of %s reads %s', (name, value, text) => {
  const id = name in metricAliases ? metricAliases[name as 'score'] : (name as MetricId)
  expect(formatMetricValue(value, metrics[id], 'avg')).toBe(text)
})

test.each<[Measurement, number | null, string]>([
  ['median', 270_000, '4.50 m'],
  ['avg', 270_000, '4.50 m'],
  ['avg', 900_000, '15 m'],
  ['sum', 9 * 3_600_000, '9.00 h'],
  ['sum', 4_000 * 3_600_000, '4,000 h'],
  ['avg', null, '–'],
])('KIT-048 a playing time as %s of %s ms reads %s', (measurement, value, text) => {
  expect(formatMetricValue(value, metrics.playing_time, measurement)).toBe(text)
})
