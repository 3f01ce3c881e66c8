import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askOverall } from '@playhead/analytics/ask-overall.sql.ts'
import { rebuildViews } from '@playhead/collector/runtime/views/rebuild.ts'
import { listConformance } from '@playhead/collector/cmcd/conformance.sql.ts'
import { readLedger } from '@playhead/collector/runtime/ledger/ledger.sql.ts'
import {
  aBeacon,
  aCollectedEnvironment,
  aDirectory,
  JumpingClock,
  startTestCollector,
  TestSession,
} from '@playhead/collector/runtime/testing-collector.ts'
import { environmentsServer } from '@playhead/features/account/environments/server'
import { backupServer } from '@playhead/features/operations/backup/server'
import { importServer } from '@playhead/features/operations/import/server'
import { rollupServer } from '@playhead/features/data/rollup/server'
import { startTestCluster } from '@playhead/testing/engines/cluster.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { countRowsOf, countViewsOf, deleteViewsOf } from './cluster.sql.ts'

const { cluster, nodes } = await startTestCluster()
const { app, call, database, dataFolder } = await startTestApp([environmentsServer], {
  clickhouse: cluster,
})
const make = aFactory(database)
const dayMs = 86_400_000
const dayAgo = (days: number) => Math.floor(Date.now() / dayMs) * dayMs - days * dayMs

const operate = (name: string, options: Record<string, unknown>, on = app) => {
  const found = [backupServer, importServer, rollupServer]
    .flatMap(({ commands }) => commands)
    .find((command) => command.name === name)
  if (!found) throw new Error(`There is no command ${name}.`)
  return found.run(on, found.options.parse(options))
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

test('events of players are collected, counted and rebuilt on a cluster', async () => {
  const environment = aCollectedEnvironment()
  const clock = new JumpingClock()
  const sessions = Array.from({ length: 20 }, () => new TestSession(environment, clock.now()))
  for (let run = 0; run < 2; run += 1) {
    const running = await startTestCollector(cluster, [environment], { clock })
    for (const session of sessions) {
      const events = run === 0 ? session.start() : [session.event('hb', clock.now())]
      await running.send(aBeacon(events, clock.now()))
    }
    clock.jump(61_000)
    await expect.poll(() => countViewsOf(cluster, environment.id)).toBe(sessions.length)
    await running.stop()
  }
  const timeframe = { start: new Date(0), end: new Date(clock.now() + dayMs) }
  const ledger = await readLedger({ id: environment.id, clickhouse: cluster }, timeframe)
  expect(ledger.stored).toBe(await countRowsOf(cluster, 'events', environment.id))
  expect(await listConformance({ id: environment.id, clickhouse: cluster })).toEqual([])
  const rebuild = () =>
    rebuildViews({
      clickhouse: cluster,
      directory: aDirectory([environment]),
      now: clock.now,
      environmentId: environment.id,
    })
  expect(await rebuild()).toMatchObject({ views: sessions.length })
  expect(await rebuild()).toMatchObject({ views: sessions.length, unchanged: sessions.length })
  expect(await countViewsOf(cluster, environment.id)).toBe(sessions.length)
})

test('the data of an environment is deleted from both shards', async () => {
  const world = await make.world()
  const [gone, kept] = [world.environment, await make.environment(world.organization)]
  const ids = Array.from({ length: 100 }, (_, index) => `view ${index}`)
  for (const { id } of [gone, kept])
    await cluster.insert(
      'views',
      ids.map((view_id) => ({
        environment_id: id,
        view_id,
        view_end: dayAgo(1),
        version: 1,
        retention_days: 100,
      })),
    )
  const path = `/ui/v1/environments/${gone.id}?name=${encodeURIComponent(gone.name)}`
  const asked = { method: 'DELETE', as: world.admin, organization: world.organization }
  expect((await call(path, asked)).status).toBe(204)
  for (const schedule of environmentsServer.schedules) await schedule.run(app)
  for (const table of ['views', 'packed_views']) {
    expect(await countRowsOf(cluster, table, gone.id)).toBe(0)
    expect(await countRowsOf(cluster, table, kept.id)).toBe(100)
  }
})

// Runs last: the restored data replaces everything that the earlier tests wrote.
test('a backup of a cluster is restored into both shards of one', async () => {
  const environment = await make.environment(await make.organization())
  const tables = ['views', 'packed_views', 'views_sample', 'events', 'ledger', 'views_daily']
  await writeFile(
    join(dataFolder, 'saved.ndjson'),
    Array.from({ length: 300 }, (_, index) =>
      JSON.stringify({ view_id: `saved ${index}`, view_start: dayAgo(3), view_end: dayAgo(3) + 1 }),
    ).join('\n'),
  )
  const file = join(dataFolder, 'saved.ndjson')
  await operate('import', { file, environment: environment.id })
  const counts = () =>
    Promise.all(tables.map((table) => countRowsOf(cluster, table, environment.id)))
  const before = await counts()
  expect(before[0]).toBe(300)
  await mkdir(join(dataFolder, 'keys'), { mode: 0o700 })
  await writeFile(join(dataFolder, 'keys/server-secret'), randomBytes(32), { mode: 0o600 })
  const saved = join(dataFolder, 'saved.ndjson.gz')
  await operate('backup', { to: saved })
  await deleteViewsOf(cluster, environment.id)
  const other = await startTestApp([], { clickhouse: cluster })
  await operate('restore', { from: saved }, other.app)
  expect(await counts()).toEqual(before)
  const shards = await Promise.all(
    nodes.map((node) => countRowsOf(node, 'views_local', environment.id)),
  )
  expect(shards.every((count) => count > 100)).toBe(true)
})
