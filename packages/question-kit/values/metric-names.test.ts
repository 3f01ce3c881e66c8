import { expect, test } from 'vitest'
import type { Measurement } from '@playhead/metrics/metric.ts'
import { metricAliases, type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { changeOf, valueParts, viewsLabelOf } from './metric-names.ts'

test.each<[MetricId, Measurement, number | null, string, string]>([
  ['viewer_experience_score', 'avg', 0.874, '87.40', '/100'],
  ['viewer_experience_score', 'avg', null, 'N/A', ''],
  ['playback_failure_percentage', 'avg', 0.0123, '1.23', '%'],
  ['video_startup_time', 'median', 1234, '1.23', 's'],
  ['video_startup_time', 'median', null, '–', ''],
  ['rebuffer_frequency', 'avg', 0.5 / 60_000, '0.500', '/min'],
  ['weighted_average_bitrate', 'median', 4_250_000, '4.25', 'Mbps'],
  ['views', 'count', 48_213, '48,213', ''],
  ['playing_time', 'sum', 36_000_000, '10', 'h'],
  ['playing_time', 'avg', 90_000, '1.50', 'm'],
  ['playing_time', 'median', 900_000, '15', 'm'],
])(
  'KIT-048 METR-041 the %s as %s of %s is %s with the unit %s',
  (id, measurement, value, figure, unit) => {
    expect(valueParts(value, metrics[id], measurement)).toEqual({ figure, unit })
  },
)

test.each<[MetricId, number, number | null, ReturnType<typeof changeOf>]>([
  ['viewer_experience_score', 0.874, 0.855, { text: '+1.90', tone: 'good' }],
  ['viewer_experience_score', 0.855, 0.874, { text: '−1.90', tone: 'bad' }],
  ['video_startup_time', 1500, 1250, { text: '+0.25 s', tone: 'bad' }],
  ['video_startup_time', 1250, 1500, { text: '−0.25 s', tone: 'good' }],
  ['playback_failure_percentage', 0.0203, 0.041, { text: '−2.07 pp', tone: 'good' }],
  ['views', 1200, 1000, { text: '+200', tone: 'neutral' }],
  ['views', 1000, 1000, { text: 'No change', tone: 'neutral' }],
  ['video_startup_time', 1250, 1251, { text: 'No change', tone: 'neutral' }],
  ['video_startup_time', 1250, null, undefined],
])('of the %s, %s after %s is a change', (id, now, before, change) => {
  const { defaultMeasurement } = metrics[id]
  expect(changeOf(now, before, metrics[id], defaultMeasurement)).toEqual(change)
})

test('KIT-046 metrics of failures are counted in error views, all others in video views', () => {
  const ids = Object.keys(metrics) as MetricId[]
  expect(ids.filter((id) => viewsLabelOf(id) === 'Error Views')).toEqual([
    'playback_success_score',
    'playback_failure_percentage',
    'video_startup_failure_percentage',
  ])
  expect(viewsLabelOf('video_startup_time')).toBe('Video Views')
})

test('KIT-047 combined metrics have display names, by their other names too', () => {
  expect(metrics[metricAliases.playback_failure_score].title).toBe('Playback Success Score')
  expect(metrics[metricAliases.rebuffering_score].title).toBe('Smoothness Score')
  expect(metrics.playback_success_score.title).toBe('Playback Success Score')
  expect(metrics.rebuffer_score.title).toBe('Smoothness Score')
})
