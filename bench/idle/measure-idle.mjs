#!/usr/bin/env node
// Usage: node bench/idle/measure-idle.mjs [minutes] – processor time of a server that nobody looks at, with the audience of the demo and without.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildProgram } from '../../tools/setup/build-program.mjs'
import { countViewers } from './count-viewers.mjs'
import { processorMsByKind } from './processor-ms-by-kind.mjs'
import { runServer } from '../run-server.mjs'
import { writeResults } from '../write-results.mjs'

const minutes = Number(process.argv[2] ?? 3)
const minuteMs = 60_000
/** Until the history is written, the videos are made, and what a start may do quickly is used up. */
const settledMinutes = { with: 6, without: 2 }
const root = path.join(import.meta.dirname, '../..')

await buildProgram(root)
const withAudience = await measure('1', settledMinutes.with)
const without = await measure('0', settledMinutes.without)
writeResults(
  root,
  'idle',
  [
    ['Viewers of the audience at the end', String(withAudience.viewers)],
    ...rowsOf('with the audience', withAudience),
    ...rowsOf('without', without),
  ],
  `Shares of one core over ${minutes} min, with a day of history; the audience is that of the demo, more in the evening (UTC) than at night, and its players run in the program. The goal is 5 % of program and ClickHouse together with some thirty viewers.`,
)

async function measure(demoDays, settled) {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
  try {
    const server = await runServer([path.join(root, 'build/server/main.js')], {
      cwd: root,
      dataFolder,
      env: {
        PLAYHEAD_DEMO: '1',
        PLAYHEAD_DEMO_DAYS: demoDays,
        LIVE_RTMP_PORT: 'off',
        NODE_ENV: 'production',
      },
    })
    try {
      await pause(settled * minuteMs)
      const before = processorMsByKind(server.pid)
      const since = performance.now()
      await pause(minutes * minuteMs)
      const after = processorMsByKind(server.pid)
      const tookMs = performance.now() - since
      const viewers = demoDays === '0' ? 0 : await countViewers(server.origin)
      const shareOf = (kind) => (after[kind] - before[kind]) / tookMs
      return {
        viewers,
        program: shareOf('program'),
        clickhouse: shareOf('clickhouse'),
      }
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

function rowsOf(how, { program, clickhouse }) {
  const percent = (share) => `${(share * 100).toFixed(1)} %`
  return [
    [`Program and ClickHouse together, ${how}`, percent(program + clickhouse)],
    [`Program, ${how}`, percent(program)],
    [`ClickHouse, ${how}`, percent(clickhouse)],
  ]
}
