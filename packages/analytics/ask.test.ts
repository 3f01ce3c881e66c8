import { randomUUID } from 'node:crypto'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { askBreakdown } from './ask-breakdown.ts'
import type { BreakdownOptions } from './ask-breakdown.sql.ts'
import { askBreakdownTimeseries } from './ask-breakdown-timeseries.sql.ts'
import { askDimensionValues } from './ask-dimension-values.sql.ts'
import { askInsights } from './insights/ask-insights.ts'
import { askOverall } from './ask-overall.sql.ts'
import { askTimeseries } from './ask-timeseries.sql.ts'
import { explain } from './explain.sql.ts'
import { parseFilters } from './question/parse-filters.ts'
import { parseMetricFilters } from './question/parse-metric-filters.ts'
import type { Question } from './question/question-shape.ts'

const clickhouse = await makeTestClickHouse()
const tenant = { id: randomUUID(), clickhouse }
const neighbour = { id: randomUUID(), clickhouse }
const noon = Date.parse('2026-11-20T12:00:00Z')
const minute = 60_000

const question = (filters: string[] = [], metricFilters: string[] = []): Question => ({
  timeframe: { start: new Date(noon), end: new Date(noon + 60 * minute), isHistorical: false },
  filters: parseFilters(filters),
  metricFilters: parseMetricFilters(metricFilters),
})
const startup = (options: Partial<BreakdownOptions> = {}, asked = question()) =>
  askBreakdown(tenant, 'video_startup_time', 'median', asked, {
    dimension: 'country',
    orderBy: 'negative_impact',
    direction: 'desc',
    limit: 25,
    page: 1,
    ...options,
  })

/** Six views: three in the US (1 s, 2 s, 3 s), one in France (500 ms), one failed, one of an unknown country. */
const views: Partial<ViewRow>[] = [
  { country: 'US', video_startup_time: 1_000, rebuffer_duration: 500, watch_time: 10_000 },
  { country: 'US', video_startup_time: 2_000, rebuffer_duration: 0, watch_time: 30_000 },
  { country: 'US', video_startup_time: 3_000, rebuffer_duration: 1_500, watch_time: 40_000 },
  { country: 'FR', video_startup_time: 500, rebuffer_duration: 0, watch_time: 20_000 },
  {
    country: 'FR',
    video_startup_time: null,
    rebuffer_duration: null,
    playback_failure: true,
    watch_time: 1_000,
  },
  {
    country: null,
    video_startup_time: 1_500,
    rebuffer_duration: 0,
    watch_time: 5_000,
    asn: 64_500,
  },
]

beforeAll(async () => {
  await aViewFactory(clickhouse, tenant)(
    ...views.map((view, index) => ({
      view_end: noon + index * 5 * minute,
      video_title: 'A title',
      cdn: index % 2 === 0 ? 'one' : '',
      video_cdn_trace: index === 0 ? ['a', 'b'] : index === 1 ? ['a'] : [],
      view_has_ad: index === 5,
      viewer_id: `viewer ${index % 2}`,
      ...view,
    })),
    // Just outside: the end of a timeframe is exclusive.
    { view_end: noon - 1, country: 'US' },
    { view_end: noon + 60 * minute, country: 'US' },
  )
  await aViewFactory(
    clickhouse,
    neighbour,
  )(...Array.from({ length: 9 }, () => ({ view_end: noon + minute, country: 'US' })))
})

