import { randomUUID } from 'node:crypto'
import type { Aggregate, Formula } from '@playhead/metrics/formula.ts'
import { metrics, metricIds } from '@playhead/metrics/metrics.ts'
import { measurements, type Metric } from '@playhead/metrics/metric.ts'
import { viewColumns, type ViewColumn, type ViewRow } from '@playhead/metrics/view-columns.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { askBreakdown } from '../ask-breakdown.ts'
import { askComparison } from '../ask-comparison.sql.ts'
import { askDimensionValues } from '../ask-dimension-values.sql.ts'
import { askOverall } from '../ask-overall.sql.ts'
import { askTimeseries } from '../ask-timeseries.sql.ts'
import { explain } from '../explain.sql.ts'
import { parseFilters } from '../question/parse-filters.ts'
import type { Question } from '../question/question-shape.ts'
import { dueDays, removeReplacedDays, rollUp } from './roll-up.sql.ts'
import { countRollupRows, readColumnTypes } from './testing-rollup.sql.ts'
import { rollupDimensions, rollupParts } from './rollup-columns.ts'

const clickhouse = await makeTestClickHouse()
const tenant = { id: randomUUID(), clickhouse }
const addViews = aViewFactory(clickhouse, tenant)

const dayMs = 86_400_000
const firstDay = Date.parse('2026-11-10T00:00:00Z')
const dayCount = 3
const days = Array.from({ length: dayCount }, (_, index) =>
  new Date(firstDay + index * dayMs).toISOString().slice(0, 10),
)

const question = (isHistorical: boolean, filters: string[] = []): Question => ({
  timeframe: {
    start: new Date(firstDay),
    end: new Date(firstDay + dayCount * dayMs),
    isHistorical,
  },
  filters: parseFilters(filters),
  metricFilters: [],
})
const raw = question(false)
const daily = question(true)

/** The same numbers in every run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** A view with random numbers and flags; about a third of the nullable ones is null. */
function drawnView(index: number, draw: () => number): Partial<ViewRow> {
  const row: Record<string, unknown> = {}
  for (const [column, kind] of Object.entries(viewColumns)) {
    const isUnknown = draw() < 0.3
    if (kind === 'maybeCount') row[column] = isUnknown ? null : Math.floor(draw() ** 4 * 90_000)
    if (kind === 'maybeNumber') row[column] = isUnknown ? null : draw() * 3
    if (kind === 'maybeFlag') row[column] = isUnknown ? null : draw() < 0.4
    if (kind === 'flag') row[column] = draw() < 0.2
  }
  const ended = firstDay + Math.floor(draw() * dayCount * dayMs)
  const watched = Math.floor(draw() * 3_600_000)
  return {
    ...row,
    asn: null,
    view_end: ended,
    view_start: ended - watched,
    watch_time: watched,
    playing_time: Math.floor(watched * draw()),
    viewer_id: draw() < 0.1 ? null : `viewer ${Math.floor(draw() * 40)}`,
    browser: draw() < 0.1 ? null : (['Chrome', 'Firefox', ''][Math.floor(draw() * 3)] ?? null),
    video_title: `Title ${index % 7}`,
  }
}

let written: ViewRow[] = []

beforeAll(async () => {
  const draw = random(20_261_121)
  written = await addViews(...Array.from({ length: 400 }, (_, index) => drawnView(index, draw)))
  for (const day of days) await rollUp(clickhouse, { environmentId: tenant.id, day }, new Date())
})

/** The registry's formulas as plain arithmetic. */
function evaluate(formula: Formula, rows: readonly ViewRow[]): number | null {
  if (formula.kind !== 'ratio') return evaluateAggregate(formula, rows)
  const [over, under] = [
    evaluateAggregate(formula.over, rows),
    evaluateAggregate(formula.under, rows),
  ]
  return over === null || under === null || under === 0 ? null : over / under
}

