import { describe, expect, test } from 'vitest'
import { metricIds, metrics } from '@playhead/metrics/metrics.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { metricsServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database, logLines } = await startTestApp([metricsServer], { clickhouse })
const make = aFactory(database)

const hour = 3_600_000
const now = Date.now()
/** A whole hour, so that the steps are known. */
const noon = Math.floor(now / hour) * hour - 3 * hour

const setUp = async (given: { plan?: string } = {}) => {
  const organization = await make.organization(given)
  const environment = await make.environment(organization)
  const token = await make.accessToken(environment)
  return {
    organization,
    environment,
    token,
    addViews: aViewFactory(clickhouse, environment),
    ask: (path: string, headers: Record<string, string> = {}) =>
      call(`/data/v1/metrics/${path}`, { token, headers }),
  }
}

/** Four views: two good ones in Germany; in the United States one abandoned before the start and one failure. */
const fourViews = async () => {
  const made = await setUp()
  const at = { view_end: noon + 60_000, watch_time: 60_000, playing_time: 50_000 }
  await made.addViews(
    { ...at, country: 'DE', browser: 'Chrome', video_startup_time: 1000, viewer_id: 'ann' },
    {
      ...at,
      country: 'DE',
      browser: 'Firefox',
      video_startup_time: 3000,
      viewer_id: 'ann',
      rebuffer_duration: 6000,
    },
    {
      ...at,
      country: 'US',
      video_startup_time: null,
      viewer_id: 'bob',
      exit_before_video_start: true,
      playing_time: 0,
    },
    {
      ...at,
      view_end: noon + 2 * hour,
      country: null,
      video_startup_time: 2000,
      viewer_id: null,
      playback_failure: true,
    },
  )
  return made
}

describe('200: overall', () => {
  test('METR-030 gives the value, and views, watch time and playing time of everything asked about', async () => {
    const { ask } = await fourViews()
    const { status, body } = await ask('video_startup_time/overall')
    expect(status).toBe(200)
    expect(body).toEqual({
      data: {
        value: 2000,
        total_views: 4,
        total_watch_time: 240_000,
        total_playing_time: 150_000,
        global_value: null,
      },
      meta: { aggregation: 'median' },
      timeframe: [expect.any(Number), expect.any(Number)],
      total_row_count: 1,
    })
  })

  const values: [string, number | null][] = [
    ['video_startup_time/overall?measurement=avg', 2000],
    ['video_startup_time/overall?measurement=95th', 2900],
    ['views/overall', 4],
    ['unique_viewers/overall', 2],
    ['playing_time/overall', 150_000],
    ['playback_failure_percentage/overall', 0.25],
    ['exits_before_video_start/overall', 0.25],
    ['rebuffer_percentage/overall', 6000 / 240_000],
    ['error_rate/overall', 0.25],
    ['error_rate/overall?filters[]=country:DE', 0],
    ['video_startup_time/overall?filters[]=country:DE', 2000],
    ['video_startup_time/overall?filters[]=country:__null__', 2000],
    ['video_startup_time/overall?filters[]=country:US', null],
    ['views/overall?filters[]=!country:DE', 2],
    ['views/overall?metric_filters[]=video_startup_time>=2000', 2],
    // METR-080: incomplete metric filters are ignored.
    ['views/overall?metric_filters[]=video_startup_time&metric_filters[]=>=', 4],
    ['views/overall?filters[]=country:FR', 0],
    ['video_startup_time/overall?filters[]=country:FR', null],
    ['ad_break_count/overall', null],
  ]
  test('METR-030 METR-080 every value is as computed by hand, and nothing is null, not zero', async () => {
    const { ask } = await fourViews()
    const answers: [string, number | null][] = []
    for (const [path] of values) answers.push([path, (await ask(path)).body.data.value])
    expect(answers).toEqual(values)
  })

  if (isLongRun())
    test('METR-015 every metric answers in each of its measurements', async () => {
      const { ask } = await fourViews()
      for (const id of metricIds)
        for (const measurement of Object.keys(metrics[id].measurements)) {
          const { status } = await ask(`${id}/overall?measurement=${measurement}`)
          expect({ id, measurement, status }).toEqual({ id, measurement, status: 200 })
        }
    })
})

