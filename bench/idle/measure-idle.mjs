#!/usr/bin/env node
// Usage: node bench/idle/measure-idle.mjs [minutes] [--only=thirty] – processor time of a server that nobody looks at: with the audience of the demo as it is at
// this time of day, with thirty viewers, and with none.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildProgram } from '../../tools/setup/build-program.mjs'
import { askProgram } from '../ask-program.mjs'
import { processorMsByKind } from './processor-ms-by-kind.mjs'
import { runServer } from '../run-server.mjs'
import { visitDemo } from './visit-demo.mjs'
import { writeResults } from '../write-results.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  // Only states whose name has this text; the results are printed and not kept.
  options: { only: { type: 'string', default: '' } },
})
const minutes = Number(positionals[0] ?? 3)
const minuteMs = 60_000
const root = path.join(import.meta.dirname, '../..')

/** Minutes until the history is written, the videos are made, and what a start may do quickly is used up. */
const states = [
  { how: 'with the audience of this hour', days: '1', settled: 6 },
  { how: 'with thirty viewers', days: '0', settled: 5, viewers: '30' },
  { how: 'without viewers', days: '0', settled: 2 },
]

await buildProgram(root)
const rows = []
for (const state of states)
  if (state.how.includes(options.only)) rows.push(...rowsOf(state.how, await measure(state)))
if (options.only !== '') for (const [what, found] of rows) console.log(`${what}: ${found}`)
else
  writeResults(
    root,
    'idle',
    rows,
    `Shares of one core over ${minutes} min. The audience is that of the demo with a day of history: on average some thirty viewers, more in the evening (UTC) than at night. The thirty are those of \`playhead simulate\`. Players of both run in the program and are part of its time. The goal is 5 % of program and ClickHouse together with thirty viewers.`,
  )

async function measure({ days, settled, viewers }) {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
  try {
    const server = await runServer([path.join(root, 'build/server/main.js')], {
      cwd: root,
      dataFolder,
      env: {
        PLAYHEAD_DEMO: '1',
        PLAYHEAD_DEMO_DAYS: days,
        LIVE_RTMP_PORT: 'off',
        NODE_ENV: 'production',
      },
    })
    try {
      const demo = await visitDemo(server.origin)
      const simulation =
        viewers &&
        askProgram(root, dataFolder, 'simulate', {
          to: server.origin,
          environment_key: demo.environmentKey,
          viewers,
          duration: `${settled + minutes + 1}m`,
        })
      await pause(settled * minuteMs)
      const before = processorMsByKind(server.pid)
      const since = performance.now()
      await pause(minutes * minuteMs)
      const after = processorMsByKind(server.pid)
      const tookMs = performance.now() - since
      const watching = await demo.countViewers()
      await simulation
      const shareOf = (kind) => (after[kind] - before[kind]) / tookMs
      return { watching, program: shareOf('program'), clickhouse: shareOf('clickhouse') }
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

function rowsOf(how, { watching, program, clickhouse }) {
  const percent = (share) => `${(share * 100).toFixed(1)} %`
  return [
    [
      `Program and ClickHouse together, ${how} (${watching} at the end)`,
      percent(program + clickhouse),
    ],
    [`Program, ${how}`, percent(program)],
    [`ClickHouse, ${how}`, percent(clickhouse)],
  ]
}