function evaluateAggregate(aggregate: Aggregate, rows: readonly ViewRow[]): number | null {
  if (aggregate.kind === 'views') return rows.length
  if (aggregate.kind === 'count_where')
    return rows.filter((row) => row[aggregate.flag] === true).length
  if (aggregate.kind === 'unique')
    return new Set(rows.map((row) => row[aggregate.column]).filter((each) => each !== null)).size
  const known =
    aggregate.kind === 'sum_with' ? rows.filter((row) => row[aggregate.given] !== null) : rows
  const values = known.map((row) => row[aggregate.column]).filter((each) => each !== null)
  if (aggregate.kind === 'count_of') return values.length
  if (values.length === 0) return null
  const sum = values.reduce((total, value) => total + value, 0)
  if (aggregate.kind === 'sum' || aggregate.kind === 'sum_with') return sum
  if (aggregate.kind === 'average') return sum / values.length
  const sorted = values.toSorted((a, b) => a - b)
  const rank = aggregate.level * (sorted.length - 1)
  const [below = 0, above = 0] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]]
  return below + (above - below) * (rank - Math.floor(rank))
}

function viewsOf(metric: Metric): ViewRow[] {
  return written.filter((row) => {
    const moment = row[metric.bucket]
    return moment >= firstDay && moment < firstDay + dayCount * dayMs
  })
}

/** Zero if the values agree within the share, otherwise their distance. */
function apart(value: number | null, expected: number | null, share: number): number {
  if (expected === null || value === null) return value === expected ? 0 : Infinity
  const difference = Math.abs(value - expected)
  return difference <= Math.abs(expected) * share + 1e-12 ? 0 : difference
}

const everyMeasurement = metricIds.flatMap((id) => {
  const metric: Metric = metrics[id]
  return measurements.flatMap((measurement) => {
    const formula = metric.measurements[measurement]
    return formula === undefined ? [] : [{ id, metric, measurement, formula }]
  })
})

/** One metric for each way of computing and comparing values. */
const oneOfEachKind = [
  ...new Map(
    everyMeasurement.map((each) => [
      [each.formula.kind, each.metric.better, each.metric.relativeTo, each.metric.bucket].join(),
      each,
    ]),
  ).values(),
]

/** All are asked at once in each run; one by one they are in the long run. */
const someMeasurements = isLongRun() ? everyMeasurement : oneOfEachKind

describe('every metric by every measurement', () => {
  test('agrees with plain arithmetic over the views', async () => {
    for (const { id, metric, measurement, formula } of someMeasurements) {
      const { value } = await askOverall(tenant, id, measurement, raw)
      expect(apart(value, evaluate(formula, viewsOf(metric)), 1e-9)).toBe(0)
    }
  })

  test('is the same from the daily rollup: percentiles within 0.6 %, all else exactly', async () => {
    for (const { id, metric, measurement, formula } of someMeasurements) {
      const share = formula.kind === 'quantile' ? 0.006 : 1e-9
      const { value, approximate, ...totals } = await askOverall(tenant, id, measurement, daily)
      expect(approximate).toBe(formula.kind === 'quantile' ? 0.0055 : undefined)
      expect(apart(value, evaluate(formula, viewsOf(metric)), share)).toBe(0)
      const rawTotals = await askOverall(tenant, id, measurement, raw)
      expect(totals).toEqual({ ...rawTotals, value: undefined })
    }
  })

  test('is the same when all are asked at once, from both sources', async () => {
    for (const asked of [raw, daily]) {
      const all = await askComparison(tenant, asked)
      expect(all.values).toHaveLength(everyMeasurement.length)
      for (const { id, metric, measurement, formula } of everyMeasurement) {
        const found = all.values.find(
          (each) => each.metric === id && each.measurement === measurement,
        )
        const share = asked === daily && formula.kind === 'quantile' ? 0.006 : 1e-9
        expect(apart(found?.value ?? null, evaluate(formula, viewsOf(metric)), share)).toBe(0)
      }
    }
  })

  test('has the same days, breakdowns and impacts in both sources: impacts of percentiles within 1.2 % of the value', async () => {
    for (const { id, measurement, formula } of oneOfEachKind) {
      const share = formula.kind === 'quantile' ? 0.012 : 1e-9
      const options = {
        dimension: 'browser',
        orderBy: 'field',
        direction: 'asc',
        limit: 10,
        page: 1,
      } as const
      const ofViews = await askBreakdown(tenant, id, measurement, raw, options)
      const ofRollup = await askBreakdown(tenant, id, measurement, daily, options)
      expect(ofRollup.total).toBe(ofViews.total)
      for (const [index, row] of ofViews.rows.entries()) {
        const { value, negative_impact: impact, ...same } = ofRollup.rows[index]!
        expect({ ...same }).toEqual({ ...row, value: undefined, negative_impact: undefined })
        expect(apart(value, row.value, share)).toBe(0)
        const size = Math.abs(row.negative_impact) + (share > 1e-9 ? Math.abs(row.value) : 1)
        expect(Math.abs(impact - row.negative_impact)).toBeLessThanOrEqual(share * size)
      }
      const points = await askTimeseries(tenant, id, measurement, raw, { step: 'day' })
      const rollupPoints = await askTimeseries(tenant, id, measurement, daily, { step: 'day' })
      expect(rollupPoints.map(([time, , views]) => [time, views])).toEqual(
        points.map(([time, , views]) => [time, views]),
      )
      for (const [index, [, value]] of points.entries())
        expect(apart(rollupPoints[index]![1], value, share)).toBe(0)
    }
  })
})