describe('200: timeseries', () => {
  test('METR-031 METR-018 TIME-034 has every step; one without views is a gap', async () => {
    const { ask } = await fourViews()
    const seconds = (time: number) => time / 1000
    const between = `timeframe[]=${seconds(noon)}&timeframe[]=${seconds(noon + 3 * hour)}`
    const { body } = await ask(`video_startup_time/timeseries?group_by=hour&${between}`)
    const iso = (time: number) => new Date(time).toISOString().replace('.000', '')
    const points = [
      [iso(noon), 2000, 2],
      [iso(noon + hour), null, 0],
      [iso(noon + 2 * hour), 2000, 1],
    ]
    expect(body).toEqual({
      data: points,
      meta: { aggregation: 'median', granularity: 'hour' },
      timeframe: [seconds(noon), seconds(noon + 3 * hour)],
      total_row_count: 3,
    })
    const turned = await ask(
      `video_startup_time/timeseries?group_by=hour&order_direction=desc&${between}`,
    )
    expect(turned.body.data).toEqual(points.toReversed())
  })

  test('an empty first step comes with the time of the first view, before which nothing is zero', async () => {
    const { ask } = await fourViews()
    const between = (start: number) =>
      `group_by=hour&timeframe[]=${start / 1000}&timeframe[]=${(noon + 3 * hour) / 1000}`
    const early = (await ask(`views/timeseries?${between(noon - 48 * hour)}`)).body
    const firstView = early.meta.first_view_at * 1000
    expect(early.data[0][2]).toBe(0)
    const before = early.data.filter(([, , views]: [string, number, number]) => views > 0)
    expect(firstView).toBeGreaterThanOrEqual(Date.parse(before[0][0]))
    const within = (await ask(`views/timeseries?${between(noon)}`)).body
    expect(within.meta).not.toHaveProperty('first_view_at')
    const each = async (start: number) => {
      const { body } = await ask(
        `views/breakdown-timeseries?${between(start).replace('group_by', 'step')}&group_by=country`,
      )
      return body.meta
    }
    expect((await each(noon - 48 * hour)).first_view_at).toBe(early.meta.first_view_at)
    expect(await each(noon)).not.toHaveProperty('first_view_at')
  })

  test('TIME-034 picks the step by the range, and knows ten_minute by its older name', async () => {
    const { ask } = await fourViews()
    const granularity = async (query: string) => {
      const { body } = await ask(`views/timeseries?${query}`)
      return [body.meta.granularity, body.data.length]
    }
    expect((await granularity('timeframe[]=60:minutes'))[0]).toBe('minute')
    expect((await granularity('timeframe[]=6:hours'))[0]).toBe('ten_minutes')
    expect((await granularity('timeframe[]=15:days'))[0]).toBe('hour')
    expect((await granularity('timeframe[]=30:days'))[0]).toBe('day')
    expect(await granularity('timeframe[]=6:hours&group_by=ten_minute')).toEqual(
      await granularity('timeframe[]=6:hours&group_by=ten_minutes'),
    )
  })
})

test('400: more steps than an answer can hold are refused before anything is asked', async () => {
  const { ask } = await fourViews()
  const minutes = (days: number) => `group_by=minute&timeframe[]=${days}:days`
  const allowed = await ask(`views/timeseries?${minutes(13)}`)
  expect(allowed.body.data.length).toBeGreaterThanOrEqual(13 * 1440)
  expect(await ask(`views/timeseries?${minutes(14)}`)).toMatchObject({
    status: 400,
    body: { error: { type: 'invalid_parameters', fields: { group_by: [expect.any(String)] } } },
  })
  const each = `views/breakdown-timeseries?step=minute&limit=100&timeframe[]`
  expect((await ask(`${each}=16:hours`)).status).toBe(200)
  expect(await ask(`${each}=17:hours`)).toMatchObject({
    status: 400,
    body: { error: { fields: { step: [expect.any(String)] } } },
  })
  for (const asked of ['overall', 'timeseries', 'breakdown', 'breakdown-timeseries', 'insights'])
    expect(
      await ask(`views/${asked}?timeframe[]=${noon / 1000}&timeframe[]=8640000000000`),
    ).toMatchObject({ status: 400, body: { error: { type: 'invalid_timeframe' } } })
})