describe('overall', () => {
  test('METR-030 the median of known values, and the totals of all views asked about', async () => {
    expect(await askOverall(tenant, 'video_startup_time', 'median', question())).toEqual({
      value: 1_500,
      total_views: 6,
      total_watch_time: 106_000,
      total_playing_time: 100_000,
    })
  })

  test('the 95th percentile lies between its neighbours', async () => {
    const { value } = await askOverall(tenant, 'video_startup_time', '95th', question())
    // Of 500, 1000, 1500, 2000, 3000: rank 0.95 × 4 = 3.8.
    expect(value).toBeCloseTo(2_800, 9)
  })

  test('a share of views, and a ratio of sums', async () => {
    const failures = await askOverall(tenant, 'playback_failure_percentage', 'avg', question())
    expect(failures.value).toBeCloseTo(1 / 6, 12)
    const rebuffering = await askOverall(tenant, 'rebuffer_percentage', 'avg', question())
    expect(rebuffering.value).toBeCloseTo(2_000 / 105_000, 12)
  })

  test('nothing has no value and no views', async () => {
    const none = question(['country:XX'])
    const totals = { total_views: 0, total_watch_time: 0, total_playing_time: 0 }
    expect(await askOverall(tenant, 'video_startup_time', 'median', none)).toEqual({
      value: null,
      ...totals,
    })
    expect(await askOverall(tenant, 'views', 'count', none)).toEqual({ value: 0, ...totals })
  })

  test('an environment sees its own views alone', async () => {
    const { value } = await askOverall(
      { id: randomUUID(), clickhouse },
      'views',
      'count',
      question(),
    )
    expect(value).toBe(0)
    const own = await askOverall(neighbour, 'unique_viewers', 'count', question())
    expect(own).toMatchObject({ value: 1, total_views: 9 })
  })
})

describe('filters', () => {
  const count = async (filters: string[], metricFilters: string[] = []) =>
    (await askOverall(tenant, 'playback_success_score', 'avg', question(filters, metricFilters)))
      .total_views

  test.each([
    [['country:US'], 3],
    [['country:US', 'country:FR'], 5],
    [['country:US', 'cdn:one'], 2],
    [['!country:US'], 3],
    [['!country:US', '!country:FR'], 1],
    [['country:__null__'], 1],
    [['!country:__null__'], 5],
    [['country:__null__', 'country:FR'], 3],
    [['cdn:__empty__'], 3],
    [['!cdn:__empty__'], 3],
    [['view_has_ad:true'], 1],
    [['view_has_ad:false'], 5],
    [['view_has_ad:__empty__'], 0],
    [['!view_has_ad:__empty__'], 6],
    [['asn:64500'], 1],
    [['asn:064500', 'asn:1'], 1],
    [['asn:__null__'], 5],
    [['!asn:64500', '!asn:__null__'], 0],
    [['+video_cdn_trace:a'], 2],
    [['+video_cdn_trace:b'], 1],
    [['+video_cdn_trace:b', '+video_cdn_trace:a'], 2],
    [['-video_cdn_trace:b'], 5],
    [['video_cdn_trace:[a,b]'], 1],
    [['video_cdn_trace:[b,a]'], 0],
    [['video_cdn_trace:[]'], 4],
    [['!video_cdn_trace:[]'], 2],
  ])('METR-051 %j leaves %i views', async (filters, expected) => {
    expect(await count(filters)).toBe(expected)
  })

  test.each([
    ['video_startup_time<1500', 2],
    ['video_startup_time<=1500', 3],
    ['video_startup_time=1500', 1],
    ['video_startup_time!=1500', 4],
    ['video_startup_time>1500', 2],
    ['video_startup_time>=1500', 3],
  ])('METR-072 %s leaves %i views', async (filter, expected) => {
    expect(await count([], [filter])).toBe(expected)
  })

  test.each([
    ['country:US', 'country:', 3],
    ['!country:US', '!country:', 3],
    ['asn:64500', 'asn:', 1],
    ['!asn:64500', '!asn:', 5],
    ['+video_cdn_trace:b', '+video_cdn_trace:', 1],
    ['-video_cdn_trace:b', '-video_cdn_trace:', 5],
  ])('METR-051 %s among as many values as a request may have', async (one, other, expected) => {
    const many = [one, ...Array.from({ length: 999 }, (_, index) => `${other}${index}`)]
    expect(await count(many)).toBe(expected)
    const asked = question(many)
    expect((await startup({}, asked)).total).toBeGreaterThan(0)
    const { included_views, excluded } = await explain(
      { kind: 'overall' },
      tenant,
      'rebuffer_score',
      'avg',
      asked,
    )
    expect([included_views, excluded.map(({ views }) => views)]).toEqual([expected, [6 - expected]])
  })

  test('hostile values are values', async () => {
    const hostile = [
      "country:US' OR 1=1 --",
      'country:\\',
      'country:{p0:String}',
      'country:`); DROP TABLE views; --',
      'country:\0',
      'country:🦊',
      'country:$$;SELECT 1;$$',
      'country:\t\n',
    ]
    for (const filter of hostile) {
      expect(await count([filter])).toBe(0)
      expect(await count([`!${filter}`])).toBe(6)
      const options = {
        search: filter,
        orderBy: 'value',
        direction: 'asc',
        limit: 5,
        page: 1,
      } as const
      expect((await askDimensionValues(tenant, 'country', question(), options)).total).toBe(0)
    }
    expect(await count(['country:US'])).toBe(3)
  })
})

