import { randomUUID } from 'node:crypto'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { describe, expect, test } from 'vitest'
import { askComparison } from '../ask-comparison.sql.ts'
import type { Question } from '../question/question-shape.ts'
import { askIntervals } from './ask-intervals.ts'
import { quantileLevels, shareInterval } from './interval.ts'

const clickhouse = await makeTestClickHouse()
const noon = Date.parse('2026-11-20T12:00:00Z')
const hour = 3_600_000
const question: Question = {
  timeframe: { start: new Date(noon), end: new Date(noon + hour), isHistorical: false },
  filters: [],
  metricFilters: [],
}

const views = Array.from({ length: 200 }, (_, index): Partial<ViewRow> => {
  const wave = (index * 37) % 101
  return {
    view_end: noon + index * 1_000,
    watch_time: 20_000 + wave * 3_000,
    video_startup_time: index % 20 === 0 ? null : 400 + wave ** 2,
    rebuffer_duration: wave > 60 ? wave * 40 : 0,
    playback_failure: index % 25 === 0,
    viewer_experience_score: wave / 101,
  }
})

const setUp = async () => {
  const tenant = { id: randomUUID(), clickhouse }
  await aViewFactory(clickhouse, tenant)(...views)
  const found = await askIntervals(tenant, question)
  return (metric: string, measurement: string) =>
    found.find((one) => one.metric === metric && one.measurement === measurement)!
}

const spread95 = 1.959964

/** Slow and simple: leaves out one view at a time. */
const jackknife = (statistic: (rows: readonly Partial<ViewRow>[]) => number, rows = views) => {
  const without = rows.map((_, index) => statistic(rows.filter((_row, place) => place !== index)))
  const mean = without.reduce((sum, one) => sum + one, 0) / rows.length
  const squares = without.reduce((sum, one) => sum + (one - mean) ** 2, 0)
  return Math.sqrt((squares * (rows.length - 1)) / rows.length)
}

const total = (rows: readonly Partial<ViewRow>[], column: keyof ViewRow) =>
  rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0)

describe('intervals of real views agree with what leaving out one view after the other says', () => {
  test('a mean, and a ratio of sums', async () => {
    const of = await setUp()
    const started = views.filter(({ video_startup_time }) => video_startup_time !== null)
    const mean = (rows: readonly Partial<ViewRow>[]) =>
      total(rows, 'video_startup_time') / rows.length
    const { interval, views: counted } = of('video_startup_time', 'avg')
    expect(counted).toBe(190)
    const error = spread95 * jackknife(mean, started)
    expect((interval!.high + interval!.low) / 2).toBeCloseTo(mean(started), 6)
    expect((interval!.high - interval!.low) / 2 / error).toBeCloseTo(1, 1)

    const ratio = (rows: readonly Partial<ViewRow>[]) =>
      total(rows, 'rebuffer_duration') / total(rows, 'watch_time')
    const rebuffering = of('rebuffer_percentage', 'avg').interval!
    const half = spread95 * jackknife(ratio)
    expect((rebuffering.high + rebuffering.low) / 2).toBeCloseTo(ratio(views), 9)
    expect((rebuffering.high - rebuffering.low) / 2 / half).toBeCloseTo(1, 1)
  })

  if (isLongRun())
    test('a percentile lies between two of the values in order', async () => {
      const of = await setUp()
      const values = views
        .flatMap(({ video_startup_time }) => video_startup_time ?? [])
        .toSorted((a, b) => a - b)
      const at = (level: number) => {
        const rank = level * (values.length - 1)
        const [below, above] = [values[Math.floor(rank)]!, values[Math.ceil(rank)]!]
        return below + (above - below) * (rank - Math.floor(rank))
      }
      for (const [measurement, level] of [
        ['median', 0.5],
        ['95th', 0.95],
      ] as const) {
        const [low, high] = quantileLevels(level, values.length)
        const { interval } = of('video_startup_time', measurement)
        expect(interval!.low).toBeCloseTo(at(low), 6)
        expect(interval!.high).toBeCloseTo(at(high), 6)
      }
    })

  test('every value of the comparison lies in its interval', async () => {
    const tenant = { id: randomUUID(), clickhouse }
    await aViewFactory(clickhouse, tenant)(...views)
    const { values } = await askComparison(tenant, question)
    const intervals = await askIntervals(tenant, question)
    for (const { metric, measurement, value } of values) {
      const found = intervals.find(
        (one) => one.metric === metric && one.measurement === measurement,
      )
      if (value === null || !found?.interval) continue
      const { low, high } = found.interval
      expect([metric, low <= value + 1e-9, high >= value - 1e-9]).toEqual([metric, true, true])
    }
    expect(intervals).toHaveLength(values.length)
  })
})

test('an interval of a rare share never leaves what is possible, and holds the truth 95 times of 100', () => {
  expect(shareInterval(0, 20)).toEqual({ low: 0, high: expect.closeTo(0.161, 3) })
  expect(shareInterval(20, 20)!.high).toBe(1)
  expect(shareInterval(0, 0)).toBeNull()
  const [size, truth] = [60, 0.1]
  // Of the binomial distribution, term by term.
  let [probability, covered] = [(1 - truth) ** size, 0]
  for (let count = 0; count <= size; count += 1) {
    const { low, high } = shareInterval(count, size)!
    if (low <= truth && truth <= high) covered += probability
    probability *= ((size - count) / (count + 1)) * (truth / (1 - truth))
  }
  expect(covered).toBeGreaterThan(0.93)
  expect(covered).toBeLessThan(0.98)
})

test('older ranges have no intervals', async () => {
  const tenant = { id: randomUUID(), clickhouse }
  const timeframe = { ...question.timeframe, isHistorical: true }
  expect(await askIntervals(tenant, { ...question, timeframe })).toEqual([])
})
