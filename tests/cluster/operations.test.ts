import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askOverall } from '@playhead/analytics/ask-overall.sql.ts'
import { rebuildViews } from '@playhead/collector/runtime/rebuild.ts'
import { listConformance } from '@playhead/collector/cmcd/conformance.sql.ts'
import { readLedger } from '@playhead/collector/runtime/ledger.sql.ts'
import {
  beacon,
  collectedEnvironment,
  directoryOf,
  JumpingClock,
  runCollector,
  TestSession,
} from '@playhead/collector/runtime/testing-collector.ts'
import { importServer } from '@playhead/features/operations/import/server'
import { rollupServer } from '@playhead/features/data/rollup/server'
import { testCluster } from '@playhead/testing/cluster.ts'
import { factories } from '@playhead/testing/factories.ts'
import { testApp } from '@playhead/testing/test-app.ts'
import { countRowsOf, countViewsOf } from './cluster.sql.ts'

const { cluster } = await testCluster()
const { app, database, dataFolder } = await testApp([], { clickhouse: cluster })
const make = factories(database)
const dayMs = 86_400_000
const dayAgo = (days: number) => Math.floor(Date.now() / dayMs) * dayMs - days * dayMs

const operate = (name: string, options: Record<string, unknown>) => {
  const found = [importServer, rollupServer]
    .flatMap(({ commands }) => commands)
    .find((command) => command.name === name)
  if (!found) throw new Error(`There is no command ${name}.`)
  return found.run(app, found.options.parse(options))
}

test('history is imported into both shards, replaced by a second import, and added up', async () => {
  const environment = await make.environment(await make.organization())
  const views = 500
  const days = 200
  const countOfDay = async () => {
    const timeframe = {
      start: new Date(dayAgo(days)),
      end: new Date(dayAgo(days - 1)),
      isHistorical: true,
    }
    const question = { timeframe, filters: [], metricFilters: [] }
    const tenant = { id: environment.id, clickhouse: cluster }
    return (await askOverall(tenant, 'views', 'count', question)).value
  }
  const file = join(dataFolder, 'views.ndjson')
  for (const seconds of [60, 90]) {
    const lines = Array.from({ length: views }, (_, index) =>
      JSON.stringify({
        view_id: `view ${index}`,
        view_start: dayAgo(days) + 1000,
        view_end: dayAgo(days) + seconds * 1000,
      }),
    )
    await writeFile(file, lines.join('\n'))
    expect(await operate('import', { file, environment: environment.id })).toMatchObject({
      rows: views,
      views,
      rolled_up_days: 1,
    })
    expect(await countViewsOf(cluster, environment.id)).toBe(views)
    expect(await countOfDay()).toBe(views)
  }
  await operate('rollup', {})
  expect(await countOfDay()).toBe(views)
})

test('what players send is collected, counted and made anew on a cluster', async () => {
  const environment = collectedEnvironment()
  const clock = new JumpingClock()
  const sessions = Array.from({ length: 20 }, () => new TestSession(environment, clock.now()))
  for (let run = 0; run < 2; run += 1) {
    const running = await runCollector(cluster, [environment], { clock })
    for (const session of sessions) {
      const events = run === 0 ? session.start() : [session.event('hb', clock.now())]
      await running.send(beacon(events, clock.now()))
    }
    clock.jump(61_000)
    await expect
      .poll(() => countViewsOf(cluster, environment.id), { timeout: 10_000 })
      .toBe(sessions.length)
    await running.stop()
  }
  const timeframe = { start: new Date(0), end: new Date(clock.now() + dayMs) }
  const ledger = await readLedger({ id: environment.id, clickhouse: cluster }, timeframe)
  expect(ledger.stored).toBe(await countRowsOf(cluster, 'events', environment.id))
  expect(await listConformance({ id: environment.id, clickhouse: cluster })).toEqual([])
  const rebuild = () =>
    rebuildViews({
      clickhouse: cluster,
      directory: directoryOf([environment]),
      now: clock.now,
      environmentId: environment.id,
    })
  expect(await rebuild()).toMatchObject({ views: sessions.length })
  expect(await rebuild()).toMatchObject({ views: sessions.length, unchanged: sessions.length })
  expect(await countViewsOf(cluster, environment.id)).toBe(sessions.length)
})
