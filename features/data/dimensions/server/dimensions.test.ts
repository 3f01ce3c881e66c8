import { describe, expect, onTestFinished, test } from 'vitest'
import { usedDimensionRules } from '@playhead/analytics/ask-used-dimensions.sql.ts'
import { dimensionCategories } from '@playhead/metrics/dimension.ts'
import { dimensions } from '@playhead/metrics/dimensions.ts'
import { customDimensionsServer } from '@playhead/features/data/custom-dimensions/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { dimensionsServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database } = await startTestApp([customDimensionsServer, dimensionsServer], {
  clickhouse,
})
const make = aFactory(database)

const hour = 3_600_000
const now = Date.now()

const setUp = async (given: { plan?: string } = {}) => {
  const organization = await make.organization(given)
  const environment = await make.environment(organization)
  const token = await make.accessToken(environment)
  const ask = (path: string) => call(path, { token })
  return {
    environment,
    token,
    addViews: aViewFactory(clickhouse, environment),
    ask,
    values: async (dimension: string, query = '') => {
      const { body } = await ask(`/data/v1/dimensions/${dimension}?${query}`)
      return body.data.map(({ value, total_count }: { value: string; total_count: number }) => [
        value,
        total_count,
      ])
    },
  }
}

describe('200: the lists', () => {
  test('METR-049 TIME-033 TIME-036 names basic and advanced dimensions, of the last 24 hours', async () => {
    const { ask } = await setUp()
    const { status, body } = await ask('/data/v1/dimensions')
    expect(status).toBe(200)
    const { basic, advanced } = body.data
    expect(basic).toEqual(expect.arrayContaining(['browser', 'continent_code', 'video_title']))
    expect(advanced).toEqual(expect.arrayContaining(['country', 'custom_1', 'custom_20', 'asn']))
    expect(basic.filter((id: string) => advanced.includes(id))).toEqual([])
    expect(body.total_row_count).toBe(basic.length + advanced.length)
    expect(body.timeframe[1] - body.timeframe[0]).toBe(86_400)
    const shortList = (await ask('/data/v1/dimensions/basic')).body
    expect(shortList.data).toEqual({ basic, advanced: [] })
    expect((await ask('/data/v1/filters')).body.data).toEqual(body.data)
  })

  test.each([
    ['at a glance', usedDimensionRules.glance],
    ['among all views', 1],
  ])('METR-045 names the dimensions that have a value in any view: %s', async (_where, glance) => {
    const { ask, addViews } = await setUp()
    const usual = usedDimensionRules.glance
    usedDimensionRules.glance = glance
    onTestFinished(() => void (usedDimensionRules.glance = usual))
    await addViews(
      { custom_3: '5.4.0', country: 'DE', video_cdn_trace: [] },
      { custom_4: 'late', country: 'FR', video_cdn_trace: ['fastly'] },
      { custom_5: 'long ago', view_end: now - 50 * hour },
    )
    const used = async (query: string) => (await ask(`/ui/v1/dimensions/used?${query}`)).body.data
    const today = await used('timeframe[]=24:hours')
    expect(today).toEqual(expect.arrayContaining(['custom_3', 'custom_4', 'video_cdn_trace']))
    expect(today).not.toContain('custom_5')
    expect(await used('timeframe[]=7:days')).toContain('custom_5')
    const german = await used('timeframe[]=24:hours&filters[]=country:DE')
    expect(german).toContain('custom_3')
    expect(german).not.toContain('custom_4')
    expect(german).not.toContain('video_cdn_trace')
  })

  test('METR-045 names those that have a value in a few of the views at once', async () => {
    const { ask, addViews } = await setUp()
    await addViews({ custom_3: '5.4.0' }, { custom_4: 'late' })
    const glance = async () =>
      (await ask('/ui/v1/dimensions/used/glance?timeframe[]=24:hours')).body.data as string[]
    expect(await glance()).toEqual(expect.arrayContaining(['custom_3', 'custom_4']))
    const usual = usedDimensionRules.glance
    usedDimensionRules.glance = 1
    onTestFinished(() => void (usedDimensionRules.glance = usual))
    expect((await glance()).filter((name) => name.startsWith('custom_'))).toHaveLength(1)
  })

  test('METR-045 METR-046 describes dimensions by title, in the order of the categories', async () => {
    const { ask } = await setUp()
    const { data } = (await ask('/ui/v1/dimensions')).body
    expect(data).toContainEqual({
      id: 'operating_system',
      display_name: 'Operating system',
      category: 'device',
      basic: true,
    })
    const order = data.map(({ category }: { category: (typeof dimensionCategories)[number] }) =>
      dimensionCategories.indexOf(category),
    )
    expect(order).toEqual(order.toSorted((one: number, other: number) => one - other))
    const basic = (await ask('/ui/v1/dimensions/basic')).body.data
    expect(basic).toEqual(data.filter((one: { basic: boolean }) => one.basic))
  })
})

