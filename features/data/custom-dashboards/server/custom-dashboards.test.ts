import { describe, expect, test } from 'vitest'
import { aFactory } from '@playhead/testing/factories.ts'
import { countRows, readChanges, setColumn } from '@playhead/testing/rows/rows.ts'
import { type TestCall, startTestApp } from '@playhead/testing/test-app.ts'
import { customDashboardsServer } from './index.ts'

const { call, database } = await startTestApp([customDashboardsServer])
const make = aFactory(database)

const setUp = async (overrides?: Record<string, unknown>) => {
  const world = await make.world()
  if (overrides)
    await setColumn(database, 'organizations', 'feature_overrides', JSON.stringify(overrides), {
      id: world.organization.id,
    })
  const token = await make.accessToken(world.environment, ['data:read', 'data:write'])
  return { ...world, token, caller: { token } satisfies TestCall }
}

const address = '/ui/v1/custom-dashboards'

const widget = (overrides: Record<string, unknown> = {}) => ({
  display_name: 'Startup by country',
  type: 'bars',
  metric: 'video_startup_time',
  measurement: 'median',
  dimension: 'country',
  dimension_filters: ['!browser:Chrome', 'stream_type:live'],
  metric_filters: ['video_startup_time<8000'],
  position: { row: 0, column: 3, row_span: 1, column_span: 3 },
  comparison_timeframe: 7,
  ...overrides,
})

const dashboard = (widgets: Record<string, unknown> = { one: widget() }) => ({
  display_name: 'New Dashboard',
  timeframe_start: 'Last 24 hours',
  dashboard_contents: {
    widgets,
    global_dimension_filters: ['country:US', 'country:CA'],
    global_metric_filters: [],
  },
})

const create = (caller: TestCall, body: Record<string, unknown> = dashboard()) =>
  call(address, { ...caller, body })

const save = (caller: TestCall, id: string, body: Record<string, unknown>) =>
  call(`${address}/${id}`, { ...caller, method: 'PATCH', body })

