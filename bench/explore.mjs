#!/usr/bin/env node
// Usage: node bench/explore.mjs [--views=5000000] [--rounds=3] [--only=Insights] – questions of the data screens over 30 days, answered from pieces and from
// views by turns: time, processor time of the engine and their ratio; what pieces cost to make and to store.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'
import { writeResults } from './write-results.mjs'

register()
const { connect } = await import('@playhead/clickhouse/client.ts')
const { startClickHouse } = await import('@playhead/clickhouse/launcher.ts')
const { migrate } = await import('@playhead/clickhouse/migrate.ts')
const { generateViews } = await import('./query/generate-views.sql.ts')
const { measureExploration } = await import('./explore/measure-exploration.ts')

const root = path.join(import.meta.dirname, '..')
const { values: options } = parseArgs({
  options: {
    views: { type: 'string', default: '5000000' },
    rounds: { type: 'string', default: '3' },
    // Only questions whose name has this text.
    only: { type: 'string', default: '' },
  },
})
const count = Number(options.views)
const days = 30
const folder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
const engine = await startClickHouse({ dataFolder: folder, log: () => undefined })
const clickhouse = connect(engine.url, { maximumQuerySeconds: 3_600, maximumQueryBytes: 4e9 })
try {
  await migrate(clickhouse, path.join(root, 'database/clickhouse'), { withLock: (work) => work() })
  const tenant = { id: '00000000-0000-4000-8000-000000000001', clickhouse }
  const until = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  await generateViews(clickhouse, { environmentId: tenant.id, count, days, until })
  const rows = []
  const measured = { until, days, count, rounds: Number(options.rounds), only: options.only }
  await measureExploration(tenant, measured, (what, found) => {
    console.log(`${what}: ${found}`)
    rows.push([what, found])
  })
  // A part of the questions is no result to keep.
  if (options.only === '')
    writeResults(
      root,
      'explore',
      rows,
      `${count.toLocaleString('en-US')} views of ${days} days in one environment, made up with independent dimensions. Each question is asked of pieces and of views by turns, always of another range: the median time, and the median processor time of the engine.`,
    )
} finally {
  await clickhouse.close()
  await engine.stop()
  rmSync(folder, { recursive: true })
}
