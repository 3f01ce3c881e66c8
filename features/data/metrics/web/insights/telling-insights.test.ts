import { expect, test } from 'vitest'
import type { Metric } from '@playhead/metrics/metric.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { tellingInsights } from './telling-insights.ts'

const score: Metric = metrics.viewer_experience_score
const whole = { value: 0.887, totalViews: 4_000 }

const row = (filterColumn: string, filterValue: string, views: number, metric: number) => ({
  filterColumn,
  filterValue,
  metric,
  negativeImpactScore: ((whole.value - metric) * views) / whole.totalViews,
  views,
  totalViews: views,
  totalWatchTime: views * 60_000,
  totalPlayingTime: views * 59_000,
})

const told = (...rows: ReturnType<typeof row>[]) =>
  tellingInsights(rows, whole, score, 'avg').map(({ filterValue, also }) => [
    filterValue,
    ...also.map((one) => one.filterValue),
  ])

test('METR-082 values that mean the same views are one insight', () => {
  expect(
    told(
      row('country', 'IN', 187, 0.766),
      row('player_language', 'hi', 187, 0.766),
      row('country', 'BR', 177, 0.81),
    ),
  ).toEqual([['IN', 'hi'], ['BR']])
})

test('METR-082 what nearly all views share is left out', () => {
  expect(told(row('page_type', 'watchpage', 3_700, 0.85))).toEqual([])
  expect(told(row('page_type', 'watchpage', 3_500, 0.85))).toEqual([['watchpage']])
})

test('METR-082 a difference that can be chance is left out, until more views confirm it', () => {
  expect(told(row('operating_system', 'Windows', 400, 0.875))).toEqual([])
  expect(told(row('operating_system', 'Windows', 400, 0.83))).toEqual([['Windows']])
  const startup: Metric = metrics.video_startup_time
  const slow = { ...row('cdn', 'akamai', 100, 1_100), negativeImpactScore: 3 }
  const known = { value: 1_000, totalViews: 4_000 }
  expect(tellingInsights([slow], known, startup, 'avg')).toEqual([])
  expect(tellingInsights([{ ...slow, metric: 1_400 }], known, startup, 'avg')).toHaveLength(1)
})

test('METR-082 a sum is an insight only where its views add more or less than other views do', () => {
  const playing: Metric = metrics.playing_time
  const all = { value: 4_000 * 60_000, totalViews: 4_000 }
  const sumOf = (views: number, each: number) => row('country', 'DE', views, views * each)
  expect(tellingInsights([sumOf(1_000, 60_500)], all, playing, 'sum')).toEqual([])
  expect(tellingInsights([sumOf(1_000, 90_000)], all, playing, 'sum')).toHaveLength(1)
})

test('METR-082 until the value of all views is known nothing is left out', () => {
  expect(
    tellingInsights([row('page_type', 'watchpage', 3_700, 0.88)], undefined, score, 'avg'),
  ).toHaveLength(1)
})

test('METR-082 what one view in sixteen says is as certain as so many fewer views', () => {
  const germany = row('country', 'DE', 400, 0.83)
  expect(tellingInsights([germany], whole, score, 'avg')).toHaveLength(1)
  expect(tellingInsights([germany], whole, score, 'avg', 16)).toEqual([])
  expect(tellingInsights([{ ...germany, metric: 0.5 }], whole, score, 'avg', 16)).toHaveLength(1)
})