describe('200, 201 and 204', () => {
  test('DASH-009 DASH-010 DASH-011 DASH-013 a dashboard is created and read back as it was sent', async () => {
    const { caller, organization, environment } = await setUp()
    const created = await create(caller)
    expect(created.status).toBe(201)
    expect(created.body.data).toEqual({
      ...dashboard(),
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const { id } = created.body.data
    expect((await call(`${address}/${id}`, caller)).body).toEqual(created.body)
    expect(await readChanges(database, organization.id)).toMatchObject([
      {
        action: 'custom_dashboard.created',
        subject_id: id,
        subject_name: 'New Dashboard',
        environment_id: environment.id,
      },
    ])
  })

  test('DASH-012 a component is a chart over time, a number, a list or bars', async () => {
    const { caller } = await setUp()
    const widgets = Object.fromEntries(
      ['timeseries', 'metric', 'list', 'bars'].map((type) => [type, widget({ type })]),
    )
    const created = await create(caller, dashboard(widgets))
    expect(created.body.data.dashboard_contents.widgets).toEqual(widgets)
    const wrong = await create(caller, dashboard({ pie: widget({ type: 'pie' }) }))
    expect(wrong.status).toBe(400)
  })

  test('DASH-013 the list has the dashboards in the order they were made', async () => {
    const { caller } = await setUp()
    expect((await call(address, caller)).body).toEqual({ data: [], total_row_count: 0 })
    const names = ['Operations', 'A first look', 'Mobile']
    for (const name of names) await create(caller, { ...dashboard({}), display_name: name })
    const { body } = await call(address, caller)
    expect(body.total_row_count).toBe(3)
    expect(body.data.map((one: { display_name: string }) => one.display_name)).toEqual(names)
    expect(body.data[0].dashboard_contents).toEqual(dashboard({}).dashboard_contents)
  })

  test('DASH-013 an update changes the fields it has and leaves the rest', async () => {
    const { admin, organization, environment } = await setUp()
    const caller = { as: admin, organization, environment }
    const { id } = (await create(caller)).body.data
    const renamed = await save(caller, id, { display_name: ' Wall ', version: 1 })
    expect(renamed).toMatchObject({
      status: 200,
      body: { data: { ...dashboard(), display_name: 'Wall', version: 2 } },
    })
    const other = dashboard({}).dashboard_contents
    await save(caller, id, {
      timeframe_start: 'Last 7 days',
      dashboard_contents: other,
      version: 2,
    })
    expect((await call(`${address}/${id}`, caller)).body.data).toMatchObject({
      display_name: 'Wall',
      timeframe_start: 'Last 7 days',
      dashboard_contents: other,
      version: 3,
    })
    expect((await readChanges(database, organization.id)).at(-1)).toMatchObject({
      action: 'custom_dashboard.updated',
      detail: { timeframe_start: { from: 'Last 24 hours', to: 'Last 7 days' } },
    })
  })

  test('a fixed range is a timeframe too', async () => {
    const { caller } = await setUp()
    const body = { ...dashboard(), timeframe_start: '1763596800,1763683200' }
    expect((await create(caller, body)).status).toBe(201)
  })

  test('DASH-014 a deleted dashboard is gone', async () => {
    const { caller, organization } = await setUp()
    const { id } = (await create(caller)).body.data
    const remove = () => call(`${address}/${id}`, { ...caller, method: 'DELETE' })
    expect(await remove()).toMatchObject({ status: 204, body: undefined })
    expect((await call(`${address}/${id}`, caller)).status).toBe(404)
    expect((await remove()).status).toBe(404)
    expect((await readChanges(database, organization.id)).at(-1)).toMatchObject({
      action: 'custom_dashboard.deleted',
      subject_name: 'New Dashboard',
    })
  })
})

describe('400', () => {
  test('saving over a newer version is refused', async () => {
    const { caller } = await setUp()
    const { id } = (await create(caller)).body.data
    const answers = await Promise.all(
      ['Mine', 'Yours', 'Theirs'].map((name) =>
        save(caller, id, { display_name: name, version: 1 }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    const refused = answers.find(({ status }) => status === 400)!
    expect(refused.body.error).toMatchObject({
      messages: [
        'Another person has changed this dashboard since you opened it. Reload it before you save.',
      ],
      fields: { version: expect.any(Array) },
    })
    const saved = answers.find(({ status }) => status === 200)!
    expect((await call(`${address}/${id}`, caller)).body).toEqual(saved.body)
  })

  test.each([
    ['DASH-016 a component name of 201 characters', { display_name: 'n'.repeat(201) }],
    ['DASH-017 a component without a name', { display_name: '  ' }],
    ['DASH-017 a component without a type', { type: undefined }],
    ['a metric that is none', { metric: 'happiness' }],
    ['a measurement the metric has not', { measurement: 'count' }],
    ['a list by what is no dimension', { type: 'list', dimension: 'mood' }],
    ['bars by nothing', { dimension: undefined }],
    ['a filter that is none', { dimension_filters: ['mood:good'] }],
    ['a metric filter that is none', { metric_filters: ['happiness<8'] }],
    ['DASH-022 a comparison with two days before', { comparison_timeframe: 2 }],
    ['a seventh column', { position: { row: 0, column: 4, row_span: 1, column_span: 3 } }],
    ['no height', { position: { row: 0, column: 0, row_span: 0, column_span: 3 } }],
    ['a row before the first', { position: { row: -1, column: 0, row_span: 1, column_span: 3 } }],
  ])('%s', async (_, wrong) => {
    const { caller } = await setUp()
    const answer = await create(caller, dashboard({ one: widget(wrong) }))
    expect(answer.status).toBe(400)
    expect(answer.body.error.type).toBe('invalid_parameters')
    expect((await call(address, caller)).body.data).toEqual([])
  })

  test.each([
    ['a timeframe in other words', { timeframe_start: 'yesterday' }, 'timeframe_start'],
    ['a range that ends first', { timeframe_start: '1763683200,1763596800' }, 'timeframe_start'],
    ['no name', { display_name: '' }, 'display_name'],
    ['a name of 201 characters', { display_name: 'n'.repeat(201) }, 'display_name'],
  ])('%s', async (_, wrong, field) => {
    const { caller } = await setUp()
    const answer = await create(caller, { ...dashboard(), ...wrong })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toHaveProperty(field)
  })

  test('DASH-020 a seventh number', async () => {
    const { caller } = await setUp()
    const numbers = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`n${at}`, widget({ type: 'metric' })]),
      )
    expect((await create(caller, dashboard(numbers(6)))).status).toBe(201)
    expect((await create(caller, dashboard(numbers(7)))).status).toBe(400)
  })

  test('DASH-021 more filters than the plan allows', async () => {
    const { caller } = await setUp({ maxFilters: 2 })
    const filters = ['browser:Chrome', 'browser:Safari', 'cdn:fastly']
    const withFilters = (texts: string[]) =>
      dashboard({ one: widget({ dimension_filters: texts }) })
    expect((await create(caller, withFilters(filters))).status).toBe(201)
    const answer = await create(caller, withFilters([...filters, 'country:US']))
    expect(answer.status).toBe(400)
    expect(answer.body.error.messages).toEqual(['Your plan allows 2 filters at once.'])
  })

  test('the hundred-and-first dashboard, also when many come at once', async () => {
    const { caller, environment } = await setUp()
    for (let at = 0; at < 98; at += 1) await create(caller, dashboard({}))
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => create(caller, dashboard({}))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400])
    const counted = { environment_id: environment.id }
    expect(await countRows(database, 'custom_dashboards', counted)).toBe(100)
  })
})

test('401 without credentials', async () => {
  expect((await call(address)).status).toBe(401)
})

test('403 to write with a token that may only read, and without custom dashboards in the plan', async () => {
  const { environment } = await setUp()
  const token = await make.accessToken(environment, ['data:read'])
  expect((await create({ token })).status).toBe(403)
  expect((await call(address, { token })).status).toBe(200)
  const without = await setUp({ customDashboards: false })
  for (const answer of [await call(address, without.caller), await create(without.caller)])
    expect(answer).toMatchObject({
      status: 403,
      body: { error: { type: 'upgrade_required', name: 'customDashboards' } },
    })
})

test('404 for dashboards of another environment, unknown and malformed ids', async () => {
  const { caller } = await setUp()
  const stranger = await setUp()
  const foreign = (await create(stranger.caller)).body.data.id
  const change = { method: 'PATCH', body: { display_name: 'Mine', version: 1 } }
  for (const id of [foreign, '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f', 'nonsense'])
    for (const given of [{}, change, { method: 'DELETE' }])
      expect((await call(`${address}/${id}`, { ...caller, ...given })).status).toBe(404)
  expect((await call(address, caller)).body.data).toEqual([])
  const kept = await call(`${address}/${foreign}`, stranger.caller)
  expect(kept.body.data.display_name).toBe('New Dashboard')
})
