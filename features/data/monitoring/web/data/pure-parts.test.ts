import { describe, expect, test } from 'vitest'
import { monitoringMetrics } from '@playhead/metrics/monitoring.ts'
import { monitoringMetricIds } from '../../contract.ts'
import {
  cardMetrics,
  changeOfMetric,
  chartFormatOf,
  formatValue,
  meanOfStart,
  toneOfMetric,
} from './metric-values.ts'
import { topTitles } from './title-changes.ts'
import { readFilters } from './use-monitoring-filters.ts'
import { valueText } from './value-text.ts'
import { whatIsDifferent } from './what-is-different.ts'

describe('top titles', () => {
  const of = (viewers: Record<string, number>) =>
    Object.entries(viewers).map(([title, number]) => ({ title, viewers: number }))
  const changes = (now: Record<string, number>, before: Record<string, number>) =>
    Object.fromEntries(
      topTitles(of(now), of(before), 10).map(({ title, change }) => [title, change]),
    )

  test('MONI-006 a title is marked from a change of 5 % on', () => {
    const before = { up: 100, down: 100, same: 100, up4: 100, down4: 100, third: 60 }
    const now = { up: 105, down: 95, same: 100, up4: 104.9, down4: 95.1, third: 63 }
    expect(changes(now, before)).toEqual({
      up: 'increased',
      down: 'decreased',
      same: undefined,
      up4: undefined,
      down4: undefined,
      third: 'increased',
    })
  })

  test('MONI-006 a new title has increased, one that is gone is not listed', () => {
    expect(changes({ fresh: 3, back: 2, none: 0 }, { gone: 90, back: 0 })).toEqual({
      fresh: 'increased',
      back: 'increased',
    })
  })

  test('the most watched come first, equals by name, and no more than asked for', () => {
    const titles = topTitles(of({ b: 2, a: 2, c: 9, d: 1 }), [], 3).map(({ title }) => title)
    expect(titles).toEqual(['c', 'a', 'b'])
  })
})

describe('what is different', () => {
  const row = (value: string | null, metricValue: number | null, viewers: number) => ({
    value,
    metricValue,
    viewers,
  })

  test('a value that causes twice as much as it is of the audience', () => {
    // Of 1,000 viewers 100 wait 10 %, 900 wait 1 %: 10 of 19 seconds are those of a tenth.
    const rows = [row('slow', 0.1, 100), row('fast', 0.01, 900), row(null, null, 0)]
    const different = whatIsDifferent('current-rebuffering-percentage', rows)
    expect([...different.keys()]).toEqual(['slow'])
    expect(different.get('slow')).toBeCloseTo(10 / 19 / 0.1, 10)
  })

  test('exactly twice counts, a little less does not', () => {
    const times = (own: number) =>
      whatIsDifferent('playback-failure-percentage', [
        row('a', own, 10),
        row('b', 0.1, 10),
        row('c', 0, 20),
      ]).size
    expect(times(0.1)).toBe(2)
    expect(times(0.0999)).toBe(1)
  })

  test('nothing is different where nothing fails, and of numbers without a share', () => {
    const rows = [row('a', 0, 10), row('b', 0, 990)]
    expect(whatIsDifferent('playback-failure-percentage', rows).size).toBe(0)
    const numbers = [row('a', 9e6, 1), row('b', 1, 999)]
    expect(whatIsDifferent('current-average-bitrate', numbers).size).toBe(0)
    expect(whatIsDifferent('current-concurrent-viewers', numbers).size).toBe(0)
  })
})

describe('values', () => {
  test('MONI-003 MONI-004 every metric has a card and its own colour', () => {
    expect(cardMetrics.toSorted()).toEqual([...monitoringMetricIds].toSorted())
    const tones = [...cardMetrics, 'video-startup-time' as const].map(toneOfMetric)
    expect(tones).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test('MONI-005 each metric has its unit', () => {
    expect(formatValue('current-concurrent-viewers', 48_211)).toBe('48,211')
    expect(formatValue('current-average-bitrate', 6_240_000)).toBe('6.24 Mbps')
    expect(formatValue('video-startup-time', 1_480)).toBe('1.48 s')
    const shares = cardMetrics.filter((id) => monitoringMetrics[id].unit === 'percentage')
    expect(shares).toHaveLength(4)
    for (const metric of shares) expect(formatValue(metric, 0.0184)).toBe('1.84 %')
    expect(formatValue('current-average-bitrate', null)).toBe('–')
    expect(chartFormatOf('current-concurrent-viewers').formatTick(42_500)).toBe('42.5k')
  })

  test('a change is in percent, of shares in points, and worse where it hurts', () => {
    expect(changeOfMetric('current-concurrent-viewers', 103.1, 100)).toEqual({
      text: '+3.1 %',
      tone: 'neutral',
    })
    expect(changeOfMetric('current-average-bitrate', 5e6, 6e6)).toEqual({
      text: '−16.7 %',
      tone: 'bad',
    })
    expect(changeOfMetric('playback-failure-percentage', 0.0184, 0.0074)).toEqual({
      text: '+1.10 pp',
      tone: 'bad',
    })
    expect(changeOfMetric('current-rebuffering-percentage', 0.003, 0.0035)?.tone).toBe('good')
    expect(changeOfMetric('exits-before-video-start', 0.02, 0.02)?.text).toBe('No change')
    expect(changeOfMetric('current-concurrent-viewers', 5, 0)).toBeUndefined()
    expect(changeOfMetric('current-concurrent-viewers', null, 5)).toBeUndefined()
  })

  test('the first minute is compared, as far as it is known', () => {
    expect(meanOfStart([null, 2, 4, ...Array.from({ length: 9 }, () => null), 1_000])).toBe(3)
    expect(meanOfStart([null])).toBeNull()
  })

  test('values have names, and missing ones too', () => {
    expect(valueText('country', { value: 'DE', displayValue: 'Germany' })).toBe('Germany')
    expect(valueText('asn', { value: '3320', displayValue: 'Deutsche Telekom' })).toBe(
      'Deutsche Telekom',
    )
    expect(valueText('view_has_ad', { value: 'true', displayValue: 'true' })).toBe('Yes')
    expect(valueText('platform', { value: 'Safari on iOS', displayValue: '' })).toBe(
      'Safari on iOS',
    )
    expect(valueText('cdn', { value: null, displayValue: '' })).toBe('Unknown')
    expect(valueText('cdn', { value: '', displayValue: '' })).toBe('Empty')
  })
})

test('MONI-007 at most five filters apply, of dimensions that real-time data has', () => {
  const five = ['country:US', 'country:DE', '!cdn:fastly', 'asn:3320', 'view_has_ad:true']
  expect(readFilters([...five, 'video_title:One'])).toHaveLength(5)
  expect(readFilters(['browser:Safari', 'nonsense', 'asn:abc', 'country:US'])).toEqual([
    { dimension: 'country', value: 'US', isExcluded: false },
  ])
})
