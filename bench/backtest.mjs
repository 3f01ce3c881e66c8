#!/usr/bin/env node
// Usage: node bench/backtest.mjs [--views=5000000] – what a backtest of 30 days from finished views costs, against the time
// series of the same metric over the same views. Engines and handlers run on this machine.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'
import { processorMsOfChildren } from './processor-time.mjs'
import { writeResults } from './write-results.mjs'

register()
const clickhouseClient = await import('@playhead/clickhouse/client.ts')
const { startClickHouse } = await import('@playhead/clickhouse/launcher.ts')
const clickhouseMigrations = await import('@playhead/clickhouse/migrate.ts')
const postgresClient = await import('@playhead/postgres/client.ts')
const { startPostgres } = await import('@playhead/postgres/launcher.ts')
const postgresMigrations = await import('@playhead/postgres/migrate.ts')
const { aFactory } = await import('@playhead/testing/factories.ts')
const { generateViews } = await import('./query/generate-views.sql.ts')
const { measureBacktest } = await import('./alerts/measure-backtest.ts')

const root = path.join(import.meta.dirname, '..')
const { values: options } = parseArgs({
  options: { views: { type: 'string', default: '5000000' } },
})
const count = Number(options.views)
const days = 30
const folder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
const optionsOf = (name) => ({ dataFolder: path.join(folder, name), log: () => undefined })
const engine = await startClickHouse(optionsOf('clickhouse'))
const database = await startPostgres(optionsOf('postgres'))
const clickhouse = clickhouseClient.connect(engine.url, {
  maximumQueryBytes: 4e9,
  maximumQuerySeconds: 3_600,
})
const postgres = postgresClient.connect(database)
const processorMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + processorMsOfChildren()
}
try {
  const withLock = (work) => work()
  await clickhouseMigrations.migrate(clickhouse, path.join(root, 'database/clickhouse'), {
    withLock,
  })
  await postgresMigrations.migrate(postgres, path.join(root, 'database/postgres'))
  const make = aFactory(postgres)
  const organization = await make.organization()
  const environment = await make.environment(organization)
  const until = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  await generateViews(clickhouse, { environmentId: environment.id, count, days, until })
  const tenant = { id: environment.id, organizationId: organization.id, postgres, clickhouse }
  const rows = await measureBacktest(tenant, until, processorMs)
  writeResults(
    root,
    'backtest',
    rows,
    `${count.toLocaleString('en-US')} views of ${days} days in one environment. Median of five, each of another range.`,
  )
} finally {
  await Promise.all([clickhouse.close(), postgres.close()])
  await Promise.all([engine.stop(), database.stop()])
  rmSync(folder, { recursive: true, force: true })
}