describe('timeseries', () => {
  test('METR-031 TIME-034 every step is there, and one without views is a gap', async () => {
    const points = await askTimeseries(tenant, 'video_startup_time', 'median', question(), {
      step: 'ten_minutes',
    })
    expect(points).toEqual([
      ['2026-11-20T12:00:00Z', 1_500, 2],
      ['2026-11-20T12:10:00Z', 1_750, 2],
      ['2026-11-20T12:20:00Z', 1_500, 1],
      ['2026-11-20T12:30:00Z', null, 0],
      ['2026-11-20T12:40:00Z', null, 0],
      ['2026-11-20T12:50:00Z', null, 0],
    ])
    const newestFirst = await askTimeseries(tenant, 'video_startup_time', 'median', question(), {
      step: 'ten_minutes',
      direction: 'desc',
    })
    expect(newestFirst).toEqual(points.toReversed())
  })

  test('a breakdown keeps its values at every step', async () => {
    const { steps, total } = await askBreakdownTimeseries(tenant, 'views', 'count', question(), {
      dimension: 'country',
      orderBy: 'views',
      direction: 'desc',
      limit: 3,
      page: 1,
      step: 'hour',
    })
    expect(total).toBe(3)
    expect(steps).toHaveLength(1)
    expect(steps[0]!.values.map(({ field }) => field)).toEqual(['US', 'FR', null])
    expect(steps[0]!.time).toBe('2026-11-20T12:00:00Z')
  })
})

