#!/usr/bin/env node
// Usage: node --expose-gc bench/metering/measure-metering.mjs [--only=hour|year|invoices] [--environments=1000] [--rounds=15] [--invoices=10000] –
// what counting usage, reading it and writing invoices costs. Each part has its section.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'
import { processorMsOfChildren } from '../processor-time.mjs'
import { writeSection } from '../write-results.mjs'

register()
const clickhouseClient = await import('@playhead/clickhouse/client.ts')
const { startClickHouse } = await import('@playhead/clickhouse/launcher.ts')
const clickhouseMigrations = await import('@playhead/clickhouse/migrate.ts')
const postgresClient = await import('@playhead/postgres/client.ts')
const { startPostgres } = await import('@playhead/postgres/launcher.ts')
const postgresMigrations = await import('@playhead/postgres/migrate.ts')
const { makeMeter } = await import('./make-meter.ts')
const { measureHour } = await import('./measure-hour.ts')
const { measureInvoices } = await import('./measure-invoices.ts')
const { measureYear } = await import('./measure-year.ts')

const root = path.join(import.meta.dirname, '../..')
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    environments: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '15' },
    invoices: { type: 'string', default: '10000' },
  },
})

/** Wall time, and processor time of this process and its engines. */
const measured = async (work) => {
  const own = process.cpuUsage()
  const engines = processorMsOfChildren()
  const begun = performance.now()
  await work()
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(own)
  const processorSeconds = (user + system) / 1e6 + (processorMsOfChildren() - engines) / 1000
  return { seconds, processorSeconds }
}

const parts = [
  {
    name: 'hour',
    title: 'Counting an hour',
    how: 'The schedule of the program with both engines on the same machine; processor time is that of all three.',
    measure: (given) => measureHour(given, Number(options.environments), measured),
  },
  {
    name: 'year',
    title: 'Reading a year by day',
    how: 'Both in turns, on the same rows, in the same process. The bare statement only adds up quantities by day, meter, tier and quality.',
    measure: (given) => measureYear(given, Number(options.rounds)),
  },
  {
    name: 'invoices',
    title: 'Writing invoices',
    how: 'One run of the schedule, with mail into the outbox, where each mail is synced to disk. Memory is the heap after a full collection, every two seconds.',
    measure: (given) => measureInvoices(given, Number(options.invoices), measured),
  },
].filter(({ name }) => options.only === undefined || options.only === name)

for (const { title, how, measure } of parts) {
  const folder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
  const optionsOf = (name) => ({ dataFolder: path.join(folder, name), log: () => undefined })
  const engine = await startClickHouse(optionsOf('clickhouse'))
  const database = await startPostgres(optionsOf('postgres'))
  const clickhouse = clickhouseClient.connect(engine.url)
  const postgres = postgresClient.connect(database, { statementTimeoutSeconds: 600 })
  try {
    await clickhouseMigrations.migrate(clickhouse, path.join(root, 'database/clickhouse'), {
      withLock: (work) => work(),
    })
    await postgresMigrations.migrate(postgres, path.join(root, 'database/postgres'))
    const meter = makeMeter(postgres, clickhouse, path.join(folder, 'program'))
    const rows = await measure({ postgres, clickhouse, meter })
    writeSection(root, 'metering', title, rows, how)
  } finally {
    await Promise.all([clickhouse.close(), postgres.close()])
    await Promise.all([engine.stop(), database.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}
