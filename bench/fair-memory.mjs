#!/usr/bin/env node
// Usage: node bench/fair-memory.mjs [seconds] – how long beacons of one key wait while another key fills the collector's memory.
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildProgram } from '../tools/setup/build-program.mjs'
import { askProgram } from './ask-program.mjs'
import { runServer } from './run-server.mjs'
import { writeResults } from './write-results.mjs'

const root = path.join(import.meta.dirname, '..')
const seconds = Number(process.argv[2] ?? 20)
const memoryMb = 16
const rounds = 3
const beaconsPerSecond = 40
const floodSenders = 35

if (process.send) process.on('message', (task) => void (task.isSink ? serveSink() : flood(task)))
else await measure()

async function measure() {
  await buildProgram(root)
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
  try {
    const server = await runServer([path.join(root, 'bench/observed-program.mjs')], {
      cwd: root,
      dataFolder,
      env: { PLAYHEAD_DEMO: '0', COLLECTOR_MEMORY_MB: String(memoryMb) },
      withMessages: true,
    })
    try {
      await compare(server, dataFolder)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

async function compare(server, dataFolder) {
  const organization = await askProgram(root, dataFolder, 'organization create', { name: 'Bench' })
  const keyOf = async (name) => {
    const given = { organization: organization.id, name, type: 'production' }
    const environment = await askProgram(root, dataFolder, 'environment create', given)
    const asked = { environment: environment.id, permissions: 'data:read' }
    return (await askProgram(root, dataFolder, 'token create', asked)).environment_key
  }
  const [greedy, modest] = [await keyOf('Greedy'), await keyOf('Modest')]
  await visit(server.origin, modest, 5)
  const elsewhere = await startSink()
  const taken = []
  for (let round = 0; round < rounds; round += 1) {
    // The same flood to another server, for comparison: its senders use the same CPU time in both runs.
    const spared = await besideFlood(elsewhere.origin, () => visit(server.origin, modest, seconds))
    const flooded = await besideFlood(server.origin, () => visit(server.origin, modest, seconds))
    taken.push({ spared, flooded, ratio: flooded.visit.p99 / spared.visit.p99 })
  }
  elsewhere.stop()

  async function besideFlood(origin, work) {
    const child = fork(path.join(root, 'bench/fair-memory.mjs'))
    child.send({ origin, key: greedy })
    await visit(server.origin, modest, 5)
    const result = await work()
    const over = new Promise((resolve) => child.once('message', resolve))
    child.send({ isOver: true })
    const sent = await over
    child.disconnect()
    return { visit: result, sent }
  }

  const ratios = taken.map(({ ratio }) => ratio.toFixed(1))
  const { spared, flooded, ratio } = taken
    .toSorted((one, other) => one.ratio - other.ratio)
    .at(rounds >> 1)
  const milliseconds = (number) => `${number.toFixed(0)} ms`
  writeResults(
    root,
    'fair-memory',
    [
      ['Memory of the collector', `${memoryMb} MB`],
      ['Beacons of the modest key', `${beaconsPerSecond} a second, each of a new view every ten`],
      ['Fat beacons of the greedy key at a time', `${floodSenders}, sent again and again`],
      ['Fat beacons acknowledged', `${flooded.sent.acknowledged} of ${flooded.sent.all}`],
      ['Fat beacons sent elsewhere', `${spared.sent.all}`],
      ['Not acknowledged, spared', `${spared.visit.failed} of ${spared.visit.all}`],
      ['Not acknowledged, beside the flood', `${flooded.visit.failed} of ${flooded.visit.all}`],
      ['Acknowledged after, p50, spared', milliseconds(spared.visit.p50)],
      ['Acknowledged after, p50, beside the flood', milliseconds(flooded.visit.p50)],
      ['Acknowledged after, p99, spared', milliseconds(spared.visit.p99)],
      ['Acknowledged after, p99, beside the flood', milliseconds(flooded.visit.p99)],
      ['p99 beside the flood to spared', `${ratio.toFixed(1)} (of ${ratios.join(', ')})`],
    ],
    `The round in the middle of ${rounds}. Both keys come from one address; the load generators are processes on the same machine. Spared: the same flood goes to another server, which closes its connections too.`,
  )
}

function event(key, view, number, fields = {}) {
  const now = Date.now()
  return {
    ake: key,
    e: number === 1 ? 'viewstart' : 'hb',
    xid: view,
    xsqno: number,
    psqno: number,
    pinid: view,
    uti: now,
    ...fields,
  }
}

async function visit(origin, key, duration) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const waits = []
  const sent = []
  let view = randomUUID()
  for (let at = 0; at < duration * beaconsPerSecond; at += 1) {
    if (at % 10 === 0) view = randomUUID()
    const startedAt = performance.now()
    const wait = (isAcknowledged) =>
      void (isAcknowledged && waits.push(performance.now() - startedAt))
    sent.push(post(agent, origin, [event(key, view, (at % 10) + 1)]).then(wait))
    await new Promise((resolve) => setTimeout(resolve, 1000 / beaconsPerSecond))
  }
  await Promise.all(sent)
  agent.destroy()
  waits.sort((one, other) => one - other)
  const quantile = (part) => waits[Math.floor(waits.length * part)] ?? Number.NaN
  return {
    all: sent.length,
    failed: sent.length - waits.length,
    p50: quantile(0.5),
    p99: quantile(0.99),
  }
}

/** A server that only the flood's senders talk to. */
async function startSink() {
  const child = fork(path.join(root, 'bench/fair-memory.mjs'))
  const begun = new Promise((resolve) => child.once('message', resolve))
  child.send({ isSink: true })
  return { origin: (await begun).origin, stop: () => child.kill() }
}

function serveSink() {
  const sink = createServer((asked) => asked.once('data', () => asked.socket.destroy()))
  sink.listen(0, '127.0.0.1', () =>
    process.send({ origin: `http://127.0.0.1:${sink.address().port}` }),
  )
}

const over = new AbortController()

async function flood({ origin, key, isOver }) {
  if (isOver) return over.abort()
  const agent = new Agent({ keepAlive: true, maxSockets: floodSenders })
  const total = { all: 0, acknowledged: 0 }
  const senders = Array.from({ length: floodSenders }, async () => {
    while (!over.signal.aborted) {
      const events = Array.from({ length: 90 }, () =>
        event(key, randomUUID(), 1, { c1: 'x'.repeat(4_500) }),
      )
      total.all += 1
      if (await post(agent, origin, events)) total.acknowledged += 1
      else await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })
  await Promise.all(senders)
  agent.destroy()
  process.send(total)
}

/** Resolves to whether it was acknowledged. */
function post(agent, origin, events) {
  const body = JSON.stringify({ metadata: { transmission_timestamp: Date.now() }, events })
  const headers = { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve) => {
    const sent = request(origin, { agent, method: 'POST', headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode === 200))
    })
    sent.on('error', () => resolve(false))
    sent.end(body)
  })
}
