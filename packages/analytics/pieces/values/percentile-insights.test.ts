import { randomUUID } from 'node:crypto'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Question } from '../../question/question-shape.ts'
import { makePieces } from '../making/make-pieces.sql.ts'
import { histogramRules, pieceWaits, tierMs } from '../piece.ts'
import { aCountingClient } from '../testing-worlds.ts'
import { runInsightsOnBoth } from './testing-percentile-insights.ts'

const clickhouse = await makeTestClickHouse()
const { counting, countOfHistograms } = aCountingClient(clickhouse)
const usualWaits = { ...pieceWaits }
const { frequentShare } = histogramRules
histogramRules.frequentShare = 0.2
Object.assign(pieceWaits, { margin: 0, absent: 0 })
afterAll(() => {
  Object.assign(pieceWaits, usualWaits)
  histogramRules.frequentShare = frequentShare
})

const midnight = Date.parse('2026-11-20T00:00:00Z')
const tenant = { id: randomUUID(), clickhouse: counting }
const viewsOfDay = 1_200

const ofDays = (first: number, count: number): Question => ({
  timeframe: {
    start: new Date(midnight + first * tierMs.day),
    end: new Date(midnight + (first + count) * tierMs.day),
    isHistorical: false,
  },
  filters: [],
  metricFilters: [],
})

/** The popular title has half of the views of two days, and on the last a tenth, which are slow. */
const aView = (day: number, index: number) => {
  const isPopular = day < 2 ? index % 2 === 0 : index % 10 === 0
  const country = ['DE', 'US', 'FR', null][index % 4]!
  return {
    view_end: midnight + day * tierMs.day + (index % 23) * tierMs.hour,
    country,
    video_title: isPopular ? 'Popular' : `Title ${index % 41}`,
    video_startup_time:
      400 +
      (index % 97) * 11 +
      (isPopular ? (day < 2 ? 300 : 9_000) : 0) +
      (country === 'DE' ? 250 : 0),
  }
}

beforeAll(async () => {
  const days = [0, 1, 2]
  const views = days.flatMap((day) =>
    Array.from({ length: viewsOfDay }, (_, index) => aView(day, index)),
  )
  await aViewFactory(clickhouse, tenant)(...views)
  for (const day of days)
    await makePieces(clickhouse, {
      environmentId: tenant.id,
      bucket: 'view_end',
      tier: 'day',
      moments: [midnight + day * tierMs.day],
    })
})

const ask = (question: Question) =>
  runInsightsOnBoth(
    { tenant },
    { what: 'insights', id: 'video_startup_time', measurement: '95th', question },
  )

test('METR-082 insights of a percentile are those of histograms, also for values of dimensions with many values', async () => {
  const { insights, approximate } = await ask(ofDays(0, 2))
  expect(approximate).toBe(0.0055)
  expect(insights.map(({ field }) => field)).toEqual(expect.arrayContaining(['DE', 'Popular']))
  expect(countOfHistograms()).toBe(1)
})

test('METR-082 a value that is rare on one of the days has all of its views', async () => {
  const { insights } = await ask(ofDays(0, 3))
  const popular = insights.find(({ field }) => field === 'Popular')
  expect(popular?.views).toBe(viewsOfDay * 1.1)
  expect(popular?.value).toBeGreaterThan(9_000)
})

test('METR-082 views at the end of a range count with the histograms of its days', async () => {
  const { timeframe, ...others } = ofDays(0, 2)
  const end = new Date(timeframe.end.getTime() + 6.5 * tierMs.hour)
  const { insights, approximate } = await ask({ ...others, timeframe: { ...timeframe, end } })
  expect(approximate).toBe(0.0055)
  const german = insights.find(({ field }) => field === 'DE')
  expect(german?.views).toBeGreaterThan(viewsOfDay / 2)
})
