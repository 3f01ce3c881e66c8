import { expect, test } from 'vitest'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { countRows, readRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { listAnalyticsTables } from './analytics-tables.sql.ts'
import { environmentsServer } from './index.ts'
import { countAnalyticsRows, listKeepingColumns } from './testing-rows.sql.ts'

const clickhouse = await makeTestClickHouse()
const { app, call, clock, database, logLines } = await startTestApp([environmentsServer], {
  clickhouse,
})
const make = aFactory(database)

const runSchedules = async (store: ClickHouse = clickhouse) => {
  for (const schedule of environmentsServer.schedules)
    await schedule.run({ ...app, clickhouse: store })
}

/** These follow from the row of `views`: the sample takes its id, and it is of one hour. */
const derived = ['packed_views', 'views_sample', 'view_changes']
const view = { view_id: 'view-5', view_end: Math.floor(Date.now() / 3_600_000) * 3_600_000 - 1 }

/** Inserts one current row into each table. */
const fill = async (environment: { id: string }) => {
  const now = new Date().toISOString()
  const values: Record<string, string | number> = { Date: now.slice(0, 10), UInt64: 1 }
  for (const table of await listAnalyticsTables(clickhouse)) {
    const columns = await listKeepingColumns(clickhouse, table)
    const row = Object.fromEntries(columns.map(({ name, type }) => [name, values[type] ?? now]))
    if (table === 'views') await aViewFactory(clickhouse, environment)(view)
    else if (!derived.includes(table))
      await clickhouse.insert(table, [{ environment_id: environment.id, ...row }])
  }
}

const rowsByTable = async (environment: { id: string }) => {
  const tables = await listAnalyticsTables(clickhouse)
  const counts = tables.map(
    async (table) => [table, await countAnalyticsRows(clickhouse, table, environment.id)] as const,
  )
  return Object.fromEntries(await Promise.all(counts))
}

const setUp = async () => {
  const { organization, environment, admin } = await make.world()
  const kept = await make.environment(organization)
  await fill(environment)
  await fill(kept)
  const remove = () =>
    call(`/ui/v1/environments/${environment.id}?name=${encodeURIComponent(environment.name)}`, {
      as: admin,
      organization,
      method: 'DELETE',
    })
  const pending = () =>
    readRows(database, 'analytics_deletions', { environment_id: environment.id })
  return { environment, kept, remove, pending }
}

test('ACCT-044 deletes what players reported to the environment from every table, and nothing of another', async () => {
  const { environment, kept, remove } = await setUp()
  const before = await rowsByTable(environment)
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(['events', 'ledger', 'samples', 'views', 'views_daily']),
  )
  // A view changes the hour in which it began and the one in which it ended.
  expect(Object.entries(before).filter(([, count]) => count !== 1)).toEqual([['view_changes', 2]])
  expect((await remove()).status).toBe(204)
  await runSchedules()
  expect([...new Set(Object.values(await rowsByTable(environment)))]).toEqual([0])
  expect(await rowsByTable(kept)).toEqual(before)
})

if (isLongRun())
  test('ACCT-044 deletes again what arrived late, and is then done', async () => {
    const { environment, remove, pending } = await setUp()
    await remove()
    await runSchedules()
    await aViewFactory(clickhouse, environment)({})
    clock.advance(3600)
    await runSchedules()
    expect(await countAnalyticsRows(clickhouse, 'views', environment.id)).toBe(1)
    clock.advance(3601)
    await runSchedules()
    expect(await countAnalyticsRows(clickhouse, 'views', environment.id)).toBe(0)
    expect(await pending()).toEqual([])
  })

test('ACCT-044 waits for analytics that are away, longer each time, and forgets nothing', async () => {
  const { environment, remove, pending } = await setUp()
  await remove()
  const away: ClickHouse = {
    ...clickhouse,
    commandWhereRowsLie: () => Promise.reject(new Error('nobody answers')),
  }
  await runSchedules(away)
  expect(await pending()).toMatchObject([{ attempts: 1, last_error: 'nobody answers' }])
  expect(logLines.join('\n')).toContain('analytics of a deleted environment are not removed yet')
  await runSchedules()
  expect(await countAnalyticsRows(clickhouse, 'views', environment.id)).toBe(1)
  clock.advance(61)
  await runSchedules()
  expect(await countAnalyticsRows(clickhouse, 'views', environment.id)).toBe(0)
  expect(await pending()).toMatchObject([{ last_error: null }])
})

test('ACCT-045 an environment that was not deleted keeps its analytics', async () => {
  const { environment, admin, organization } = await make.world()
  await call(`/ui/v1/environments/${environment.id}?name=wrong`, {
    as: admin,
    organization,
    method: 'DELETE',
  })
  expect(await countRows(database, 'analytics_deletions', { environment_id: environment.id })).toBe(
    0,
  )
})