test('TIME-033 filters and values of basic dimensions answer from the rollup as from the views', async () => {
  for (const filters of [
    ['browser:Chrome', 'browser:__null__'],
    ['!browser:Chrome', 'view_has_ad:true'],
    ['browser:__empty__', '!video_title:Title 3'],
  ]) {
    const ofViews = await askOverall(
      tenant,
      'viewer_experience_score',
      'avg',
      question(false, filters),
    )
    const ofRollup = await askOverall(
      tenant,
      'viewer_experience_score',
      'avg',
      question(true, filters),
    )
    expect(ofRollup.total_views).toBeGreaterThan(0)
    expect({ ...ofRollup, value: ofRollup.value?.toFixed(9) }).toEqual({
      ...ofViews,
      value: ofViews.value?.toFixed(9),
    })
    const asked = { kind: 'overall' } as const
    const explained = await explain(
      asked,
      tenant,
      'viewer_experience_score',
      'avg',
      question(true, filters),
    )
    const ofRaw = await explain(
      asked,
      tenant,
      'viewer_experience_score',
      'avg',
      question(false, filters),
    )
    expect(explained.included_views).toBe(ofRaw.included_views)
    // The rollup knows how many views have no value, and names all possible reasons.
    const isByFilter = ({ reason }: { reason: string }) => reason.startsWith('The filter')
    const without = ofRaw.excluded.filter((one) => !isByFilter(one))
    const [together, ...others] = explained.excluded.filter((one) => !isByFilter(one))
    expect(explained.excluded.filter(isByFilter)).toEqual(ofRaw.excluded.filter(isByFilter))
    expect(others).toEqual([])
    expect(together?.views).toBe(without.reduce((sum, { views }) => sum + views, 0))
    for (const { reason } of without)
      expect(together?.reason.toLowerCase()).toContain(reason.toLowerCase().replace(/\.$/, ''))
    expect(explained.sql).toContain('views_daily')
  }
  const options = { orderBy: 'total_count', direction: 'desc', limit: 3, page: 1 } as const
  const values = await askDimensionValues(tenant, 'browser', raw, options)
  expect(await askDimensionValues(tenant, 'browser', daily, options)).toEqual(values)
})

test('METR-060 a dimension that the rollup lacks is refused for historical ranges', async () => {
  const options = {
    dimension: 'country',
    orderBy: 'views',
    direction: 'desc',
    limit: 3,
    page: 1,
  } as const
  await expect(askBreakdown(tenant, 'views', 'count', daily, options)).rejects.toThrow(
    'Dimension not available for the selected time range: country',
  )
})

const typeOf = ({ kind, column = '' }: ReturnType<typeof rollupParts>[number]): string => {
  if (kind === 'histogram') return 'Map(Int16, UInt64)'
  if (kind === 'unique') return 'AggregateFunction(uniqCombined64, Nullable(String))'
  const isWhole = viewColumns[column as ViewColumn] !== 'maybeNumber'
  return kind === 'sum' && !isWhole ? 'Float64' : 'UInt64'
}