describe('200: breakdown', () => {
  test('METR-036 METR-037 gives a row for each value, with impact, views and times', async () => {
    const { ask } = await fourViews()
    const { status, body } = await ask('playback_failure_percentage/breakdown?group_by=country')
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        // All of its views fail, and none of the others: (1 - 0) × 1/4.
        {
          field: null,
          value: 1,
          views: 1,
          total_views: 1,
          total_watch_time: 60_000,
          total_playing_time: 50_000,
          negative_impact: 0.25,
        },
        // (0 - 1/3) × 1/4, and (0 - 1/2) × 2/4.
        {
          field: 'US',
          value: 0,
          views: 1,
          total_views: 1,
          total_watch_time: 60_000,
          total_playing_time: 0,
          negative_impact: expect.closeTo(-1 / 12, 10),
        },
        {
          field: 'DE',
          value: 0,
          views: 2,
          total_views: 2,
          total_watch_time: 120_000,
          total_playing_time: 100_000,
          negative_impact: -0.25,
        },
      ],
      meta: { aggregation: 'avg' },
      timeframe: [expect.any(Number), expect.any(Number)],
      total_row_count: 3,
      page: 1,
      limit: 50,
    })
  })

  test('METR-035 METR-038 METR-039 is ordered and paged, 50 rows a page and at most 500', async () => {
    const { ask, addViews } = await setUp()
    await addViews(
      ...Array.from({ length: 60 }, (_, at) => ({
        video_id: `video ${String(at).padStart(2, '0')}`,
        video_startup_time: 1000 + at,
      })),
      { video_id: '' },
      { video_id: null },
      { video_id: 'video 00', video_startup_time: 1000 },
    )
    const fields = async (query: string) => {
      const { body } = await ask(`video_startup_time/breakdown?group_by=video_id&${query}`)
      expect(body.total_row_count).toBe(62)
      return body.data.map(({ field }: { field: string | null }) => field)
    }
    expect(await fields('order_by=field&order_direction=asc')).toHaveLength(50)
    expect(await fields('order_by=field&order_direction=asc&page=2')).toHaveLength(12)
    expect(await fields('page=3')).toEqual([])
    const byField = await fields('order_by=field&order_direction=asc&limit=500')
    expect(byField.slice(0, 3)).toEqual(['', 'video 00', 'video 01'])
    expect(byField).toContain(null)
    expect((await fields('order_by=value&order_direction=desc&limit=1'))[0]).toBe('video 59')
    expect((await fields('order_by=views&order_direction=desc&limit=1'))[0]).toBe('video 00')
    const refused = await ask('views/breakdown?limit=501')
    expect(refused.status).toBe(400)
    expect(refused.body.error.fields).toHaveProperty('limit')
  })

  test('METR-008 breaks down by browser unless asked otherwise, and by every dimension there is', async () => {
    const { ask } = await fourViews()
    const { body } = await ask('views/breakdown?order_by=field&order_direction=asc')
    expect(
      body.data.map((row: { field: string; value: number }) => [row.field, row.value]),
    ).toEqual([
      ['Chrome', 3],
      ['Firefox', 1],
    ])
    for (const dimension of ['video_cdn_trace', 'playback_failure', 'asn', 'custom_20', 'page_url'])
      expect((await ask(`views/breakdown?group_by=${dimension}`)).status).toBe(200)
  })

  test('METR-043 METR-044 the file has the same rows without a page, up to 10000 of them', async () => {
    const { ask } = await fourViews()
    const path = 'views/breakdown?group_by=country&order_by=field&order_direction=asc&limit=10000'
    const { status, body, headers } = await ask(path, { accept: 'text/csv' })
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toContain('breakdown.csv')
    expect(body.split('\r\n')).toEqual([
      'field,value,views,total_views,total_watch_time,total_playing_time,negative_impact',
      'DE,2,2,2,120000,100000,0',
      'US,1,1,1,60000,0,0',
      ',1,1,1,60000,50000,0',
      '',
    ])
    expect((await ask('views/breakdown?limit=10001', { accept: 'text/csv' })).status).toBe(400)
  })

  test('METR-037 a row says how many views have a value, and how many there are beside their watch time', async () => {
    const { addViews, ask } = await setUp()
    await addViews(
      { country: 'DE', video_startup_time: 1_000, watch_time: 60_000 },
      { country: 'DE', video_startup_time: null, watch_time: 2_000 },
      { country: 'US', video_startup_time: 3_000, watch_time: 60_000 },
    )
    for (const measurement of ['median', 'avg']) {
      const asked = `measurement=${measurement}`
      const { body } = await ask(`video_startup_time/breakdown?group_by=country&${asked}`)
      const de = body.data.find(({ field }: { field: string }) => field === 'DE')
      expect(de).toMatchObject({ views: 1, total_views: 2, total_watch_time: 62_000 })
      const insights = await ask(`video_startup_time/insights?${asked}`)
      const us = insights.body.data.find(
        (row: { filter_value: string }) => row.filter_value === 'US',
      )
      expect(us).toMatchObject({ views: 1, total_views: 1, total_watch_time: 60_000 })
    }
  })

  test('METR-101 a query narrows the values, by their names too, and changes none of them', async () => {
    const { ask } = await fourViews()
    const rows = async (query: string, path = 'group_by=country') =>
      (await ask(`video_startup_time/breakdown?${path}&query=${encodeURIComponent(query)}`)).body
    const all = await rows('')
    const germany = await rows('germ')
    expect(germany.data).toEqual(all.data.filter(({ field }: { field: string }) => field === 'DE'))
    expect(germany.total_row_count).toBe(1)
    expect((await rows(' de ')).data).toEqual(germany.data)
    for (const hostile of ["' OR 1=1 --", '%', '_', '\\', '{p0:String}', '🦊'])
      expect((await rows(hostile)).data).toEqual([])
    expect((await rows('no', 'group_by=view_has_ad')).data).toHaveLength(1)
    const file = await ask('views/breakdown?group_by=country&query=germ', { accept: 'text/csv' })
    expect(file.body.trim().split('\r\n')).toHaveLength(2)
    for (const refused of ['x'.repeat(201), '%00'])
      expect((await ask(`views/breakdown?query=${refused}`)).status).toBe(400)
  })

  test('a breakdown over time has the same values at every step, in the order of the breakdown', async () => {
    const { ask } = await fourViews()
    const between = `timeframe[]=${noon / 1000}&timeframe[]=${noon / 1000 + 3 * 3600}`
    const { status, body } = await ask(
      `views/breakdown-timeseries?group_by=country&limit=2&step=hour&${between}`,
    )
    expect(status).toBe(200)
    expect(body.total_row_count).toBe(3)
    expect(body.meta).toEqual({ aggregation: 'count', granularity: 'hour' })
    expect(body.data).toHaveLength(3)
    const fieldsOf = ({ values: of }: { values: { field: string }[] }) => of.map((one) => one.field)
    expect(body.data.map(fieldsOf)).toEqual(Array(3).fill(fieldsOf(body.data[0])))
    expect(body.data[0].values[0]).toEqual({ field: 'DE', value: 2, views: 2 })
    expect(body.data[1].values[0]).toEqual({ field: 'DE', value: null, views: 0 })
  })
})