test('METR-045 METR-047 custom dimensions are called and placed as their environment says', async () => {
  const { organization, environment, admin } = await make.world()
  const other = await make.environment(organization)
  const as = (place: { id: string }) => ({ as: admin, organization, environment: place })
  const saved = await call('/ui/v1/custom-dimensions', {
    ...as(environment),
    method: 'PUT',
    body: {
      custom_dimensions: [{ id: 'custom_3', display_name: 'Studio', category: 'video_metadata' }],
    },
  })
  expect(saved.status).toBe(200)
  const described = async (place: { id: string }) => {
    const { body } = await call('/ui/v1/dimensions', as(place))
    return body.data.find(({ id }: { id: string }) => id === 'custom_3')
  }
  expect(await described(environment)).toEqual({
    id: 'custom_3',
    display_name: 'Studio',
    category: 'video_metadata',
    basic: false,
  })
  expect(await described(other)).toMatchObject({ display_name: 'Custom 3', category: 'custom' })
})

describe('200: values', () => {
  test('METR-045 METR-050 counts views by value, the most frequent first; null and empty differ', async () => {
    const { addViews, ask, values } = await setUp()
    await addViews(
      { country: 'DE' },
      { country: 'DE' },
      { country: 'DE' },
      { country: 'US' },
      { country: 'US' },
      { country: '' },
      { country: null, view_end: now - 30 * hour },
    )
    expect(await values('country')).toEqual([
      ['DE', 3],
      ['US', 2],
      ['', 1],
    ])
    expect(await values('country', 'timeframe[]=7:days')).toContainEqual([null, 1])
    expect(await values('country', 'filters[]=country:FR')).toEqual([])
    const { body } = await ask('/data/v1/dimensions/country?limit=2&page=2')
    expect(body).toMatchObject({ total_row_count: 3, page: 2, limit: 2 })
    expect(body.data).toEqual([{ value: '', total_count: 1 }])
    const past = await ask('/data/v1/dimensions/country?limit=2&page=3')
    expect(past).toMatchObject({ status: 200, body: { data: [], total_row_count: 3 } })
  })

  test('METR-050 is searched in any case, narrowed and ordered', async () => {
    const { addViews, values } = await setUp()
    const failed = { error_type_id: 9, playback_failure: true }
    await addViews(
      { video_title: 'Žižkov at night', video_startup_time: 100 },
      { video_title: 'Night train', video_startup_time: 2000, ...failed },
      { video_title: 'Night train', browser: 'Firefox' },
      { video_title: '100% % _ night' },
      { video_title: 'Day' },
    )
    const titles = async (query: string) =>
      (await values('video_title', query)).map(([title]: [string]) => title)
    expect(await titles('query=NIGHT&order_by=value')).toEqual([
      '100% % _ night',
      'Night train',
      'Žižkov at night',
    ])
    expect(await titles('query=žižkov')).toEqual(['Žižkov at night'])
    expect(await titles(`query=${encodeURIComponent('% _')}`)).toEqual(['100% % _ night'])
    expect(await titles("query=' OR 1 = 1 --")).toEqual([])
    expect(await titles('filters[]=browser:Firefox')).toEqual(['Night train'])
    expect(await titles('metric_filters[]=video_startup_time<1000')).toEqual(['Žižkov at night'])
    expect(await titles('error_id=9')).toEqual(['Night train'])
    const chosen = (id: number) => `filters[]=error_type_id:${id}`
    expect(await titles(`error_id=9&${chosen(8)}`)).toEqual([])
    expect(await titles(`error_id=9&${chosen(8)}&${chosen(9)}`)).toEqual(['Night train'])
    expect(await titles(`error_id=9&filters[]=!error_type_id:9`)).toEqual([])
    expect((await titles('order_by=field&order_direction=desc'))[0]).toBe('Žižkov at night')
    expect((await titles('order_by=views&order_direction=asc')).at(-1)).toBe('Night train')
  })

  test('METR-063 values are also at /values and at the older address of filters', async () => {
    const { addViews, ask } = await setUp()
    await addViews({ sub_property_id: 'north' }, { sub_property_id: 'south' })
    const { body } = await ask('/data/v1/dimensions/sub_property_id')
    expect(body.data).toHaveLength(2)
    const named = await ask('/data/v1/dimensions/sub_property_id/values')
    expect(named.body.data).toEqual(body.data)
    expect((await ask('/data/v1/filters/sub_property_id')).body.data).toEqual(body.data)
  })

  test('a list counts as a whole, and by its elements once for each view', async () => {
    const { addViews, ask, values } = await setUp()
    await addViews(
      { video_cdn_trace: ['fastly', 'akamai', 'fastly'] },
      { video_cdn_trace: ['fastly'] },
      { video_cdn_trace: [] },
    )
    expect(await values('video_cdn_trace', 'order_by=value')).toEqual([
      ['[]', 1],
      ['[fastly,akamai,fastly]', 1],
      ['[fastly]', 1],
    ])
    const { body } = await ask('/data/v1/dimensions/video_cdn_trace/elements')
    expect(body.data).toEqual([
      { value: 'fastly', total_count: 2 },
      { value: 'akamai', total_count: 1 },
    ])
    const views = async (filter: string) =>
      (await ask(`/data/v1/dimensions/video_cdn_trace?filters[]=${encodeURIComponent(filter)}`))
        .body.total_row_count
    expect(await views('+video_cdn_trace:fastly')).toBe(2)
    expect(await views('-video_cdn_trace:akamai')).toBe(2)
    expect(await views('video_cdn_trace:[fastly,akamai,fastly]')).toBe(1)
    expect(await views('video_cdn_trace:[]')).toBe(1)
  })

  if (isLongRun())
    test('METR-045 every dimension answers, flags and numbers as texts', async () => {
      const { addViews, ask, values } = await setUp()
      await addViews({ view_has_ad: true, asn: 64_500, player_autoplay: null })
      for (const id of Object.keys(dimensions))
        expect({ id, status: (await ask(`/data/v1/dimensions/${id}`)).status }).toEqual({
          id,
          status: 200,
        })
      expect(await values('view_has_ad')).toEqual([['true', 1]])
      expect(await values('asn')).toEqual([['64500', 1]])
      expect(await values('player_autoplay')).toEqual([[null, 1]])
    })
})

