#!/usr/bin/env node
// Usage: node bench/query-layouts.mjs [--views=500000] – runs the same queries on the same views in alternative table layouts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { register } from 'tsx/esm/api'
import { writeResults } from './write-results.mjs'

register()
const { connect } = await import('@playhead/clickhouse/client.ts')
const { startClickHouse } = await import('@playhead/clickhouse/launcher.ts')
const { readMigrations } = await import('@playhead/clickhouse/migrate.ts')
const { generateViews } = await import('./query/generate-views.sql.ts')
const { layouts } = await import('./query/layouts.ts')
const { makeLayout, measureLayout } = await import('./query/measure-layout.sql.ts')

const root = path.join(import.meta.dirname, '..')
const given = process.argv.find((argument) => argument.startsWith('--views='))
const count = Number(given?.slice('--views='.length) ?? 500_000)
const folder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
const engine = await startClickHouse({ dataFolder: folder, log: () => undefined })
const clickhouse = connect(engine.url, { maximumQuerySeconds: 600, maximumQueryBytes: 4e9 })
try {
  const files = await readMigrations(path.join(root, 'database/clickhouse'))
  const table = files
    .flatMap(({ statements }) => statements)
    .find((statement) => statement.includes('EXISTS views\n'))
  const until = new Date('2026-11-21T12:00:00Z')
  const tenant = { id: '00000000-0000-4000-8000-000000000001', clickhouse }
  await makeLayout(clickhouse, 'views', table)
  await generateViews(clickhouse, { environmentId: tenant.id, count, days: 30, until })
  const rows = []
  for (const { title, change, isAskedWithoutFinal = false } of layouts) {
    await makeLayout(clickhouse, 'layout', change(table), 'views')
    rows.push([title, await measureLayout(tenant, until, isAskedWithoutFinal)])
  }
  writeResults(
    root,
    'query-layouts',
    rows,
    `${count.toLocaleString('en-US')} views of 30 days; the fastest of seven runs in the engine. Count: of all views. Country: mean score by country. Title: median startup time by title. Page: the newest 25. One: a view by its id, place and row.`,
  )
} finally {
  await clickhouse.close()
  await engine.stop()
  rmSync(folder, { recursive: true })
}
