#!/usr/bin/env node
// Usage: node bench/ingest.mjs [seconds] [beacons a second] – how many beacons a second are stored before they are answered,
// at what cost, and what alert rules add to it.
import { fork } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildProgram } from '../tools/setup/build-program.mjs'
import { askProgram } from './ask-program.mjs'
import { runServer } from './run-server.mjs'
import { writeResults } from './write-results.mjs'

const root = path.join(import.meta.dirname, '..')
const seconds = Number(process.argv[2] ?? 60)
const beaconsPerSecond = Number(process.argv[3] ?? 3100)
const openViews = 10_000
/** As many as an environment may have. */
const alertRules = 200
const dataFolder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
const rows = []

await buildProgram(root)
try {
  const server = await runServer([path.join(root, 'bench/observed-program.mjs')], {
    cwd: root,
    dataFolder,
    env: { PLAYHEAD_DEMO: '0' },
    withMessages: true,
  })
  try {
    await measure(server)
  } finally {
    await server.stop()
  }
} finally {
  rmSync(dataFolder, { recursive: true, force: true })
}
writeResults(
  root,
  'ingest',
  rows,
  `Every beacon is a request of its own with one event, answered when it is stored; the load generator is a process on the same machine.`,
)

async function measure(server) {
  const organization = await askProgram(root, dataFolder, 'organization create', { name: 'Bench' })
  const environment = await askProgram(root, dataFolder, 'environment create', {
    organization: organization.id,
    name: 'Bench',
    type: 'production',
  })
  const token = await askProgram(root, dataFolder, 'token create', {
    environment: environment.id,
    permissions: 'data:read,data:write',
  })
  const target = { origin: server.origin, environmentKey: token.environment_key }
  const sustain = () => sustained(server, { ...target, token })
  const alone = await sustain()
  const { loaded, observed, engineMs } = alone
  rows.push(
    ['Beacons offered a second', `${beaconsPerSecond} for ${seconds} s`],
    ['Beacons acknowledged a second', Math.round(loaded.acknowledged / loaded.seconds).toString()],
    ['Not acknowledged', String(loaded.failed)],
    ['Acknowledged after, p50', `${loaded.p50.toFixed(0)} ms`],
    ['Acknowledged after, p99', `${loaded.p99.toFixed(0)} ms`],
    [
      'Processor time of the program for 1,000 beacons',
      `${Math.round((observed.processorMs / loaded.acknowledged) * 1000)} ms`,
    ],
    [
      'Processor time of ClickHouse for 1,000 beacons',
      `${Math.round((engineMs / loaded.acknowledged) * 1000)} ms`,
    ],
    ['Event loop delay, p99', `${observed.loopDelayMs.toFixed(1)} ms`],
    ['Event loop in use', `${Math.round(observed.loopUse * 100)} %`],
    [`Memory of the program with ${openViews} open views`, `${observed.residentMiB} MiB`],
    ['Beacon to monitoring answer, p95', loaded.monitoring],
  )
  await addAlertRules(server.origin, token)
  const watched = await sustain()
  const costOf = (one) => (one.observed.processorMs + one.engineMs) / one.loaded.acknowledged
  rows.push(
    [
      `Acknowledged a second, and not acknowledged, with ${alertRules} alert rules`,
      `${Math.round(watched.loaded.acknowledged / watched.loaded.seconds)} and ${watched.loaded.failed}`,
    ],
    [
      `Processor time for a beacon, without rules ÷ with rules and ${2 * openViews} open views`,
      (costOf(alone) / costOf(watched)).toFixed(2),
    ],
  )
}

async function sustained(server, target) {
  const child = fork(path.join(root, 'bench/beacons/send-beacons.mjs'))
  await load(child, { ...target, kind: 'open', openViews })
  await server.ask('reset')
  const engineBefore = engineProcessorMs()
  const loaded = await load(child, { ...target, kind: 'sustain', beaconsPerSecond, seconds })
  const observed = await server.ask('observe')
  return { loaded, observed, engineMs: engineProcessorMs() - engineBefore }
}

function countryOf(place) {
  return String.fromCodePoint(65 + (place % 26), 65 + Math.floor(place / 26))
}

/** Each of another value, so that none can be answered with another. */
async function addAlertRules(origin, { id, secret }) {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  for (let place = 0; place < alertRules; place += 1) {
    const response = await fetch(`${origin}/ui/v1/alert-rules`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        metric: 'playback-failure-percentage',
        threshold_alert: { value: 50, area: 'above' },
        window_duration: 300,
        filters: [{ dimension: 'country', value: countryOf(place) }],
      }),
    })
    if (!response.ok) throw new Error(await response.text())
  }
}

/** CPU time of the engine that uses the folder of this run. The kernel counts in hundredths of a second. */
function engineProcessorMs() {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.reduce((sum, id) => sum + processorMsOf(id), 0)
}

function processorMsOf(id) {
  try {
    const command = readFileSync(`/proc/${id}/cmdline`, 'utf8')
    if (!command.includes(dataFolder) || !command.includes('engine-process')) return 0
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return (Number(user) + Number(system)) * 10
  } catch {
    return 0
  }
}

function load(child, task) {
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('error', reject)
    child.once(
      'exit',
      (code) => code && reject(new Error(`The load generator ended with ${code}.`)),
    )
    child.send(task)
  })
}
