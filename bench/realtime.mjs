#!/usr/bin/env node
// Usage: node bench/realtime.mjs [--only=question|watchers|bytes|sockets|collector] [--sockets=10000] [--beacons=8000] [--seconds=20] –
// what real-time data costs: the question of a step, people who watch, sockets with their memory, and beacons beside 2,000 sockets.
// Each part has its section of the results.
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'
import { buildProgram } from '../tools/setup/build-program.mjs'
import { measureBesideSockets } from './realtime/measure-collector.mjs'
import { measureManySockets } from './realtime/measure-sockets.mjs'
import { runServer } from './run-server.mjs'
import { writeSection } from './write-results.mjs'

register()
const clickhouseClient = await import('@playhead/clickhouse/client.ts')
const { startClickHouse } = await import('@playhead/clickhouse/launcher.ts')
const { migrate } = await import('@playhead/clickhouse/migrate.ts')
const postgresClient = await import('@playhead/postgres/client.ts')
const { startPostgres } = await import('@playhead/postgres/launcher.ts')
const { aFactory } = await import('@playhead/testing/factories.ts')
const { readRows } = await import('@playhead/testing/rows/rows.ts')
const { readEngineWork } = await import('./realtime/engine-work.sql.ts')
const { startFeed } = await import('./realtime/feed.ts')
const { generateSamples } = await import('./realtime/generate-samples.sql.ts')
const { measureStatement } = await import('./realtime/measure-statement.ts')

const root = path.join(import.meta.dirname, '..')
const audience = { ofStatement: 50_000, watched: 5_000 }
const socketsOfToken = 20
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    sockets: { type: 'string', default: '10000' },
    beacons: { type: 'string', default: '8000' },
    seconds: { type: 'string', default: '20' },
  },
})
const manySockets = Number(options.sockets)
const socketsBesideBeacons = 2_000
const metricsToken = randomUUID()
const watchedSteps = 4
const overview = [
  'time_series',
  'top_concurrent_video_title',
  'concurrent_viewers_by_country',
  'histogram_time_series_startup_time',
]

const milliseconds = (number) => `${number.toFixed(0)} ms`
const times = (number) => `${number.toFixed(2)} ×`