describe('histogram', () => {
  test('every view with a value is in one bucket of a round width, and empty buckets are there too', async () => {
    const { ask } = await fourViews()
    const { body } = await ask('video_startup_time/histogram?timeframe[]=24:hours')
    expect(body.data).toHaveLength(21)
    expect(body.data[0]).toEqual({ start: 1000, end: 1100, count: 1, percentage: 1 / 3 })
    expect(body.data[1]).toEqual({ start: 1100, end: 1200, count: 0, percentage: 0 })
    expect(body.data[20]).toEqual({ start: 3000, end: 3100, count: 1, percentage: 1 / 3 })
  })

  test('the few largest values share an open bucket at the end', async () => {
    const { addViews, ask } = await setUp()
    await addViews(
      ...Array.from({ length: 300 }, (_, index) => ({
        view_end: noon,
        video_startup_time: index < 299 ? 500 + (index % 10) * 100 : 60_000,
      })),
    )
    const { body } = await ask('video_startup_time/histogram?timeframe[]=24:hours')
    const counts = body.data.map(({ count }: { count: number }) => count)
    expect(counts.reduce((sum: number, count: number) => sum + count)).toBe(300)
    expect(body.data.at(-1)).toMatchObject({ end: null, count: 1 })
  })

  test.for([
    ['that differ in their last digit alone', 0.1, 0.10000000000000002],
    ['without any difference, beyond whole numbers', 1e17, 1e17],
    ['further apart than whole numbers reach', 0, 1e300],
  ] as const)('METR-032 values %s are all counted', async ([, one, other]) => {
    const { addViews, ask } = await setUp()
    await addViews(
      { view_end: noon, rebuffer_percentage: one },
      { view_end: noon, rebuffer_percentage: other },
    )
    const { status, body } = await ask('rebuffer_percentage/histogram?timeframe[]=24:hours')
    expect(status).toBe(200)
    const counts = body.data.map(({ count }: { count: number }) => count)
    expect(counts.reduce((sum: number, count: number) => sum + count)).toBe(2)
  })

  test('nothing has no buckets, and counts of views no histogram', async () => {
    const { ask } = await setUp()
    expect((await ask('video_startup_time/histogram')).body.data).toEqual([])
    for (const metric of ['views', 'playback_failure_percentage'])
      expect((await ask(`${metric}/histogram`)).status).toBe(400)
  })
})

