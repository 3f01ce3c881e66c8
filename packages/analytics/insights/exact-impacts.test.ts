import { randomUUID } from 'node:crypto'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Formula } from '@playhead/metrics/formula.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { type MetricId, metricIds, metrics } from '@playhead/metrics/metrics.ts'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { someOf } from '@playhead/testing/how-many.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { askBreakdown } from '../ask-breakdown.ts'
import type { BreakdownOptions, BreakdownRow } from '../ask-breakdown.sql.ts'
import { askInsights } from './ask-insights.ts'
import type { Question } from '../question/question-shape.ts'

const clickhouse = await makeTestClickHouse()
const tenant = { id: randomUUID(), clickhouse }
const noon = Date.parse('2026-11-20T12:00:00Z')
const minute = 60_000
const question: Question = {
  timeframe: { start: new Date(noon), end: new Date(noon + 60 * minute), isHistorical: false },
  filters: [],
  metricFilters: [],
}

/** Reproducible numbers between zero and one. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

type Column = Extract<keyof ViewRow, string>
type Quantile = Extract<Formula, { kind: 'quantile' }>
const quantiles = metricIds.flatMap((id) => {
  const metric: Metric = metrics[id]
  const all = Object.entries(metric.measurements) as [Measurement, Formula][]
  if (metric.better === 'neither') return []
  return all.flatMap(([measurement, formula]) =>
    formula.kind === 'quantile' ? [{ id, measurement, metric, formula }] : [],
  )
})
const columns = [...new Set(quantiles.map(({ formula }) => formula.column))]

/** Large numbers close together, so that half a percent of them exceeds the difference between groups. */
function someViews(count: number): Partial<ViewRow>[] {
  const random = randomOf(3)
  return Array.from({ length: count }, (_, index) => {
    const network = Math.floor(random() ** 3 * 700)
    const numbers = columns.map((column, place) => {
      if (random() < 0.1) return [column, null]
      const close = 1_000_000 + Math.floor(random() * 4_000) + (network % 9) * 300
      return [column, place % 4 === 0 ? (random() < 0.6 ? 0 : close) : close]
    })
    return {
      ...(Object.fromEntries(numbers) as Partial<ViewRow>),
      view_start: noon + (index % 59) * minute,
      view_end: noon + (index % 59) * minute,
      watch_time: 1_000 + Math.floor(random() * 100_000),
      country: random() < 0.1 ? null : ['DE', 'DE', 'US', '', 'FR'][Math.floor(random() * 5)]!,
      region: `R${network}`,
    }
  })
}
const views = someViews(2_500)

beforeAll(async () => {
  await aViewFactory(clickhouse, tenant)(...views)
})

function quantile(values: readonly number[], level: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * level
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return below + (above - below) * (place - Math.floor(place))
}

function impactOf(
  { metric, formula }: { metric: Metric; formula: Quantile },
  isOwn: (view: Partial<ViewRow>) => boolean,
): number {
  const counted = views.filter((view) => typeof view[formula.column] === 'number')
  const [own, others] = [true, false].map((wanted) => counted.filter((v) => isOwn(v) === wanted))
  if (others!.length === 0) return 0
  const [ownValue, othersValue] = [own!, others!].map((some) =>
    quantile(
      some.map((view) => view[formula.column] as number),
      formula.level,
    ),
  )
  const worse = (ownValue! - othersValue!) * (metric.better === 'lower' ? 1 : -1)
  const watched = (some: readonly Partial<ViewRow>[]) =>
    some.reduce((sum, view) => sum + (view.watch_time ?? 0), 0)
  return metric.relativeTo === 'watch_time'
    ? worse * (watched(views.filter(isOwn)) / watched(views))
    : worse * (own!.length / counted.length)
}

const expectExact = (found: number, expected: number) =>
  expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(expected)))

const ask = (id: MetricId, measurement: Measurement, options: Partial<BreakdownOptions>) =>
  askBreakdown(tenant, id, measurement, question, {
    dimension: 'country',
    orderBy: 'negative_impact',
    direction: 'desc',
    limit: 100,
    page: 1,
    ...options,
  })

describe('the impact of a percentile is exactly what its views and all others give', () => {
  test.each(someOf('quantiles', quantiles, 4))(
    '$id $measurement',
    async ({ id, measurement, metric, formula }) => {
      // Many small values are tested for one percentile only; it covers the others.
      const byRegion: DimensionId[] = id === 'video_startup_time' ? ['region'] : []
      for (const dimension of ['country', ...byRegion] as (DimensionId & Column)[]) {
        const { rows } = await ask(id, measurement, { dimension })
        expect(rows.length).toBeGreaterThan(3)
        for (const { field, negative_impact: found } of rows)
          expectExact(
            found,
            impactOf({ metric, formula }, (view) => view[dimension] === field),
          )
        const impacts = rows.map(({ negative_impact: impact }) => impact)
        expect(impacts).toEqual(impacts.toSorted((a, b) => b - a))
      }
    },
  )

  test('also in another order, and of the rows of any page', async () => {
    const asked = quantiles.find(({ id }) => id === 'video_startup_time')!
    const all: BreakdownRow[] = []
    for (const page of [1, 2, 3]) {
      const { rows, total } = await ask(asked.id, 'median', {
        dimension: 'region',
        page,
        direction: 'asc',
      })
      expect(total).toBeGreaterThan(200)
      all.push(...rows)
    }
    expect(new Set(all.map(({ field }) => field)).size).toBe(all.length)
    const impacts = all.map(({ negative_impact: impact }) => impact)
    expect(impacts).toEqual(impacts.toSorted((a, b) => a - b))
    const byViews = await ask(asked.id, 'median', { orderBy: 'views', page: 2, limit: 2 })
    for (const { field, negative_impact: found } of byViews.rows)
      expectExact(
        found,
        impactOf({ ...asked, formula: asked.formula }, ({ country }) => country === field),
      )
  })

  test('METR-082 insights report the same impacts', async () => {
    const asked = quantiles.find(({ id }) => id === 'video_startup_time')!
    const found = (await askInsights(tenant, asked.id, 'median', question)).insights
    expect(found.length).toBeGreaterThan(1)
    for (const { dimension, field, negative_impact: impact } of found) {
      const column = dimension as Column
      expectExact(
        impact,
        impactOf({ ...asked, formula: asked.formula }, (view) => view[column] === field),
      )
    }
  })
})
