import { randomUUID } from 'node:crypto'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { isLongRun, someOf } from '@playhead/testing/how-many.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aViewFactory, aViewRow } from '@playhead/testing/rows/view-rows.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { askBreakdown } from '../ask-breakdown.ts'
import { askBreakdownTimeseries } from '../ask-breakdown-timeseries.sql.ts'
import { askInsights, type Insight } from './ask-insights.ts'
import { leastViewShare } from '../change/find-explanations.ts'
import { insertCopies } from './testing-insights.sql.ts'
import { parseFilters } from '../question/parse-filters.ts'
import { parseMetricFilters } from '../question/parse-metric-filters.ts'
import type { Question } from '../question/question-shape.ts'
import type { Tenant } from '../question/tenant.ts'

const clickhouse = await makeTestClickHouse()
const noon = Date.parse('2026-11-20T12:00:00Z')
const minute = 60_000

const question = (filters: string[] = [], metricFilters: string[] = []): Question => ({
  timeframe: { start: new Date(noon), end: new Date(noon + 60 * minute), isHistorical: false },
  filters: parseFilters(filters),
  metricFilters: parseMetricFilters(metricFilters),
})

const percentiles: [MetricId, Measurement][] = [
  ['video_startup_time', 'median'],
  ['video_startup_time', '95th'],
  ['rebuffer_percentage', 'median'],
  ['upscale_percentage', '95th'],
  ['live_stream_latency', 'median'],
]

/** Dimensions by which the views differ: the others have no insights. */
const varied = [
  'country',
  'region',
  'asn',
  'browser',
  'cdn',
  'video_title',
  'video_cdn_trace',
] as const

/** Reproducible numbers between zero and one. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

function someViews(count: number, seed: number): Partial<ViewRow>[] {
  const random = randomOf(seed)
  const some = (most: number) => Math.floor(random() ** 2 * most)
  return Array.from({ length: count }, () => {
    const network = some(60)
    return {
      view_end: noon + Math.floor(random() * 50 * minute) + minute,
      watch_time: 1_000 + some(100_000),
      country: random() < 0.1 ? null : `C${some(30)}`,
      region: `R${network}`,
      asn: random() < 0.05 ? null : 64_500 + network,
      browser: ['Safari', 'Chrome', 'Firefox', ''][some(4)]!,
      cdn: random() < 0.4 ? null : `cdn ${some(3)}`,
      video_title: `Title '${some(400)}', \\ \t`,
      video_cdn_trace: Array.from({ length: some(3) }, (_, index) => `edge ${index}`),
      video_startup_time: random() < 0.1 ? null : 200 + some(5_000) + network * 20,
      rebuffer_percentage: random() < 0.3 ? 0 : random() ** 3,
      upscale_percentage: random() < 0.2 ? null : random() * 4,
      live_stream_latency: random() < 0.8 ? null : some(30_000),
    }
  })
}

/** Insights computed from separate breakdown tables. */
async function fromBreakdowns(
  tenant: Tenant,
  [metric, measurement]: [MetricId, Measurement],
  asked: Question,
): Promise<Insight[]> {
  const rows: Insight[] = []
  for (const dimension of varied) {
    const breakdown = await askBreakdown(tenant, metric, measurement, asked, {
      dimension,
      orderBy: 'negative_impact',
      direction: 'desc',
      limit: 10,
      page: 1,
      leastShare: leastViewShare,
    })
    rows.push(...breakdown.rows.map((row) => ({ dimension, ...row })))
  }
  return rows
    .filter(({ negative_impact, field }) => negative_impact > 0 && field !== null)
    .toSorted(
      (a, b) =>
        b.negative_impact - a.negative_impact ||
        a.dimension.localeCompare(b.dimension) ||
        a.field!.localeCompare(b.field!),
    )
}

