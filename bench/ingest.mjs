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
/** In turns and mirrored, so that what grows meanwhile falls on both alike. */
const alertPhases = [true, false, false, true, true, false]
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
  const target = { origin: server.origin, environmentKey: token.environment_key, token }
  const child = fork(path.join(root, 'bench/beacons/send-beacons.mjs'))
  await load(child, { ...target, kind: 'open', openViews })
  const sustain = (more) => sustained(server, child, { ...target, more })
  reportAlone(await sustain(true))
  const rules = await addAlertRules(server.origin, token)
  const phases = { with: [], without: [] }
  for (const [place, isEnabled] of alertPhases.entries()) {
    await switchAlertRules(server.origin, token, rules, isEnabled)
    const phase = await sustain(place + 1 < alertPhases.length)
    phases[isEnabled ? 'with' : 'without'].push(phase)
  }
  reportAlerts(phases)
}

function reportAlone({ loaded, observed, engineMs }) {
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
}

function reportAlerts(phases) {
  const sum = (list, valueOf) => list.reduce((total, one) => total + valueOf(one), 0)
  const perSecond = (list) =>
    sum(list, ({ loaded }) => loaded.acknowledged) / sum(list, ({ loaded }) => loaded.seconds)
  const processorMs = (list) =>
    sum(list, ({ observed, engineMs }) => observed.processorMs + engineMs) /
    sum(list, ({ loaded }) => loaded.acknowledged)
  const each = (list, valueOf) => list.map(valueOf).join(', ')
  const rate = ({ loaded }) => Math.round(loaded.acknowledged / loaded.seconds)
  const p99 = ({ loaded }) => `${loaded.p99.toFixed(0)} ms`
  const both = (valueOf) =>
    `${each(phases.without, valueOf)} without, ${each(phases.with, valueOf)} with`
  rows.push(
    [`Acknowledged a second, without and with ${alertRules} alert rules`, both(rate)],
    ['Not acknowledged', both(({ loaded }) => loaded.failed)],
    ['Acknowledged after, p99', both(p99)],
    [
      'Acknowledged a second, with rules ÷ without',
      (perSecond(phases.with) / perSecond(phases.without)).toFixed(3),
    ],
    [
      'Processor time for a beacon, without rules ÷ with rules',
      (processorMs(phases.without) / processorMs(phases.with)).toFixed(2),
    ],
  )
}

async function sustained(server, child, target) {
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
function addAlertRules(origin, token) {
  const places = Array.from({ length: alertRules }, (_, place) => place)
  return inTurn(places, async (place) => {
    const { data } = await call(token, `${origin}/ui/v1/alert-rules`, 'POST', {
      metric: 'playback-failure-percentage',
      threshold_alert: { value: 50, area: 'above' },
      window_duration: 300,
      filters: [{ dimension: 'country', value: countryOf(place) }],
    })
    return data.id
  })
}

function switchAlertRules(origin, token, ids, isEnabled) {
  return inTurn(ids, (id) =>
    call(token, `${origin}/ui/v1/alert-rules/${id}`, 'PATCH', { is_enabled: isEnabled }),
  )
}

async function inTurn(values, doOne) {
  const results = []
  for (const value of values) results.push(await doOne(value))
  return results
}

async function call({ id, secret }, address, method, body) {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const response = await fetch(address, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(await response.text())
  return await response.json()
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