describe('breakdown', () => {
  test('METR-036 METR-037 the value, the views it rests on and the impact of each country', async () => {
    const { rows, total } = await startup()
    expect(total).toBe(3)
    expect(rows.map(({ field, value, views }) => [field, value, views])).toEqual([
      ['US', 2_000, 3],
      [null, 1_500, 1],
      ['FR', 500, 1],
    ])
    // The median of the others is 1000; the share of the views is 3 of 5.
    expect(rows[0]!.negative_impact).toBeCloseTo((2_000 - 1_000) * 0.6, 9)
    expect(rows[2]!.negative_impact).toBeLessThan(0)
  })

  test('the impact of a mean compares with all other views, by share of the views', async () => {
    const { rows } = await askBreakdown(tenant, 'playback_failure_percentage', 'avg', question(), {
      dimension: 'country',
      orderBy: 'negative_impact',
      direction: 'desc',
      limit: 10,
      page: 1,
    })
    expect(rows.map(({ field }) => field)).toEqual(['FR', null, 'US'])
    expect(rows[0]!.value).toBe(0.5)
    // One of two fails, none of the other four; a third of the views.
    expect(rows[0]!.negative_impact).toBeCloseTo(0.5 / 3, 9)
    expect(rows[2]!.negative_impact).toBeCloseTo(-(1 / 3) * 0.5, 9)
  })

  test('the impact of a sum compares what each view adds to it, not how many views there are', async () => {
    const ads = { id: randomUUID(), clickhouse }
    const viewsOf = (country: string, views: number, errors: number) =>
      Array.from({ length: views }, (_, index) => ({
        view_end: noon + minute,
        country,
        ad_attempt_count: 1,
        ad_error_count: index < errors ? 1 : 0,
      }))
    const insert = aViewFactory(clickhouse, ads)
    await insert(...viewsOf('DE', 2, 0), ...viewsOf('FR', 4, 2), ...viewsOf('US', 14, 3))
    const { rows } = await askBreakdown(ads, 'ad_error_count', 'sum', question(), {
      dimension: 'country',
      orderBy: 'negative_impact',
      direction: 'desc',
      limit: 10,
      page: 1,
    })
    expect(rows.map(({ field, value }) => [field, value])).toEqual([
      ['FR', 2],
      ['DE', 0],
      ['US', 3],
    ])
    // Half an error a view against 3 of 16, for 4 of 20 views; none against 5 of 18; 3 of 14 against 2 of 6.
    expect(rows[0]!.negative_impact).toBeCloseTo((2 / 4 - 3 / 16) * (4 / 20), 9)
    expect(rows[1]!.negative_impact).toBeCloseTo((0 - 5 / 18) * (2 / 20), 9)
    expect(rows[2]!.negative_impact).toBeCloseTo((3 / 14 - 2 / 6) * (14 / 20), 9)
  })

  test('METR-035 ordered by value, views and name; pages know the total', async () => {
    const fields = async (options: Partial<BreakdownOptions>) =>
      (await startup(options)).rows.map(({ field }) => field)
    expect(await fields({ orderBy: 'value', direction: 'asc' })).toEqual(['FR', null, 'US'])
    expect(await fields({ orderBy: 'field', direction: 'asc' })).toEqual(['FR', 'US', null])
    expect(await fields({ orderBy: 'views', direction: 'desc' })).toEqual(['US', 'FR', null])
    expect(await fields({ orderBy: 'value', direction: 'asc', limit: 1, page: 2 })).toEqual([null])
    expect(await startup({ limit: 2, page: 9 })).toEqual({ rows: [], total: 3 })
  })

  test('a value whose views have no value of a ratio is left out', async () => {
    const { rows, total } = await askBreakdown(tenant, 'rebuffer_percentage', 'avg', question(), {
      dimension: 'playback_failure',
      orderBy: 'field',
      direction: 'asc',
      limit: 25,
      page: 1,
    })
    expect(rows.map(({ field }) => field)).toEqual(['false'])
    expect(rows[0]?.value).toBeCloseTo(2_000 / 105_000, 10)
    expect(total).toBe(1)
  })

  test('a single value has no others to be worse than', async () => {
    const { rows } = await startup({ dimension: 'video_title' })
    expect(rows).toMatchObject([{ field: 'A title', negative_impact: 0 }])
  })

  test('views without a value are nothing to be worse than either', async () => {
    const { rows } = await startup({ dimension: 'playback_failure' })
    expect(rows).toMatchObject([{ field: 'false', value: 1_500, negative_impact: 0 }])
  })

  test('lists are shown as a filter takes them', async () => {
    const { rows } = await startup({
      dimension: 'video_cdn_trace',
      orderBy: 'field',
      direction: 'asc',
    })
    expect(rows.map(({ field }) => field)).toEqual(['[]', '[a,b]', '[a]'])
  })
})

test('METR-045 METR-050 values of a dimension with their views, found in any case', async () => {
  const options = { orderBy: 'total_count', direction: 'desc', limit: 25, page: 1 } as const
  expect(await askDimensionValues(tenant, 'country', question(), options)).toEqual({
    rows: [
      { value: 'US', total_count: 3 },
      { value: 'FR', total_count: 2 },
      { value: null, total_count: 1 },
    ],
    total: 3,
  })
  const found = await askDimensionValues(tenant, 'country', question(), { ...options, search: 'u' })
  expect(found.rows.map(({ value }) => value)).toEqual(['US'])
  const members = await askDimensionValues(tenant, 'video_cdn_trace', question(), {
    ...options,
    isByElement: true,
  })
  expect(members.rows).toEqual([
    { value: 'a', total_count: 2 },
    { value: 'b', total_count: 1 },
  ])
})

