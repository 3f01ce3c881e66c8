#!/usr/bin/env node
// Usage: node bench/alerts.mjs [--viewers=50000] [--rules=200] [--steps=12] – what judging alert rules costs, against the
// question of a board of real-time data. Engines and evaluator run on this machine; the clock is moved step by step.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'
import { writeResults } from './write-results.mjs'

register()
const clickhouseClient = await import('@playhead/clickhouse/client.ts')
const { startClickHouse } = await import('@playhead/clickhouse/launcher.ts')
const clickhouseMigrations = await import('@playhead/clickhouse/migrate.ts')
const postgresClient = await import('@playhead/postgres/client.ts')
const { startPostgres } = await import('@playhead/postgres/launcher.ts')
const postgresMigrations = await import('@playhead/postgres/migrate.ts')
const { aFactory } = await import('@playhead/testing/factories.ts')
const { insertSampledSteps } = await import('@playhead/testing/rows/sample-rows.ts')
const { readEngineWork } = await import('./realtime/engine-work.sql.ts')
const { generateSamples } = await import('./realtime/generate-samples.sql.ts')
const { insertRules } = await import('./alerts/insert-rules.sql.ts')
const { makeEvaluator } = await import('./alerts/make-evaluator.ts')
const { measureBoard } = await import('./alerts/measure-board.ts')

const root = path.join(import.meta.dirname, '..')
const { values: options } = parseArgs({
  options: {
    viewers: { type: 'string', default: '50000' },
    rules: { type: 'string', default: '200' },
    steps: { type: 'string', default: '12' },
  },
})
const viewers = Number(options.viewers)
const rules = Number(options.rules)
const measuredSteps = Number(options.steps)
const stepMs = 5_000
/** The longest window, an hour, and the half hour before an incident. */
const stepsBefore = 1080

const folder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
const optionsOf = (name) => ({ dataFolder: path.join(folder, name), log: () => undefined })
const engine = await startClickHouse(optionsOf('clickhouse'))
const database = await startPostgres(optionsOf('postgres'))
const clickhouse = clickhouseClient.connect(engine.url, {
  maximumQueryBytes: 4e9,
  maximumQuerySeconds: 600,
})
const postgres = postgresClient.connect(database)
try {
  await measure()
} finally {
  await Promise.all([clickhouse.close(), postgres.close()])
  await Promise.all([engine.stop(), database.stop()])
  rmSync(folder, { recursive: true, force: true })
}

async function measure() {
  const withLock = (work) => work()
  await clickhouseMigrations.migrate(clickhouse, path.join(root, 'database/clickhouse'), {
    withLock,
  })
  await postgresMigrations.migrate(postgres, path.join(root, 'database/postgres'))
  const make = aFactory(postgres)
  const environment = await make.environment(await make.organization())
  const first = Math.floor(Date.now() / stepMs) * 5
  const steps = stepsBefore + measuredSteps
  await generateSamples(clickhouse, { environmentId: environment.id, viewers, first, steps })
  const written = Array.from({ length: steps }, (_, at) => first + at * 5)
  await insertSampledSteps(clickhouse, written)

  const measureRules = async (kind) => {
    await insertRules(postgres, environment.id, { count: rules, kind })
    const evaluator = makeEvaluator(postgres, clickhouse)
    const startedAt = performance.now()
    await evaluator.judgeAt(first + stepsBefore * 5 + 3)
    const firstMs = performance.now() - startedAt
    const before = await readEngineWork(clickhouse)
    const cpuBefore = process.cpuUsage()
    const begun = performance.now()
    for (let step = 1; step <= measuredSteps; step += 1)
      await evaluator.judgeAt(first + (stepsBefore + step) * 5 + 3)
    const tookMs = (performance.now() - begun) / measuredSteps
    const cpu = process.cpuUsage(cpuBefore)
    const after = await readEngineWork(clickhouse)
    return {
      kind,
      firstMs,
      tookMs,
      ownMs: (cpu.user + cpu.system) / 1000 / measuredSteps,
      engineMs: (after.processorMs - before.processorMs) / measuredSteps,
      queries: (after.queries - before.queries) / measuredSteps,
    }
  }
  const measured = []
  for (const kind of ['one dimension', 'eight dimensions', 'an hour, grouped by two'])
    measured.push(await measureRules(kind))

  const last = first + (steps - 1) * 5
  const boardBefore = await readEngineWork(clickhouse)
  const boards = 10
  for (let time = 0; time < boards; time += 1)
    await measureBoard({ id: environment.id, clickhouse }, last)
  const boardAfter = await readEngineWork(clickhouse)
  const boardMs = (boardAfter.processorMs - boardBefore.processorMs) / boards

  const milliseconds = (number) => `${number.toFixed(0)} ms`
  const share = (number) => `${((100 * number) / stepMs).toFixed(1)} % of a core`
  const rows = [
    ['Engine: one board, a step', milliseconds(boardMs)],
    ...measured.flatMap(({ kind, firstMs, tookMs, ownMs, engineMs, queries }) => [
      [`${kind}: the first pass of a new evaluator`, milliseconds(firstMs)],
      [`${kind}: from the end of a step to all rules judged`, milliseconds(tookMs)],
      [`${kind}: evaluator, a step`, `${milliseconds(ownMs)}, ${share(ownMs)}`],
      [`${kind}: engine, a step`, `${milliseconds(engineMs)}, ${share(engineMs)}`],
      [`${kind}: statements of the engine, a step`, queries.toFixed(0)],
      [`${kind}: engine against one board`, `${(engineMs / boardMs).toFixed(2)} ×`],
    ]),
  ]
  const how = `${rules} rules, each of which watches something else, and one in ten of them grouped by country; their filters are of one dimension, or of pairs of eight dimensions; then rules with a window of an hour, five filters and two groupings; ${viewers.toLocaleString('en-US')} viewers. Processor time.`
  writeResults(root, 'alerts', rows, how)
}