test('the columns of the table are those that the metrics and basic dimensions need', async () => {
  const columns = await readColumnTypes(clickhouse, 'views_daily')
  const expected = [
    { name: 'environment_id', type: 'UUID' },
    { name: 'day', type: 'Date' },
    { name: 'bucket', type: 'LowCardinality(String)' },
    { name: 'version', type: 'UInt64' },
    ...rollupDimensions(),
    ...rollupParts().map((part) => ({ name: part.name, type: typeOf(part) })),
  ]
  expect(columns).toEqual(expected.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
})

describe('a day that is rolled up again', () => {
  const other = { id: randomUUID(), clickhouse }
  const addOther = aViewFactory(clickhouse, other)
  const day = { environmentId: other.id, day: '2026-11-10' }
  const noon = firstDay + dayMs / 2
  const ask = async () => (await askOverall(other, 'views', 'count', daily)).value

  test('replaces what was there, once, and old rows go', async () => {
    const [view] = await addOther({ view_end: noon }, { view_end: noon })
    await rollUp(clickhouse, day, new Date('2026-11-11T02:00:00Z'))
    expect(await ask()).toBe(2)
    // The view continued: its old row is gone, and the new one ends a day later.
    await clickhouse.insert('views', [
      { ...tombstone(view!), view_start: iso(view!.view_start), view_end: iso(view!.view_end) },
    ])
    await rollUp(clickhouse, day, new Date('2026-11-11T03:00:00Z'))
    expect(await ask()).toBe(1)
    const before = await countRollupRows(other)
    await removeReplacedDays(clickhouse)
    expect(await countRollupRows(other)).toBeLessThan(before)
    expect(await ask()).toBe(1)
    expect((await askOverall(tenant, 'views', 'count', daily)).value).toBe(
      (await askOverall(tenant, 'views', 'count', raw)).value,
    )
  })

  test('is due when it is final, every hour before, and again after a change', async () => {
    const third = { id: randomUUID(), clickhouse }
    const inserted_at = Date.parse('2026-11-10T13:00:00Z')
    const add = aViewFactory(clickhouse, third)
    const [view] = await add({ view_end: noon, inserted_at, updated_at: inserted_at })
    const isDue = async (now: string) =>
      (await dueDays(clickhouse, new Date(now))).some(
        ({ environmentId }) => environmentId === third.id,
      )
    const roll = (now: string) =>
      rollUp(clickhouse, { environmentId: third.id, day: '2026-11-10' }, new Date(now))
    expect(await isDue('2026-11-10T13:10:00Z')).toBe(true)
    await roll('2026-11-10T13:01:00Z')
    expect(await isDue('2026-11-10T13:30:00Z')).toBe(false)
    // Rows that were in flight while the day was read count at the next hour.
    expect(await isDue('2026-11-10T14:30:00Z')).toBe(true)
    await roll('2026-11-10T14:30:00Z')
    expect(await isDue('2026-11-11T02:00:00Z')).toBe(false)
    // A view that continues or is judged again is rewritten, and keeps the time of its first insert.
    await add({
      ...view!,
      version: view!.version + 1,
      updated_at: Date.parse('2026-11-20T00:00:00Z'),
    })
    expect(await isDue('2026-11-20T01:00:00Z')).toBe(true)
  })

  test('stays as it was once retention has begun to take its views', async () => {
    const fourth = { id: randomUUID(), clickhouse }
    await aViewFactory(clickhouse, fourth)({ view_end: noon, retention_days: 35 })
    const isDue = async (now: string) =>
      (await dueDays(clickhouse, new Date(now))).some(
        ({ environmentId }) => environmentId === fourth.id,
      )
    expect(await isDue('2026-12-14T12:00:00Z')).toBe(true)
    expect(await isDue('2026-12-15T12:00:00Z')).toBe(false)
  })

  const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
  const tombstone = (view: ViewRow) => {
    const row: Partial<Record<ViewColumn, unknown>> = {
      ...view,
      inserted_at: iso(view.inserted_at),
      updated_at: iso(view.updated_at),
      version: view.version + 1_000,
      is_deleted: 1,
    }
    return row
  }
})
