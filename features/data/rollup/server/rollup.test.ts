import { randomUUID } from 'node:crypto'
import { askOverall } from '@playhead/analytics/ask-overall.sql.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { expect, test } from 'vitest'
import { rollUpDueDays } from './roll-up-due-days.ts'
import { rollupCommand } from './rollup-command.ts'

const clickhouse = await makeTestClickHouse()
const { app } = await startTestApp([], { clickhouse })
const dayMs = 86_400_000
const yesterday = new Date(Math.floor(app.clock.now().getTime() / dayMs) * dayMs - dayMs)
const day = yesterday.toISOString().slice(0, 10)

const countViews = async (environment: { id: string }) => {
  const end = new Date(yesterday.getTime() + dayMs)
  const timeframe = { start: yesterday, end, isHistorical: true }
  const question = { timeframe, filters: [], metricFilters: [] }
  return (await askOverall({ ...environment, clickhouse }, 'views', 'count', question)).value
}

test('TIME-033 the schedule adds up days, and again when views come later', async () => {
  const environment = { id: randomUUID() }
  const addViews = aViewFactory(clickhouse, environment)
  const view_end = yesterday.getTime() + dayMs / 2
  await addViews({ view_end }, { view_end })
  await rollUpDueDays.run(app)
  expect(await countViews(environment)).toBe(2)
  await addViews({ view_end, inserted_at: app.clock.now().getTime() + 5_000 })
  await rollUpDueDays.run({ ...app, clock: { now: () => new Date(Date.now() + 2 * dayMs) } })
  expect(await countViews(environment)).toBe(3)
})

test('the command adds up the days of one environment', async () => {
  const environment = { id: randomUUID() }
  await aViewFactory(clickhouse, environment)({ view_end: yesterday.getTime() + 3_600_000 })
  const options = rollupCommand.options.parse({ environment: environment.id, from: day })
  expect(await rollupCommand.run(app, options)).toEqual({ days: 1, kept: 0 })
  expect(await countViews(environment)).toBe(1)
  const without = rollupCommand.options.parse({ environment: environment.id })
  await expect(rollupCommand.run(app, without)).rejects.toThrow('Say from which day on.')
})

test('the command keeps the sums of days whose views retention has begun to remove', async () => {
  const environment = { id: randomUUID() }
  const view_end = yesterday.getTime() + 3_600_000
  await aViewFactory(clickhouse, environment)({ view_end, retention_days: 7 })
  const options = rollupCommand.options.parse({ environment: environment.id, from: day })
  const later = { ...app, clock: { now: () => new Date(Date.now() + 8 * dayMs) } }
  // A first rollup cannot lose views, so it runs; a second one could.
  expect(await rollupCommand.run(later, options)).toEqual({ days: 1, kept: 0 })
  expect(await rollupCommand.run(later, options)).toEqual({ days: 0, kept: 1 })
  expect(await countViews(environment)).toBe(1)
})
