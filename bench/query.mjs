#!/usr/bin/env node
// Usage: node bench/query.mjs [--views=5000000] [--folder=<kept>] – how fast the data API responds, compared with the engine
// alone. A folder keeps the views for the next run; runs with more views than usual have separate results.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
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
const { measureQuestions } = await import('./query/measure-questions.ts')

const root = path.join(import.meta.dirname, '..')
const usualViews = 5_000_000
const { values: options } = parseArgs({
  options: { views: { type: 'string', default: String(usualViews) }, folder: { type: 'string' } },
})
const count = Number(options.views)
const days = 30
const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
mkdirSync(folder, { recursive: true })
/** Where the views are and when the newest ends; written once they are complete. */
const madeFile = path.join(folder, 'made.json')
const dataFolder = path.join(folder, 'data')

await buildProgram(root)
const engine = await startClickHouse({
  dataFolder: path.join(folder, 'clickhouse'),
  log: () => undefined,
})
const clickhouse = connect(engine.url, { maximumQuerySeconds: 3_600, maximumQueryBytes: 4e9 })
try {
  const server = await runServer(['build/server/main.js'], {
    cwd: root,
    dataFolder,
    env: { CLICKHOUSE_URL: engine.url, PLAYHEAD_DEMO: '0', PLAYHEAD_ROLES: 'api' },
  })
  try {
    const { environment, until } = existsSync(madeFile)
      ? JSON.parse(readFileSync(madeFile, 'utf8'))
      : await makeViews()
    const token = await askProgram(root, dataFolder, 'token create', {
      environment,
      permissions: 'data:read',
    })
    const rows = await measureQuestions({
      origin: server.origin,
      authorization: `Basic ${Buffer.from(`${token.id}:${token.secret}`).toString('base64')}`,
      tenant: { id: environment, clickhouse },
      until: new Date(until),
      patience: count > usualViews ? 6 : 1,
    })
    writeResults(
      root,
      count > usualViews ? 'query-large' : 'query',
      rows,
      `${count.toLocaleString('en-US')} views of ${days} days in one environment; p95 over HTTP with a token, each time another range so that nothing is remembered; the engine alone is the same statement sent to it directly.`,
    )
  } finally {
    await server.stop()
  }
} finally {
  await clickhouse.close()
  await engine.stop()
  if (options.folder === undefined) rmSync(folder, { recursive: true })
}

async function makeViews() {
  const organization = await askProgram(root, dataFolder, 'organization create', { name: 'Bench' })
  const environment = await askProgram(root, dataFolder, 'environment create', {
    organization: organization.id,
    name: 'Production',
  })
  const until = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  await generateViews(clickhouse, { environmentId: environment.id, count, days, until })
  const made = { environment: environment.id, until: until.toISOString() }
  writeFileSync(madeFile, JSON.stringify(made))
  return made
}
