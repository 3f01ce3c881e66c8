import { describe, expect, test } from 'vitest'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { ViewError, ViewRow } from '@playhead/metrics/view-columns.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readChanges } from '@playhead/testing/rows/rows.ts'
import { type TestCall, startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { errorCodesServer } from './index.ts'
import { listViewsWithCode } from './stored-views.sql.ts'

const clickhouse = await makeTestClickHouse()
const { app, call, clock, database } = await startTestApp([errorCodesServer], { clickhouse })
const make = aFactory(database)
const root = '/ui/v1/error-codes'
const configOf = (code: string) => `${root}/${encodeURIComponent(code)}/config`

const setUp = async () => {
  const world = await make.world()
  const { organization, environment } = world
  const asAdmin: TestCall = { as: world.admin, organization, environment }
  const asMember: TestCall = { as: world.member, organization, environment }
  const save = (code: string, body: object, caller = asAdmin) =>
    call(configOf(code), { ...caller, method: 'PUT', body })
  const remove = (code: string, caller = asAdmin) =>
    call(configOf(code), { ...caller, method: 'DELETE' })
  return { ...world, asAdmin, asMember, save, remove, add: aViewFactory(clickhouse, environment) }
}

const runSchedules = async (store: ClickHouse = clickhouse) => {
  for (const schedule of errorCodesServer.schedules)
    await schedule.run({ ...app, clickhouse: store })
}

/** The job waits until collectors have read the change. */
const apply = async () => {
  clock.advance(121)
  await runSchedules()
}

const failed = (code: string, given: Partial<ViewError> = {}): Partial<ViewRow> => ({
  errors: JSON.stringify([
    {
      code,
      message: 'It broke',
      context: null,
      severity: 'fatal',
      is_business_exception: false,
      is_before_first_frame: false,
      is_in_ad: false,
      is_after_end: false,
      at: 1_795_000_000_000,
      ...given,
    },
  ]),
  playback_failure: true,
  content_playback_failure: true,
  player_error_code: code,
  playback_success_score: 0,
  viewer_experience_score: 0,
})

const storedWith = (environment: { id: string }, code: string) =>
  listViewsWithCode(
    { id: environment.id, organizationId: '', postgres: database, clickhouse },
    code,
    undefined,
    5000,
  )

const judged = async (environment: { id: string }, view: ViewRow | undefined) => {
  const rows = await storedWith(environment, view?.player_error_code ?? '')
  return rows.find((row) => row.view_id === view?.view_id)
}

describe('200 and 204', () => {
  test('VIEW-021 VIEW-023 a configuration saved without values is a warning and no business exception', async () => {
    const { asMember, save } = await setUp()
    const { status, body } = await save('drm/1', {})
    expect(status).toBe(200)
    expect(body.data).toEqual({
      code: 'drm/1',
      error_severity: 'warning',
      is_business_exception: false,
      updated_at: expect.any(String),
      progress: {
        code: 'drm/1',
        status: 'waiting',
        views_total: null,
        views_done: 0,
        requested_at: expect.any(String),
        finished_at: null,
      },
    })
    expect((await call(configOf('drm/1'), asMember)).body).toEqual(body)
  })

  test('VIEW-022 all configurations are read at once, by code, of this environment alone', async () => {
    const { asAdmin, asMember, save, organization } = await setUp()
    await save('200', { error_severity: 'fatal', is_business_exception: true })
    await save('100', { error_severity: 'fatal' })
    const { body } = await call(`${root}/config`, asMember)
    expect(body.total_row_count).toBe(2)
    expect(body.data).toMatchObject([
      { code: '100', error_severity: 'fatal', is_business_exception: false },
      { code: '200', error_severity: 'fatal', is_business_exception: true },
    ])
    expect(body.applying.map((one: { code: string }) => one.code)).toEqual(['100', '200'])
    const environment = await make.environment(organization)
    const elsewhere = await call(`${root}/config`, { ...asAdmin, environment })
    expect(elsewhere.body).toEqual({ data: [], applying: [], total_row_count: 0 })
  })

  test('VIEW-023 changes and removals are on record, and saving the same again is none', async () => {
    const { save, remove, organization, asAdmin } = await setUp()
    await save('100', { error_severity: 'fatal' })
    await save('100', { error_severity: 'fatal' })
    await save('100', { error_severity: 'warning' })
    expect((await remove('100')).status).toBe(204)
    expect((await call(configOf('100'), asAdmin)).status).toBe(404)
    const rule = (severity: string) => ({ severity, is_business_exception: false })
    expect(await readChanges(database, organization.id)).toMatchObject([
      { action: 'error_code.configured', detail: { from: null, to: rule('fatal') } },
      { action: 'error_code.configured', detail: { from: rule('fatal'), to: rule('warning') } },
      { action: 'error_code.removed', detail: { from: rule('warning'), to: null } },
    ])
  })
})

describe('stored views', () => {
  test('VIEW-021 are judged by the rule once it has settled, and as the player said when it is gone', async () => {
    const { asMember, save, remove, environment, add } = await setUp()
    const [view, other] = await add(failed('100'), failed('101'))
    await save('100', { error_severity: 'warning' })
    await runSchedules()
    expect(await judged(environment, view)).toMatchObject({ playback_failure: true })
    await apply()
    const warned = await judged(environment, view)
    expect(warned).toMatchObject({ playback_failure: false, playback_success_score: 1 })
    expect(warned?.version).toBeGreaterThan(view?.version ?? 0)
    expect(await judged(environment, other)).toMatchObject({ version: other?.version })
    const { body } = await call(configOf('100'), asMember)
    expect(body.data.progress).toMatchObject({ status: 'finished', views_total: 1, views_done: 1 })

    await save('100', { error_severity: 'fatal', is_business_exception: true })
    await apply()
    expect(await judged(environment, view)).toMatchObject({
      playback_failure: false,
      playback_business_exception: true,
    })
    await remove('100')
    const { applying } = (await call(`${root}/config`, asMember)).body
    expect(applying).toMatchObject([{ code: '100', status: 'waiting' }])
    await apply()
    expect(await judged(environment, view)).toMatchObject({
      playback_failure: true,
      playback_business_exception: false,
      playback_success_score: 0,
    })
    expect((await call(`${root}/config`, asMember)).body.applying).toEqual([])
  })

  test('VIEW-021 from an import are judged by what can be read of their errors', async () => {
    const { save, environment, add } = await setUp()
    const [view] = await add({ errors: '[null,7,"100",{"code":5,"message":[]},{"code":"100"}]' })
    await save('100', { error_severity: 'warning' })
    await apply()
    expect(await judged(environment, view)).toMatchObject({
      playback_failure: true,
      player_error_code: null,
    })
    await save('100', { error_severity: 'fatal', is_business_exception: true })
    await apply()
    expect(await judged(environment, view)).toMatchObject({ playback_business_exception: true })
  })

  if (isLongRun())
    test('VIEW-021 a job that was cut off goes on where it was, and its progress can be read', async () => {
      const { save, environment, add, asMember } = await setUp()
      const views = await add(...Array.from({ length: 1203 }, () => failed('A"b')))
      await save('A"b', { error_severity: 'warning' })
      clock.advance(121)
      let inserts = 0
      const dying: ClickHouse = {
        ...clickhouse,
        insert: (table, rows) => {
          inserts += 1
          return inserts > 1 ? Promise.reject(new Error('gone')) : clickhouse.insert(table, rows)
        },
      }
      await expect(runSchedules(dying)).rejects.toThrow('gone')
      const progress = async () => (await call(configOf('A"b'), asMember)).body.data.progress
      expect(await progress()).toMatchObject({
        status: 'running',
        views_total: 1203,
        views_done: 500,
      })
      const failures = async () => {
        const rows = await storedWith(environment, 'A"b')
        return { views: rows.length, failures: rows.filter((row) => row.playback_failure).length }
      }
      expect(await failures()).toEqual({ failures: 703, views: views.length })
      await apply()
      expect(await failures()).toEqual({ failures: 0, views: views.length })
      expect(await progress()).toMatchObject({ status: 'finished', views_done: 1203 })
    })

  test('VIEW-021 of another environment stay unchanged', async () => {
    const mine = await setUp()
    const theirs = await setUp()
    const [view] = await theirs.add(failed('100'))
    await mine.save('100', { error_severity: 'warning' })
    await apply()
    expect(await judged(theirs.environment, view)).toMatchObject({ playback_failure: true })
  })
})

test.each([
  ['an unknown severity', { error_severity: 'info' }],
  ['an exception that is no flag', { is_business_exception: 'yes' }],
])('400: VIEW-021 refuses %s', async (_, body) => {
  const { save } = await setUp()
  expect((await save('100', body)).status).toBe(400)
})

test('401 and 403: configuring is for admins', async () => {
  const { asMember, save, remove, organization, environment } = await setUp()
  expect((await save('100', {}, { organization, environment })).status).toBe(401)
  expect((await save('100', {}, asMember)).status).toBe(403)
  expect((await remove('100', asMember)).status).toBe(403)
})

test('404: VIEW-023 a code without a configuration has none, nor one that no player sends', async () => {
  const { asAdmin, save, remove } = await setUp()
  expect((await save('a'.repeat(256), {})).status).toBe(404)
  expect((await call(configOf('100'), asAdmin)).status).toBe(404)
  expect((await remove('100')).status).toBe(404)
})