describe('METR-082 insights of percentiles are exactly the rows of the breakdowns', () => {
  const tenant = { id: randomUUID(), clickhouse }
  beforeAll(async () => {
    await aViewFactory(clickhouse, tenant)(...someViews(1_500, 7))
  })

  test.each(someOf('percentiles', percentiles, 1))('%s, %s', async (...asked) => {
    const told = await fromBreakdowns(tenant, asked, question())
    const found = (await askInsights(tenant, ...asked, question())).insights
    expect(found.length).toBeGreaterThan(10)
    expect(found).toEqual(told.slice(0, 100))
  })

  test('of filtered views, the first few and in either direction', async () => {
    const filtered = question(['!country:C0', '!browser:Chrome'], ['video_startup_time>600'])
    const asked = percentiles[0]!
    const worst = (await fromBreakdowns(tenant, asked, filtered)).slice(0, 7)
    const { 0: metric, 1: measurement } = asked
    expect(
      (await askInsights(tenant, metric, measurement, filtered, { limit: 7 })).insights,
    ).toEqual(worst)
    expect(
      (await askInsights(tenant, metric, measurement, filtered, { limit: 7, direction: 'asc' }))
        .insights,
    ).toEqual(worst.toReversed())
  })
})

// Two hundred thousand views: fewer are all looked at.
test.runIf(isLongRun())(
  'insights of more views than are searched for common values have the numbers of all views',
  async () => {
    const tenant = { id: randomUUID(), clickhouse }
    await aViewFactory(clickhouse, tenant)(...someViews(400, 11))
    await insertCopies(tenant, 600)
    for (const asked of percentiles.slice(0, 2)) {
      const told = await fromBreakdowns(tenant, asked, question())
      const found = (await askInsights(tenant, ...asked, question())).insights
      expect(found[0]!.views).toBeGreaterThan(2_000)
      expect(found).toEqual(told.slice(0, 100))
    }
  },
)

test('METR-082 of a single view there are no insights', async () => {
  const tenant = { id: randomUUID(), clickhouse }
  await aViewFactory(clickhouse, tenant)(...someViews(1, 7))
  for (const asked of percentiles)
    expect((await askInsights(tenant, ...asked, question())).insights).toEqual([])
})

test('METR-082 insights are answered while views go on that they were just found by', async () => {
  const environment = { id: randomUUID() }
  const addViews = aViewFactory(clickhouse, environment)
  const common = { view_end: noon + minute, watch_time: 1_000 }
  const slow = aViewRow(environment, { ...common, country: 'DE', video_startup_time: 9_000 })
  const quick = Array.from({ length: 20 }, (_, index) => ({
    ...common,
    country: 'US',
    video_startup_time: 100 + index,
  }))
  await addViews(slow, ...quick)
  let hasGoneOn = false
  const changing: ClickHouse = {
    ...clickhouse,
    rows: async (Row, query, options) => {
      if (!hasGoneOn && query.text.includes('rankedNumbersQuery')) {
        hasGoneOn = true
        await addViews({ ...slow, version: slow.version + 1_000, video_startup_time: 50 })
      }
      return clickhouse.rows(Row, query, options)
    },
  }
  const tenant = { ...environment, clickhouse: changing }
  const [worst] = (await askInsights(tenant, 'video_startup_time', 'median', question())).insights
  expect(hasGoneOn).toBe(true)
  expect(worst).toMatchObject({ dimension: 'country', field: 'DE', views: 1 })
  expect(Math.abs(worst!.value / 9_000 - 1)).toBeLessThan(0.006)
})

test('METR-082 values may be as long as dimensions get, in breakdowns over time as well', async () => {
  const tenant = { id: randomUUID(), clickhouse }
  const long = (name: string, index: number) => `${name} ${index} `.padEnd(1_024, 'é')
  const names = [
    'page_url',
    'video_title',
    'video_id',
    'video_series',
    'custom_1',
    'custom_2',
  ] as const
  const rows = Array.from({ length: 180 }, (_, index) => ({
    view_end: noon + minute,
    video_startup_time: 100 + (index % 90) * 10,
    ...Object.fromEntries(names.map((name) => [name, long(name, index % 90)])),
  }))
  await aViewFactory(clickhouse, tenant)(...rows)
  const [worst] = (await askInsights(tenant, 'video_startup_time', 'median', question())).insights
  expect(worst).toMatchObject({
    field: expect.stringMatching(/^\w+ 89 é+$/),
    value: 990,
    views: 2,
  })
  const { steps } = await askBreakdownTimeseries(
    tenant,
    'video_startup_time',
    'median',
    question(),
    {
      dimension: 'page_url',
      orderBy: 'value',
      direction: 'desc',
      limit: 100,
      page: 1,
      step: 'hour',
    },
  )
  expect(steps[0]!.values).toHaveLength(90)
  expect(steps[0]!.values[0]).toEqual({ field: long('page_url', 89), value: 990, views: 2 })
})
