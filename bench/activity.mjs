#!/usr/bin/env node
// Usage: node bench/activity.mjs [--only=writes|rate|list|collector] [--rows=5000000] [--writes=6000] [--rate=1000] [--seconds=60] – what
// the log of calls costs. Each part has its section of the results.
import { mkdtempSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'
import { measureCollector } from './activity/measure-collector.mjs'
import { measureList } from './activity/measure-list.mjs'
import { measureRate } from './activity/measure-rate.mjs'
import { measureWrites } from './activity/measure-writes.mjs'
import { runServer } from './run-server.mjs'
import { writeSection } from './write-results.mjs'

register()
const clickhouseClient = await import('@playhead/clickhouse/client.ts')
const { startClickHouse } = await import('@playhead/clickhouse/launcher.ts')
const postgresClient = await import('@playhead/postgres/client.ts')
const { startPostgres } = await import('@playhead/postgres/launcher.ts')
const { aFactory } = await import('@playhead/testing/factories.ts')
const { readRows } = await import('@playhead/testing/rows/rows.ts')
const calls = await import('./activity/generate-calls.sql.ts')

const root = path.join(import.meta.dirname, '..')
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rows: { type: 'string', default: '5000000' },
    writes: { type: 'string', default: '6000' },
    rounds: { type: 'string', default: '6' },
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    beacons: { type: 'string', default: '5000' },
    repeats: { type: 'string', default: '20' },
  },
})
const number = (name) => Number(options[name])
const shown = (name) => number(name).toLocaleString('en-US')
const metricsToken = randomUUID()
const scopes = ['video:read', 'data:read', 'data:write', 'system:read']

const folder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
const optionsOf = (name) => ({ dataFolder: path.join(folder, name), log: () => undefined })
const engine = await startClickHouse(optionsOf('clickhouse'))
const database = await startPostgres(optionsOf('postgres'))
const clickhouse = clickhouseClient.connect(engine.url, {
  maximumQueryBytes: 4e9,
  maximumQuerySeconds: 600,
})
const postgres = postgresClient.connect(database)
const make = aFactory(postgres)
try {
  const program = path.join(root, 'bench/activity/program.ts')
  const server = await runServer(['--import', 'tsx', program], {
    cwd: root,
    dataFolder: path.join(folder, 'data'),
    env: {
      CLICKHOUSE_URL: engine.url,
      DATABASE_URL: database.url,
      PLAYHEAD_DEMO: '0',
      PLAYHEAD_METRICS_TOKEN: metricsToken,
      PLAYHEAD_ROLES: 'api,collector',
    },
    withMessages: true,
  })
  try {
    await measure(server)
  } finally {
    await server.stop()
  }
} finally {
  await postgres.close()
  await clickhouse.close()
  await database.stop()
  await engine.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(server) {
  const parts = {
    writes: ['What the log costs a write', writesPart],
    rate: ['Many logged calls', ratePart],
    collector: ['Beacons beside logged calls', collectorPart],
    list: ['Lists of calls', listPart],
  }
  for (const [name, [title, part]] of Object.entries(parts)) {
    if (options.only !== undefined && options.only !== name) continue
    const environment = await make.environment(await make.organization())
    const token = await make.accessToken(environment, scopes)
    const { rows, how } = await part({ root, server, environment, token })
    writeSection(root, 'activity', title, rows, how)
  }
}

async function writesPart(given) {
  const rows = await measureWrites({ ...given, writes: number('writes'), rounds: number('rounds') })
  const how = `${shown('writes')} annotations made over four connections with the log and as many without it, in ${options.rounds} rounds in turns, on one program that runs from its sources. Processor time is that of the program, ClickHouse and Postgres.`
  return { rows, how }
}

async function ratePart(given) {
  const rows = await measureRate({
    ...given,
    perSecond: number('rate'),
    seconds: number('seconds'),
    countLogged: () => calls.countCalls(clickhouse, given.environment.id),
    readDropped: () => readDropped(given.server),
  })
  const how =
    'Reads of assets that do not exist, each logged with its error; the load generator is the process that measures, on the same machine.'
  return { rows, how }
}

async function collectorPart(given) {
  const rows = await measureCollector({
    ...given,
    environmentKey: (await readRows(postgres, 'environments', { id: given.environment.id }))[0].key,
    seconds: Math.min(number('seconds'), 20),
    beaconsPerSecond: number('beacons'),
    rounds: Math.min(number('rounds'), 3),
  })
  const how = `${shown('beacons')} beacons offered a second, more than are stored, beside 50 calls a second; the best of ${Math.min(number('rounds'), 3)} rounds each, in turns.`
  return { rows, how }
}

async function listPart({ server, environment, token }) {
  const count = number('rows')
  const until = new Date(Date.now() - 3_600_000)
  await calls.generateCalls(clickhouse, { environmentId: environment.id, count, until })
  const ids = await calls.findGeneratedCall(clickhouse, count)
  const filters = [
    ...Object.entries(calls.generated).flatMap(([column, { frequent, rare }]) => [
      { name: `a frequent ${column}`, column, value: frequent },
      { name: `a rare ${column}`, column, value: rare },
    ]),
    ...Object.entries(ids).map(([column, value]) => ({ name: column, column, value })),
  ]
  const listPlainly = (column, value) =>
    calls.listPlainly(clickhouse, environment.id, column, value)
  const given = { server, token, filters, calls: { listPlainly }, repeats: number('repeats') }
  const rows = await measureList(given)
  const how = `${count.toLocaleString('en-US')} calls of four weeks in one environment; ${options.repeats} times each, in turns, one at a time. Lists come without how many calls have each value, which the last but one asks for.`
  return { rows, how }
}

async function readDropped({ origin }) {
  const response = await fetch(`${origin}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  const text = await response.text()
  return /^playhead_calls_dropped_from_log_total (\d+)/m.exec(text)?.[1] ?? text
}
