import { expect, test } from 'vitest'
import { type MetricId, metricIds, metrics } from '@playhead/metrics/metrics.ts'
import { filterableMetrics, predicatesOf } from './metric-filter-rows.ts'
import {
  displayMetricPredicate,
  problemOf,
  typedUnitOf,
  typedValue,
  unitText,
  wireValue,
} from './metric-filter-value.ts'
import { isFilterable } from '../question/predicate.ts'

const units: [MetricId, number | undefined, number | undefined, string][] = [
  ['rebuffer_frequency', 0.01, undefined, '/min'],
  ['rebuffer_percentage', 0.01, undefined, '%'],
  ['weighted_average_bitrate', undefined, 1e14, 'Mbps'],
  ['viewer_experience_score', undefined, 100, '/100'],
  ['video_startup_time', 0.001, 1e17, 's'],
  ['rebuffer_count', undefined, undefined, ''],
]
test.each(units)(
  'METR-076 %s is typed in steps of %s up to %s, in %s',
  (metric, step, max, unit) => {
    expect(typedUnitOf(metric)).toMatchObject({ ...(step && { step }), ...(max && { max }) })
    expect(typedUnitOf(metric).step).toBe(step)
    expect(typedUnitOf(metric).max).toBe(max)
    expect(unitText(metric)).toBe(unit)
  },
)

const wires: [MetricId, number, number][] = [
  ['rebuffer_frequency', 0.5, 0.5 / 60_000],
  ['rebuffer_percentage', 1.9, 0.019],
  ['weighted_average_bitrate', 6.24, 6_240_000],
  ['viewer_experience_score', 57.3, 0.573],
  ['video_startup_time', 1.234, 1234],
  ['rebuffer_count', 3, 3],
]
test.each(wires)(
  'METR-072 %s typed as %s is %s on the wire and comes back',
  (metric, typed, wire) => {
    expect(wireValue(metric, typed)).toBeCloseTo(wire, 12)
    expect(typedValue({ metric, value: wireValue(metric, typed) })).toBe(typed)
  },
)

test('METR-073 a chip shows the displayed value and its unit', () => {
  const text = (metric: MetricId, value: number) =>
    displayMetricPredicate({ metric, operator: '<=', value })
  expect(text('video_startup_time', 8000)).toEqual({
    displayName: 'Video startup time',
    displayValue: '8',
    displayUnit: 's',
    text: '≤ 8 s',
  })
  expect(text('rebuffer_percentage', 0.019).text).toBe('≤ 1.9 %')
  expect(text('viewer_experience_score', 0.85).text).toBe('≤ 85/100')
  expect(text('weighted_average_bitrate', 1_500_000).text).toBe('≤ 1.5 Mbps')
  expect(text('rebuffer_count', 1200).text).toBe('≤ 1,200')
})

const problems: [MetricId, string, string | undefined][] = [
  ['video_startup_time', '', 'A value is required.'],
  ['video_startup_time', 'soon', 'The value must be a number.'],
  ['video_startup_time', '-1', 'The value must be at least 0.'],
  ['video_startup_time', '0', undefined],
  ['video_startup_time', '0.0005', 'At most 3 decimals.'],
  ['rebuffer_percentage', '1.234', 'At most 2 decimals.'],
  ['viewer_experience_score', '100', undefined],
  ['viewer_experience_score', '101', 'The value must be at most 100.'],
  ['weighted_average_bitrate', '1e15', 'The value must be at most 100,000,000,000,000.'],
]
test.each(problems)('METR-075 METR-076 %s of "%s": %s', (metric, text, problem) => {
  expect(problemOf(metric, text)).toBe(problem)
})

test('METR-074 metrics are offered that views can be filtered by', () => {
  const offered = filterableMetrics.flatMap(({ items }) => items.map(({ id }) => id))
  expect(offered.toSorted()).toEqual(metricIds.filter(isFilterable).toSorted())
  expect(offered).toContain('video_startup_time')
  expect(offered).not.toContain('views')
  expect(metrics.views).not.toHaveProperty('filterColumn')
})

test('METR-080 rows without a metric or a value are left out', () => {
  const operator = '>' as const
  expect(
    predicatesOf([
      { key: 0, metric: undefined, operator, value: '5' },
      { key: 1, metric: 'rebuffer_count', operator, value: '' },
      { key: 2, metric: 'rebuffer_count', operator, value: '2' },
    ]),
  ).toEqual([{ metric: 'rebuffer_count', operator, value: 2 }])
})