describe('400', () => {
  const refusals: [string, string][] = [
    ['filters[]=nothing:1', 'filters'],
    ['metric_filters[]=nothing>1', 'metric_filters'],
    ['error_id=first', 'error_id'],
    ['order_by=luck', 'order_by'],
    ['limit=101', 'limit'],
    ['timeframe[]=soon', 'timeframe'],
  ]
  test.each(refusals)('METR-050 %s is refused', async (query, field) => {
    const { ask } = await setUp()
    const { status, body } = await ask(`/data/v1/dimensions/country?${query}`)
    expect(status).toBe(400)
    expect(Object.keys(body.error.fields)).toEqual([field])
  })

  test('METR-060 historical ranges know basic dimensions only', async () => {
    const { ask } = await setUp()
    const { status, body } = await ask('/data/v1/dimensions/asn?timeframe[]=6:months')
    expect(status).toBe(400)
    expect(body.error.messages[0]).toContain('Dimension not available for the selected time range')
    const ofError = await ask('/data/v1/dimensions/browser?error_id=7&timeframe[]=6:months')
    expect(ofError.status).toBe(400)
    expect(ofError.body.error.messages[0]).toContain('error_type_id')
  })
})

describe('401, 403 and 404', () => {
  const paths = ['/data/v1/dimensions', '/data/v1/dimensions/country', '/ui/v1/dimensions']
  test.each(paths)('%s needs data:read', async (path) => {
    const { environment } = await setUp()
    const video = await make.accessToken(environment, ['video:write'])
    expect((await call(path)).status).toBe(401)
    expect((await call(path, { token: video })).status).toBe(403)
  })

  test('there is no unknown dimension, and no element of what is no list', async () => {
    const { ask } = await setUp()
    const missing = ['shoe_size', 'constructor', 'shoe_size/values', 'country/elements']
    for (const path of missing) expect((await ask(`/data/v1/dimensions/${path}`)).status).toBe(404)
    expect((await ask('/data/v1/filters/shoe_size')).status).toBe(404)
  })

  test('values of another environment are not listed', async () => {
    const one = await setUp()
    const other = await setUp()
    await other.addViews({ video_title: 'Secret' })
    expect(await one.values('video_title')).toEqual([])
    expect(await other.values('video_title')).toEqual([['Secret', 1]])
  })
})