const howWatched = `${audience.watched.toLocaleString('en-US')} viewers whose samples are written every 2.5 s; clients, engines and the program share the machine.`
const folder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
const optionsOf = (name) => ({ dataFolder: path.join(folder, name), log: () => undefined })
const isAsked = (part) => options.only === undefined || options.only === part
if (options.only !== 'question') await buildProgram(root)
const engine = await startClickHouse(optionsOf('clickhouse'))
const clickhouse = clickhouseClient.connect(engine.url, {
  maximumQueryBytes: 4e9,
  maximumQuerySeconds: 600,
})
const children = []
try {
  if (isAsked('question')) await measureQuestion()
  if (isAsked('watchers')) await onProgram(measureWatchers)
  if (isAsked('bytes')) await onProgram(measureBytes)
  if (isAsked('sockets')) await onProgram(measureSockets)
  if (isAsked('collector')) await onProgram(measureCollector, 'api,realtime,collector')
} finally {
  for (const child of children) child.kill()
  await clickhouse.close()
  await engine.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** The built program on the engine, with an environment whose samples are written all the time. */
async function onProgram(work, roles = 'api,realtime') {
  const database = await startPostgres(optionsOf('postgres'))
  const postgres = postgresClient.connect(database)
  const server = await runServer(['--expose-gc', path.join(root, 'bench/observed-program.mjs')], {
    cwd: root,
    dataFolder: path.join(folder, 'data'),
    env: {
      CLICKHOUSE_URL: engine.url,
      DATABASE_URL: database.url,
      PLAYHEAD_DEMO: '0',
      PLAYHEAD_METRICS_TOKEN: metricsToken,
      PLAYHEAD_ROLES: roles,
    },
    withMessages: true,
  })
  const make = aFactory(postgres)
  const environment = await make.environment(await make.organization())
  const feed = startFeed(clickhouse, environment.id, audience.watched)
  try {
    await work(server, environment, make, feed, postgres)
  } finally {
    await feed.stop()
    await server.stop()
    await postgres.close()
    await database.stop()
  }
}

async function measureQuestion() {
  await migrate(clickhouse, path.join(root, 'database/clickhouse'), { withLock: (work) => work() })
  const environment = { id: '00000000-0000-4000-8000-000000000001', clickhouse }
  const newest = Math.floor(Date.now() / 5_000) * 5 - 3_600
  const given = { environmentId: environment.id, viewers: audience.ofStatement }
  await generateSamples(clickhouse, { ...given, first: newest - 1_795, steps: 360 })
  const { combined, begun, singles } = await measureStatement(environment, newest, () => ({
    ...environment,
    // Another client object has no rows in its cache.
    clickhouse: { ...clickhouse },
  }))
  const [dimension, most] = [...singles].reduce((one, other) => (other[1] > one[1] ? other : one))
  const sum = [...singles.values()].reduce((total, one) => total + one, 0)
  const rows = [
    ['One step, all metrics and dimensions, in one statement', milliseconds(combined)],
    [`The most expensive breakdown of it (${dimension})`, milliseconds(most)],
    ['The statement against this breakdown', times(combined / most)],
    ['The statement against all 13 breakdowns of one metric', times(combined / sum)],
    ['The first question of a board, with 30 minutes', milliseconds(begun)],
  ]
  const viewers = audience.ofStatement.toLocaleString('en-US')
  writeSection(
    root,
    'realtime',
    'The question of a step',
    rows,
    `${viewers} viewers; the median of 15, each sent to the engine.`,
  )
}

async function makeTokens(make, environment, sockets) {
  const tokens = []
  for (let at = 0; at < sockets / socketsOfToken; at += 1)
    tokens.push(await make.accessToken(environment))
  return tokens
}

async function measureWatchers(server, environment, make, feed) {
  const tokens = await makeTokens(make, environment, 1_200)
  await pause(10_000)
  const watch = (sockets, used) =>
    startChild('bench/realtime/watch.mjs', {
      origin: server.origin,
      environment: environment.id,
      tokens: used,
      sockets,
      types: overview,
    })

  const idle = await workOf()
  const one = await watch(1, tokens.slice(0, 1))
  const ofOne = await workOf()
  const more = await watch(199, tokens.slice(1, 12))
  const ofMany = await workOf()
  await more.ask({ read: true })
  const others = await watch(800, tokens.slice(12, 60))
  await others.ask({ read: true })
  await pause(30_000)
  const read = await Promise.all([one, more, others].map((child) => child.ask({ read: true })))
  const delays = read
    .flatMap(({ arrivals }) => Object.entries(arrivals))
    .flatMap(([key, moments]) => moments.map((at) => at - (feed.written.get(key) ?? at)))
    .toSorted((a, b) => a - b)
  for (const child of [one, more, others]) child.stop()

  const work = ({ processorMs }) => processorMs - idle.processorMs
  const rows = [
    ['Statements of the engine a step, 1 watcher', ofOne.queries.toFixed(1)],
    ['Statements of the engine a step, 200 watchers', ofMany.queries.toFixed(1)],
    ['Processor time of the engine, 200 watchers against 1', times(work(ofMany) / work(ofOne))],
    [
      'Written to received, 1,000 sockets',
      `p50 ${milliseconds(delays[Math.floor(delays.length / 2)])}, p95 ${milliseconds(delays[Math.floor(delays.length * 0.95)])}`,
    ],
  ]
  writeSection(
    root,
    'realtime',
    'People who watch',
    rows,
    `${howWatched} Each socket watches the four parts of the overview. Processor time without what the engine uses while nothing is watched.`,
  )
}

/** What one overview needs in a minute, over a socket and where none works: every five seconds over HTTP. */
async function measureBytes({ origin }, environment, make) {
  const token = await make.accessToken(environment)
  await pause(10_000)
  const task = { origin, environment: environment.id, tokens: [token], sockets: 1, types: overview }
  const child = await startChild('bench/realtime/watch.mjs', task)
  await pause(5_000)
  await child.ask({ read: true })
  await pause(30_000)
  const pushed = 2 * (await child.ask({ read: true })).bytes
  child.stop()
  const asked = 12 * (await bytesOfOverview(origin, token))
  const rows = [
    ['Over a socket', `${Math.round(pushed / 1000)} kB`],
    ['Over HTTP, every five seconds', `${Math.round(asked / 1000)} kB`],
    ['Socket against HTTP', `1/${(asked / pushed).toFixed(0)}`],
  ]
  writeSection(root, 'realtime', 'Bytes of a watched minute', rows, `The overview; ${howWatched}`)
}

async function bytesOfOverview(origin, { id, secret }) {
  const metrics = [
    'current-concurrent-viewers',
    'current-rebuffering-percentage',
    'current-average-bitrate',
    'playback-failure-percentage',
    'video-startup-failure-percentage',
    'exits-before-video-start',
  ]
  const viewers = 'current-concurrent-viewers/breakdown'
  const paths = [
    ...metrics.map((metric) => `${metric}/timeseries`),
    `${viewers}?dimension=video_title`,
    `${viewers}?dimension=country`,
    'video-startup-time/histogram-timeseries',
  ]
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const sizes = paths.map(async (rest) => {
    const address = `${origin}/data/v1/monitoring/metrics/${rest}`
    const answer = await fetch(address, { headers: { authorization } })
    if (!answer.ok) throw new Error(`${rest}: ${answer.status}`)
    return (await answer.arrayBuffer()).byteLength
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Per step, over some steps. */
async function workOf() {
  await pause(3_000)
  const before = await readEngineWork(clickhouse)
  await pause(watchedSteps * 5_000)
  const after = await readEngineWork(clickhouse)
  return {
    queries: (after.queries - before.queries) / watchedSteps,
    processorMs: (after.processorMs - before.processorMs) / watchedSteps,
  }
}

async function measureSockets(server, environment, make) {
  const tokens = await makeTokens(make, environment, manySockets)
  const given = { server, environment, tokens, sockets: manySockets, metricsToken, startChild }
  const { rows, how } = await measureManySockets(given)
  const count = manySockets.toLocaleString('en-US')
  writeSection(root, 'realtime', 'Sockets', rows, `${count} sockets; ${howWatched} ${how}`)
}

async function measureCollector(server, environment, make, feed, postgres) {
  const tokens = await makeTokens(make, environment, socketsBesideBeacons)
  const given = { origin: server.origin, environment: environment.id, tokens }
  const watching = { ...given, sockets: socketsBesideBeacons, types: ['time_series'] }
  const [{ key }] = await readRows(postgres, 'environments', { id: environment.id })
  const rows = await measureBesideSockets({
    root,
    target: { origin: server.origin, environmentKey: key, token: tokens[0] },
    openSockets: () => startChild('bench/realtime/watch.mjs', watching),
    seconds: Number(options.seconds),
    beacons: Number(options.beacons),
  })
  const how = `${Number(options.beacons).toLocaleString('en-US')} beacons offered a second for ${options.seconds} s, beside ${socketsBesideBeacons.toLocaleString('en-US')} sockets that watch the time series, and without them; the best of three rounds each, in turns. Clients, engines and the program share the machine.`
  writeSection(root, 'realtime', 'Beacons beside sockets', rows, how)
}

async function startChild(file, task, execArgv = []) {
  const child = fork(path.join(root, file), { execArgv })
  // Each question waits for its answer or the end.
  child.setMaxListeners(0)
  children.push(child)
  const answer = () =>
    new Promise((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', () => reject(new Error(`${file} ended`)))
    })
  const ask = (message) => {
    const answered = answer()
    child.send(message)
    return answered
  }
  const first = await (task ? ask(task) : answer())
  return { first, ask, stop: () => child.kill() }
}
