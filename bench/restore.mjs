#!/usr/bin/env node
// Usage: node bench/restore.mjs [--views=120000] – how long a backup and its restore take on one engine and on a cluster of two.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'
import { buildProgram } from '../tools/setup/build-program.mjs'
import { askProgram } from './ask-program.mjs'
import { runServer } from './run-server.mjs'
import { writeResults } from './write-results.mjs'

register()
const { connect } = await import('@playhead/clickhouse/client.ts')
const { startClickHouse } = await import('@playhead/clickhouse/launcher.ts')
const { generateViews } = await import('./query/generate-views.sql.ts')

const root = path.join(import.meta.dirname, '..')
const { values: options } = parseArgs({ options: { views: { type: 'string', default: '120000' } } })
const count = Number(options.views)
const folder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))

const freePort = async () => {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts the engines of one server; returns the settings that connect to them. */
const startEngines = async (name, isCluster) => {
  const log = () => undefined
  if (!isCluster) {
    const engine = await startClickHouse({ dataFolder: path.join(folder, name, 'engine'), log })
    return { engines: [engine], env: { CLICKHOUSE_URL: engine.url } }
  }
  const nativePorts = [await freePort(), await freePort()]
  const secret = randomBytes(16).toString('hex')
  const engines = await Promise.all(
    nativePorts.map((_, own) =>
      startClickHouse({
        dataFolder: path.join(folder, name, `engine-${own}`),
        log,
        hasNativePort: true,
        cluster: { name: 'playhead', secret, nativePorts, own },
      }),
    ),
  )
  const nodes = engines.map(({ url }) => url)
  const env = {
    CLICKHOUSE_URL: nodes[0],
    CLICKHOUSE_CLUSTER: 'playhead',
    CLICKHOUSE_NODES: nodes.join(),
  }
  return { engines, env }
}

const withServer = async (name, isCluster, work) => {
  const { engines, env } = await startEngines(name, isCluster)
  const dataFolder = path.join(folder, name, 'data')
  const server = await runServer(['build/server/main.js'], {
    cwd: root,
    dataFolder,
    env: { ...env, PLAYHEAD_DEMO: '0', PLAYHEAD_ROLES: 'api' },
  })
  try {
    return await work(dataFolder, env)
  } finally {
    await server.stop()
    for (const engine of engines) await engine.stop()
    rmSync(path.join(folder, name), { recursive: true })
  }
}

const seconds = async (work) => {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

const backup = path.join(folder, 'backup.gz')

const makeBackup = async (dataFolder, { CLICKHOUSE_URL: url }) => {
  const organization = await askProgram(root, dataFolder, 'organization create', { name: 'Bench' })
  const environment = await askProgram(root, dataFolder, 'environment create', {
    organization: organization.id,
    name: 'Production',
  })
  const clickhouse = connect(url, { maximumQuerySeconds: 3_600, maximumQueryBytes: 4e9 })
  const until = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  await generateViews(clickhouse, { environmentId: environment.id, count, days: 90, until })
  await clickhouse.close()
  return seconds(() => askProgram(root, dataFolder, 'backup', { to: backup }))
}

const restore = (dataFolder) =>
  seconds(() => askProgram(root, dataFolder, 'restore', { from: backup }))

await buildProgram(root)
try {
  const saved = await withServer('source', false, makeBackup)
  const size = statSync(backup).size / 1e6
  const said = (taken) => `${taken.toFixed(0)} s (${(size / taken).toFixed(1)} MB/s of the file)`
  const one = await withServer('one', false, restore)
  const cluster = await withServer('cluster', true, restore)
  writeResults(
    root,
    'restore',
    [
      ['The file', `${size.toFixed(0)} MB`],
      ['Backup', said(saved)],
      ['Restore, one engine', said(one)],
      ['Restore, two shards', said(cluster)],
    ],
    `${count.toLocaleString('en-US')} views of 90 days; all engines and the program on one machine.`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
