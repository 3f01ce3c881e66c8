import { expect, test } from 'vitest'
import { columnTypes } from '@playhead/metrics/column-kinds.ts'
import { type ViewColumn, viewColumns } from '@playhead/metrics/view-columns.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory, aViewRow } from '@playhead/testing/rows/view-rows.ts'
import { runMerge } from './testing-merge.sql.ts'
import { findView } from './views.sql.ts'

const clickhouse = await makeTestClickHouse()
const { app, database } = await startTestApp([], { clickhouse })
const make = aFactory(database)
const { signal } = new AbortController()
const now = Date.now()

const setUp = async () => {
  const environment = await make.environment(await make.organization())
  const tenant = {
    id: environment.id,
    organizationId: environment.organizationId,
    postgres: app.postgres,
    clickhouse,
  }
  return { add: aViewFactory(clickhouse, environment), tenant, environment }
}

/** A distinct value for each column, including characters that are hard to encode. */
const valueOf = (column: ViewColumn, index: number): unknown => {
  const values: Partial<Record<(typeof columnTypes)[keyof typeof columnTypes], unknown>> = {
    [columnTypes.label]: `${column} "quoted" \\ / ü`,
    [columnTypes.text]: `${column}\n\t✓ \u0001`,
    [columnTypes.flag]: true,
    [columnTypes.maybeFlag]: index % 2 === 0,
    [columnTypes.count]: 4_000_000_000 + index,
    [columnTypes.maybeCount]: 4_000_000_000 + index,
    [columnTypes.maybeNumber]: index / 3 + 1e-9,
    [columnTypes.errorId]: 9_007_199_254_740_000 + index,
    [columnTypes.labels]: [`${column} 1`, '', '"'],
    [columnTypes.ranges]: [[index, index + 1]],
    [columnTypes.document]: JSON.stringify([{ [column]: 'a "b"' }]),
  }
  return values[columnTypes[viewColumns[column]]]
}

test('every column of a view comes back by its id as it was written', async () => {
  const { add, tenant, environment } = await setUp()
  const columns = Object.keys(viewColumns) as ViewColumn[]
  const given = Object.fromEntries(
    columns.flatMap((column, index) => {
      const value = valueOf(column, index)
      return value === undefined || column === 'retention_days' ? [] : [[column, value]]
    }),
  )
  const moments = { view_start: now - 90_001, view_end: now - 1, inserted_at: now, updated_at: now }
  const full = { ...aViewRow(environment), ...given, ...moments, view_id: 'full' }
  const bare = { ...aViewRow(environment), view_id: 'bare' }
  await add(full, bare)
  for (const row of [full, bare]) {
    const found = await findView(tenant, row.view_id, signal)
    for (const column of columns) {
      const value = row[column]
      const isMoment = viewColumns[column] === 'moment'
      expect(found?.[column], column).toEqual(
        isMoment ? new Date(Number(value)).toISOString() : value,
      )
    }
    expect(Object.keys(found ?? {}).toSorted()).toEqual(columns.toSorted())
  }
})

test('the newest row of a view is read, whichever its end, until it is deleted', async () => {
  const { add, tenant } = await setUp()
  const titleOf = async () => (await findView(tenant, 'one', signal))?.video_title
  await add({ view_id: 'one', view_end: now - 60_000, version: 1, video_title: 'first' })
  expect(await titleOf()).toBe('first')
  await add({ view_id: 'one', view_end: now - 60_000, version: 2, video_title: 'again' })
  expect(await titleOf()).toBe('again')
  await add(
    { view_id: 'one', view_end: now, version: 3, video_title: 'longer' },
    { view_id: 'one', view_end: now - 60_000, version: 3, is_deleted: 1 },
  )
  expect(await titleOf()).toBe('longer')
  await runMerge(clickhouse)
  expect(await titleOf()).toBe('longer')
  await add({ view_id: 'one', view_end: now, version: 4, is_deleted: 1 })
  expect(await findView(tenant, 'one', signal)).toBeUndefined()
})