test.each(['median', 'avg'] as const)(
  'a value is compared with other views that have one, by the %s',
  async (measurement) => {
    const few = { id: randomUUID(), clickhouse }
    await aViewFactory(clickhouse, few)(
      { view_end: noon, browser: 'Measured', video_startup_time: 1_000 },
      { view_end: noon, browser: 'Measured', video_startup_time: 3_000 },
      { view_end: noon, browser: 'Left at once', video_startup_time: null },
    )
    const { rows } = await askBreakdown(few, 'video_startup_time', measurement, question(), {
      dimension: 'browser',
      orderBy: 'negative_impact',
      direction: 'desc',
      limit: 25,
      page: 1,
    })
    expect(rows).toMatchObject([{ field: 'Measured', value: 2_000, views: 2, negative_impact: 0 }])
    expect(
      (await askInsights(few, 'video_startup_time', measurement, question())).insights,
    ).toEqual([])
  },
)

test('METR-082 a value that other views lack is an insight too', async () => {
  const crowd = { id: randomUUID(), clickhouse }
  await aViewFactory(clickhouse, crowd)(
    { view_end: noon, experiment_name: 'new player', video_startup_time: 3_000 },
    { view_end: noon, experiment_name: null, video_startup_time: 1_000 },
  )
  const found = (await askInsights(crowd, 'video_startup_time', 'avg', question())).insights
  expect(found).toMatchObject([
    { dimension: 'experiment_name', field: 'new player', negative_impact: 1_000 },
  ])
})

test('a metric that is neither good nor bad has no insights', async () => {
  for (const metric of ['views', 'unique_viewers', 'playing_time'] as const)
    expect((await askInsights(tenant, metric, undefined, question())).insights).toEqual([])
})

test('METR-082 insights are what worsens the metric most, over all dimensions and above 1 % of the views', async () => {
  const crowd = { id: randomUUID(), clickhouse }
  await aViewFactory(
    clickhouse,
    crowd,
  )(
    ...Array.from({ length: 200 }, (_, index) => ({
      view_end: noon + minute,
      browser: index < 100 ? 'Slow' : 'Fast',
      country: index === 0 ? 'Rare' : 'Usual',
      video_startup_time: index === 0 ? 90_000 : index < 100 ? 4_000 : 1_000,
    })),
  )
  const insights = (await askInsights(crowd, 'video_startup_time', 'avg', question())).insights
  expect(insights[0]).toMatchObject({ dimension: 'browser', field: 'Slow', views: 100 })
  expect(insights.some(({ field }) => field === 'Rare')).toBe(false)
  expect(insights.every((insight) => insight.negative_impact > 0)).toBe(true)
})

test('views that are all the same have no insights', async () => {
  const crowd = { id: randomUUID(), clickhouse }
  const insert = aViewFactory(clickhouse, crowd)
  await insert(
    ...Array.from({ length: 97 }, (_, index) => ({
      view_end: noon + minute,
      browser: `Browser ${index % 7}`,
      country: `Country ${index % 3}`,
      rebuffer_score: 0.1,
    })),
  )
  expect((await askInsights(crowd, 'rebuffer_score', 'avg', question())).insights).toEqual([])
})

test('a number can be explained: formula, statement, what counts and what does not', async () => {
  const asked = question(['!country:US', '!cdn:none'], ['playback_success_score>=0'])
  const explained = await explain(
    { kind: 'overall' },
    tenant,
    'video_startup_time',
    'median',
    asked,
  )
  expect(explained.formula).toBe('median(video_startup_time)')
  expect(explained.sql).toContain('views FINAL')
  expect(Object.values(explained.parameters)).toContain('US')
  expect(explained.included_views).toBe(2)
  const reasons = explained.excluded.map(({ reason, views }) => [
    reason.includes('!country:US'),
    views,
  ])
  expect(reasons).toEqual([
    [true, 3],
    [false, 1],
  ])
})