describe('200: insights, comparison, explanation', () => {
  test('METR-032 every resource answers by its name, also of a metric by its older one', async () => {
    const { ask, token } = await fourViews()
    for (const resource of ['overall?error=403&value=1', 'breakdown', 'timeseries', 'insights']) {
      const { status, body } = await ask(`error_rate/${resource}`)
      expect({ resource, status, rows: body.total_row_count }).toEqual({
        resource,
        status: 200,
        rows: expect.any(Number),
      })
    }
    expect((await ask('video_startup_time/histogram')).body.data.length).toBeGreaterThan(0)
    expect((await ask('comparison')).body.data[0]).toMatchObject({ name: 'totals', view_count: 4 })
    const { body } = await call('/ui/v1/metrics/structure', { token })
    expect(body.data).toContainEqual(
      expect.objectContaining({ metric: 'viewer_experience_score', name: 'Overall' }),
    )
  })

  test('METR-082 insights are what worsens a metric, each of more than 1% of the views', async () => {
    const { ask, addViews } = await setUp()
    await addViews(
      ...Array.from({ length: 197 }, () => ({ country: 'DE', browser: 'Chrome' })),
      ...Array.from({ length: 5 }, () => ({ country: 'FR', playback_failure: true })),
      { country: 'IT', playback_failure: true },
    )
    const { status, body } = await ask('playback_failure_percentage/insights')
    expect(status).toBe(200)
    const found = body.data.map((row: { filter_column: string; filter_value: string }) => [
      row.filter_column,
      row.filter_value,
    ])
    expect(found).toEqual([['country', 'FR']])
    expect(body.data[0]).toEqual({
      filter_column: 'country',
      filter_value: 'FR',
      metric: 1,
      negative_impact_score: expect.closeTo((1 - 1 / 198) * (5 / 203), 10),
      views: 5,
      total_views: 5,
      total_watch_time: 300_000,
      total_playing_time: 295_000,
    })
    expect(body).toMatchObject({ meta: { aggregation: 'avg' }, total_row_count: 1 })
  })

  test('METR-090 the comparison begins with totals and has every metric and measurement once', async () => {
    const { ask } = await fourViews()
    const { status, body } = await ask('comparison')
    expect(status).toBe(200)
    expect(body.data[0]).toEqual({
      name: 'totals',
      view_count: 4,
      started_views: 4,
      ended_views: 4,
      unique_viewers: 2,
      watch_time: 240_000,
      total_playing_time: 150_000,
    })
    type Item = { metric: string; measurement?: string; value: number | null; type: string }
    const rows: (Item & { items: Item[] })[] = body.data.slice(1)
    const all = [...rows.filter(({ metric }) => metric), ...rows.flatMap(({ items }) => items)]
    expect(new Set(all.map(({ metric }) => metric))).toEqual(new Set(metricIds))
    const value = (metric: string, measurement?: string) =>
      all.find((one) => one.metric === metric && one.measurement === measurement)?.value
    expect(value('video_startup_time', 'median')).toBe(2000)
    expect(value('video_startup_time', '95th')).toBe(2900)
    expect(value('playback_failure_percentage')).toBe(0.25)
    const bitrate = all.find(({ metric }) => metric === 'weighted_average_bitrate')
    expect(bitrate?.type).toBe('mbps')
  })

  if (isLongRun())
    test('METR-090 the comparison is of one value of a dimension, also of none, beside the filters of the plan', async () => {
      const { ask } = await fourViews()
      const views = async (query: string) =>
        (await ask(`comparison?${query}`)).body.data[0].view_count
      expect(await views('dimension=country&value=DE')).toBe(2)
      expect(await views('dimension=country&value=__null__')).toBe(1)
      expect(await views('dimension=country&value=DE&filters[]=browser:Firefox')).toBe(1)
      expect(await views('dimension=country&value=nowhere')).toBe(0)
      expect(await views('dimension=country&value=DE&filters[]=country:US')).toBe(2)
    })

  test('a number is explained by its formula, its query and the views left out, which add up', async () => {
    const { ask, environment } = await fourViews()
    const path = 'video_startup_time/explain?filters[]=!country:US&metric_filters[]=playing_time>=1'
    const { status, body } = await ask(path)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      metric: 'video_startup_time',
      measurement: 'median',
      formula: 'median(video_startup_time)',
      definition: metrics.video_startup_time.explanation,
      included_views: 3,
      excluded: [{ reason: 'The filter !country:US leaves them out.', views: 1 }],
    })
    expect(Object.values(body.data.parameters)).toContain(environment.id)
    expect(body.data.sql).not.toContain('US')
    for (const kind of ['timeseries', 'breakdown', 'overall'])
      expect((await ask(`views/explain?kind=${kind}`)).body.data.included_views).toBe(4)
    const noStartup = await ask('video_startup_time/explain?filters[]=country:US')
    expect(noStartup.body.data).toMatchObject({ included_views: 0 })
    const left = noStartup.body.data.excluded.map(({ views }: { views: number }) => views)
    expect(left.reduce((sum: number, views: number) => sum + views)).toBe(4)
  })

  test('METR-015 the list and the tree hold every metric with what it needs to be shown', async () => {
    const { token } = await setUp()
    const { body } = await call('/data/v1/metrics', { token })
    expect(body.total_row_count).toBe(metricIds.length)
    expect(body.data.find(({ id }: { id: string }) => id === 'views')).toMatchObject({
      title: 'Views',
      group: 'engagement',
      category: 'viewer_metrics',
      value_type: 'number',
      relative_to: 'total_views',
      measurements: ['count'],
      default_measurement: 'count',
      filterable: false,
    })
    const tree = (await call('/ui/v1/metrics/structure', { token })).body.data
    const named = tree.flatMap((branch: { metric: string | null; items: { metric: string }[] }) => [
      ...(branch.metric ? [branch.metric] : []),
      ...branch.items.map(({ metric }) => metric),
    ])
    expect(named.toSorted()).toEqual([...metricIds].toSorted())
  })
})

