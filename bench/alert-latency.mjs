#!/usr/bin/env node
// Usage: node bench/alert-latency.mjs [--rounds=20] – how long a failure of real viewers takes to the row of its notification and
// to the receiver of a webhook. Each round has its environment, rule and viewers, and they fail at different moments.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildProgram } from '../tools/setup/build-program.mjs'
import { askProgram } from './ask-program.mjs'
import { event, newView, openEvents, post } from './beacons/player-beacons.mjs'
import { runServer } from './run-server.mjs'
import { writeResults } from './write-results.mjs'

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } })
const rounds = Number(options.rounds)
const viewers = 20
const failing = 10
const windowSeconds = 60
/** Until the window is full of good steps. */
const settledMs = 75_000
/** Not a multiple of the step of five seconds, so that failures lie anywhere in it. */
const betweenMs = 1_300
const heartbeatMs = 10_000
const longestMs = 180_000

const root = path.join(import.meta.dirname, '..')
const dataFolder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
const called = new Map()
const receiver = createServer((request, response) => {
  called.set(request.url, called.get(request.url) ?? Date.now())
  request.resume()
  response.end('ok')
})
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve))

await buildProgram(root)
let measured
try {
  const server = await runServer([path.join(root, 'build/server/main.js')], {
    cwd: root,
    dataFolder,
    env: { PLAYHEAD_DEMO: '0', PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1', NODE_ENV: 'production' },
  })
  try {
    measured = await measure(server.origin)
  } finally {
    await server.stop()
  }
} finally {
  receiver.close()
  rmSync(dataFolder, { recursive: true, force: true })
}
const texts = (times) => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share) => `${(sorted[Math.ceil(sorted.length * share) - 1] / 1000).toFixed(1)} s`
  return `${at(0.5)}, ${at(0.95)}, ${at(1)}`
}
writeResults(
  root,
  'alert-latency',
  [
    ['Failures planted, and notified of', `${rounds}, ${measured.length}`],
    ['To the row of the notification: p50, p95, longest', texts(measured.map(({ row }) => row))],
    ['To the call of the receiver: p50, p95, longest', texts(measured.map(({ call }) => call))],
  ],
  `Time from the first failed beacon that was acknowledged. ${failing} of ${viewers} viewers fail, and the rule is a share of playback failures above 2 % of the viewers of all steps in a window of ${windowSeconds} s, so the window need not pass first. The goal is the window and 10 s.`,
)

async function measure(origin) {
  const organization = await askProgram(root, dataFolder, 'organization create', { name: 'Bench' })
  const worlds = []
  for (let round = 0; round < rounds; round += 1)
    worlds.push(await makeWorld(origin, organization.id, round))
  const heartbeat = setInterval(() => {
    for (const { views } of worlds) for (const view of views) void post(origin, [event(view, 'hb')])
  }, heartbeatMs)
  try {
    await pause(settledMs)
    const failed = await Promise.all(worlds.map((world, round) => fail(origin, world, round)))
    const until = Date.now() + longestMs
    while (called.size < rounds && Date.now() < until) await pause(200)
    const found = await Promise.all(worlds.map((world, round) => read(world, failed[round])))
    return found.filter((one) => one !== undefined)
  } finally {
    clearInterval(heartbeat)
  }
}

async function makeWorld(origin, organization, round) {
  const environment = await askProgram(root, dataFolder, 'environment create', {
    organization,
    name: `Bench ${round}`,
    type: 'production',
  })
  const token = await askProgram(root, dataFolder, 'token create', {
    environment: environment.id,
    permissions: 'data:read,data:write',
  })
  const authorization = `Basic ${Buffer.from(`${token.id}:${token.secret}`).toString('base64')}`
  const ask = async (address, body) => {
    const response = await fetch(`${origin}${address}`, {
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()).data
  }
  const place = `/${round}`
  const value = `http://127.0.0.1:${receiver.address().port}${place}`
  await ask('/ui/v1/notification-channels', { notification_channel: { service: 'webhook', value } })
  await ask('/ui/v1/alert-rules', {
    metric: 'playback-failure-percentage',
    threshold_alert: { value: 2, area: 'above' },
    window_duration: windowSeconds,
    window_min_views: 5,
  })
  const views = Array.from({ length: viewers }, () => newView(token.environment_key))
  await Promise.all(views.map((view) => post(origin, openEvents(view))))
  return { ask, place, views }
}

/** Returns when the first failure was acknowledged. */
async function fail(origin, { views }, round) {
  await pause(round * betweenMs)
  const acknowledged = views.slice(0, failing).map(async (view) => {
    await post(origin, [event(view, 'error', { percd: 'bench', perme: 'The segment is gone' })])
    return Date.now()
  })
  return Math.min(...(await Promise.all(acknowledged)))
}

async function read({ ask, place }, failedAt) {
  const [incident] = await ask('/ui/v1/alert-incidents')
  if (!incident || !called.has(place)) return undefined
  const [first] = await ask(`/ui/v1/alert-incidents/${incident.id}/notifications`)
  return { row: Date.parse(first.queued_at) - failedAt, call: called.get(place) - failedAt }
}
