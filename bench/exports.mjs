#!/usr/bin/env node
// Usage: node bench/exports.mjs [--views=100000] – how fast a streaming export sends views, compared with a CSV of the same rows.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'
import { buildProgram } from '../tools/setup/build-program.mjs'
import { askProgram } from './ask-program.mjs'
import { startBatchCounter } from './exports/batch-counter.mjs'
import { processorMsOfChildren } from './processor-time.mjs'
import { runServer } from './run-server.mjs'
import { writeResults } from './write-results.mjs'

register()
const { connect } = await import('@playhead/clickhouse/client.ts')
const { startClickHouse } = await import('@playhead/clickhouse/launcher.ts')
const { dayOf, streamViewLines, writeExport } =
  await import('@playhead/features/data/exports/server')
const { generateViews } = await import('./query/generate-views.sql.ts')

const root = path.join(import.meta.dirname, '..')
const { values: options } = parseArgs({
  options: {
    views: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
  },
})
const count = Number(options.views)
const rounds = Number(options.rounds)
const days = 2
const hourMs = 3_600_000
const rate = (perSecond) => Math.round(perSecond).toLocaleString('en-US')
const folder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
const dataFolder = path.join(folder, 'data')

await buildProgram(root)
const engine = await startClickHouse({
  dataFolder: path.join(folder, 'clickhouse'),
  log: () => undefined,
})
const clickhouse = connect(engine.url, { maximumQuerySeconds: 3_600, maximumQueryBytes: 4e9 })
const counter = await startBatchCounter()
try {
  const server = await runServer(['build/server/main.js'], {
    cwd: root,
    dataFolder,
    env: {
      CLICKHOUSE_URL: engine.url,
      PLAYHEAD_DEMO: '0',
      PLAYHEAD_ROLES: 'api,worker',
      PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1',
    },
  })
  try {
    writeResults(
      root,
      'exports',
      await measure(server.origin),
      `${count.toLocaleString('en-US')} views of ${days} days in one environment, the better of ${rounds} rounds each, in turns. The export is restarted from the first view and measured until the destination, on the same machine, has accepted the last; the CSV is one query; daily files are one for each hour.`,
    )
  } finally {
    await server.stop()
  }
} finally {
  await counter.close()
  await clickhouse.close()
  await engine.stop()
  rmSync(folder, { recursive: true })
}

async function measure(origin) {
  const { environment, call } = await makeCaller(origin)
  const until = new Date(Date.now() - 180_000)
  await generateViews(clickhouse, { environmentId: environment, count, days, until })
  const start = new Date(until.getTime() - (days * 24 + 1) * hourMs)
  const created = await call('', { streaming_export: { http: { address: counter.url } } })
  const csv = []
  const files = []
  const sent = []
  for (let round = 0; round < rounds; round += 1) {
    csv.push(await processorOf(() => readCsv(environment, start)))
    files.push(await writeFiles(environment, start))
    sent.push(await processorOf(() => readExport(call, created.id, start)))
  }
  const least = (values) => Math.min(...values)
  const ofCsv = count / least(csv.map(({ seconds }) => seconds))
  const ofFiles = count / least(files)
  const best = sent.toSorted((one, other) => one.seconds - other.seconds)[0]
  const ofExport = count / best.seconds
  const csvMs = least(csv.map(({ ownMs, childrenMs }) => ownMs + childrenMs))
  // What this process does is the destination.
  const exportMs = least(sent.map(({ childrenMs }) => childrenMs))
  return [
    ['CSV of the same rows, one query', `${rate(ofCsv)} rows a second`],
    ['Daily files of the same rows, packed CSV', `${rate(ofFiles)} rows a second`],
    ['Streaming export over HTTP, packed NDJSON', `${rate(ofExport)} rows a second`],
    ['Streaming export ÷ CSV', `${(ofExport / ofCsv).toFixed(2)} of 0.5`],
    ['Streaming export ÷ daily files', (ofExport / ofFiles).toFixed(2)],
    [
      'Processor time of 1,000 rows, CSV and export',
      `${((csvMs / count) * 1000).toFixed(0)} ms and ${((exportMs / count) * 1000).toFixed(0)} ms`,
    ],
    ['CSV ÷ streaming export by processor time', `${(csvMs / exportMs).toFixed(2)} of 0.4`],
    [
      'Streaming export ÷ CSV by bytes before packing',
      `${((ofExport * best.textBytes) / (ofCsv * csv[0].bytes)).toFixed(2)} of 1.5`,
    ],
    [
      'Bytes of a row, CSV and NDJSON',
      `${Math.round(csv[0].bytes / count)} and ${Math.round(best.textBytes / count)}`,
    ],
    ['Batches', `${best.batches}`],
    ['Packed bytes of a row', `${Math.round(best.bytes / count)}`],
  ]
}

/** Runs the work; adds the processor time of this process, and of the program and the engines. */
async function processorOf(work) {
  const before = { own: process.cpuUsage(), children: processorMsOfChildren() }
  const done = await work()
  const { user, system } = process.cpuUsage(before.own)
  const childrenMs = processorMsOfChildren() - before.children
  return { ...done, ownMs: (user + system) / 1000, childrenMs }
}

async function readCsv(environment, start) {
  const startedAt = performance.now()
  const range = { start, end: new Date() }
  let bytes = 0
  for await (const chunk of await streamViewLines({ id: environment, clickhouse }, range))
    bytes += chunk.length
  return { bytes, seconds: (performance.now() - startedAt) / 1000 }
}

async function writeFiles(environment, start) {
  const startedAt = performance.now()
  for (let day = start.getTime(); day < Date.now() + 24 * hourMs; day += 24 * hourMs)
    await writeExport(dataFolder, { id: environment, clickhouse }, dayOf(new Date(day)))
  return (performance.now() - startedAt) / 1000
}

async function readExport(call, id, start) {
  counter.clear()
  const sentBefore = (await call(`/${id}`)).rows_sent
  const startedAt = performance.now()
  await call(`/${id}/restart`, { from: start })
  while ((await call(`/${id}`)).rows_sent - sentBefore < count)
    await new Promise((resolve) => setTimeout(resolve, 200))
  const seconds = (counter.lastAt() - startedAt) / 1000
  const { batches, bytes, textBytes, views } = counter.read()
  if (views !== count) throw new Error(`${views} of ${count} views arrived.`)
  return { seconds, batches, bytes, textBytes }
}

async function makeCaller(origin) {
  const ask = (command, given) => askProgram(root, dataFolder, command, given)
  const organization = await ask('organization create', { name: 'Bench' })
  await ask('organization update', {
    id: organization.id,
    feature: 'streamingExportsViewstream=true',
  })
  const environment = await ask('environment create', {
    organization: organization.id,
    name: 'Production',
  })
  const token = await ask('token create', {
    environment: environment.id,
    permissions: 'system:read,system:write',
  })
  const authorization = `Basic ${Buffer.from(`${token.id}:${token.secret}`).toString('base64')}`
  const call = async (place, body) => {
    const response = await fetch(`${origin}/ui/v1/streaming-exports${place}`, {
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${place} answered ${await response.text()}`)
    return (await response.json()).data
  }
  return { environment: environment.id, call }
}