describe('400', () => {
  const refusals: [string, string][] = [
    ['views/overall?measurement=mean', 'measurement'],
    ['views/overall?measurement=95th', 'measurement'],
    ['views/overall?filters[]=shoe_size:42', 'filters'],
    ['views/overall?filters[]=country:a%00b', 'filters'],
    ['views/overall?metric_filters[]=views>=1', 'metric_filters'],
    ['views/overall?timeframe[]=yesterday', 'timeframe'],
    ['views/timeseries?group_by=week', 'group_by'],
    ['views/timeseries?order_direction=sideways', 'order_direction'],
    ['views/breakdown?group_by=shoe_size', 'group_by'],
    ['views/breakdown?group_by=constructor', 'group_by'],
    ['views/breakdown?order_by=luck', 'order_by'],
    ['views/breakdown?limit=0', 'limit'],
    ['views/breakdown-timeseries?limit=101', 'limit'],
    ['views/explain?kind=everything', 'kind'],
    ['comparison?dimension=shoe_size&value=1', 'dimension'],
    ['comparison?value=1', 'dimension'],
    ['comparison?dimension=country', 'value'],
  ]
  test.each(refusals)('%s is refused and names %s', async (path, field) => {
    const { ask } = await setUp()
    const { status, body } = await ask(path)
    expect(status).toBe(400)
    expect(Object.keys(body.error.fields)).toEqual([field])
  })

  test('METR-057 METR-071 TIME-031 the plan limits filters and the past', async () => {
    const { ask } = await setUp({ plan: 'Free' })
    const said = async (query: string) => (await ask(`views/overall?${query}`)).body.error?.messages
    expect(await said('filters[]=country:DE&filters[]=browser:Chrome&filters[]=cdn:x')).toEqual([
      'You have used the maximum number of filter dimensions for your plan.',
    ])
    const metricFilters = ['video_startup_time>1', 'playing_time>1', 'watch_time>1']
      .map((text) => `metric_filters[]=${text}`)
      .join('&')
    expect(await said(metricFilters)).toEqual([
      'You have used the maximum number of filter metrics for your plan.',
    ])
    expect(await said('timeframe[]=400:days')).toEqual([
      expect.stringContaining('This time frame includes dates outside your retention period.'),
    ])
    expect(await said('filters[]=country:DE&filters[]=browser:Chrome')).toBeUndefined()
  })

  test('METR-011 insights are not available for historical ranges', async () => {
    const { ask } = await setUp()
    const { body } = await ask('views/insights?timeframe[]=6:months')
    expect(body.error.messages).toEqual(['Not available for the selected time range'])
  })
})

describe('401, 403 and 404', () => {
  const paths = ['', '/comparison', '/views/overall', '/views/breakdown', '/views/insights']
  test.each(paths)('/data/v1/metrics%s needs data:read', async (path) => {
    const { environment } = await setUp()
    const video = await make.accessToken(environment, ['video:write', 'system:write'])
    expect((await call(`/data/v1/metrics${path}`)).status).toBe(401)
    expect((await call(`/data/v1/metrics${path}`, { token: video })).status).toBe(403)
  })

  const resources = ['overall', 'timeseries', 'breakdown', 'insights', 'explain']
  test.each(resources)('an unknown metric has no %s', async (resource) => {
    const { ask } = await setUp()
    for (const metric of ['happiness', 'constructor', '__proto__']) {
      const { status, body } = await ask(`${metric}/${resource}`)
      expect(status).toBe(404)
      expect(body.error.messages).toEqual(['There is no such metric.'])
    }
  })

  test('views of another environment change nothing', async () => {
    const one = await setUp()
    const other = await fourViews()
    expect((await one.ask('views/overall')).body.data.value).toBe(0)
    expect((await one.ask('views/breakdown')).body.data).toEqual([])
    expect((await other.ask('views/overall')).body.data.value).toBe(4)
    const hostile = `views/overall?filters[]=${encodeURIComponent("country:DE') OR 1=1 --")}`
    expect((await other.ask(hostile)).body.data.value).toBe(0)
  })
})

test('nothing of all this was a failure of the server', () => {
  expect(logLines.join('\n')).not.toContain('request failed')
})
