#!/usr/bin/env node
// Usage: node bench/metering/measure-beside.mjs [--seconds=4] [--rounds=16] [--beacons=2000] – what playback and the collector lose
// while usage is metered.
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { makeVideoCaller } from '../video/video-caller.mjs'
import { runServer } from '../run-server.mjs'
import { writeSection } from '../write-results.mjs'

const root = path.join(import.meta.dirname, '../..')
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '16' },
    beacons: { type: 'string', default: '2000' },
  },
})
const [seconds, rounds, beaconsPerSecond] = ['seconds', 'rounds', 'beacons'].map((name) =>
  Number(options[name]),
)
const openViews = 2000
const folder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))

try {
  const server = await runServer(
    ['--import', 'tsx', path.join(root, 'bench/metering/program.ts')],
    {
      cwd: root,
      dataFolder: path.join(folder, 'data'),
      env: { PLAYHEAD_DEMO: '0' },
      withMessages: true,
    },
  )
  try {
    const caller = await makeVideoCaller(root, path.join(folder, 'data'), server.origin)
    const playback = await inTurns(server, await playbackLoad(server, caller))
    const collector = await inTurns(server, await collectorLoad(server, caller))
    writeSection(
      root,
      'metering',
      'Beside playback and the collector',
      [
        ...rowsOf('Segments served', playback, ({ served }) => served),
        ...rowsOf('Beacons acknowledged', collector, ({ acknowledged }) => acknowledged),
      ],
      `${rounds} stretches of ${seconds} s with metering and as many without, in turns, on one program: what is delivered is counted, and once all open hours are, as the program does every hour. Medians of the pairs. Segments by 16 connections as fast as they come; ${beaconsPerSecond} beacons a second of ${openViews} open views. The load comes from a process on the same machine.`,
    )
  } finally {
    await server.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Mirrored, so that what grows meanwhile falls on both alike. */
async function inTurns(server, { load, end }) {
  const found = { on: [], off: [] }
  await load()
  for (let round = 0; round < rounds; round += 1)
    for (const mode of round % 2 === 0 ? ['on', 'off'] : ['off', 'on']) {
      await server.ask(mode)
      await server.ask('reset')
      const counts = mode === 'on' && round === 0
      const [result] = await Promise.all([load(), counts && server.ask('count')])
      const { processorMs } = await server.ask('observe')
      found[mode].push({ ...result, processorMs })
    }
  end()
  return found
}

/** Medians of the pairs: a machine that stands still for a moment spoils one of them. */
function rowsOf(what, found, countOf) {
  const rate = (one) => countOf(one) / one.seconds
  const perProcessor = (one) => countOf(one) / one.processorMs
  const ratio = (valueOf) =>
    median(found.on.map((one, place) => valueOf(one) / valueOf(found.off[place]))).toFixed(3)
  const shown = (list) => Math.round(median(list.map(rate))).toLocaleString('en-US')
  return [
    [`${what} a second, metered and not`, `${shown(found.on)} and ${shown(found.off)}`],
    [`${what} a second, metered ÷ not`, ratio(rate)],
    [`${what} for the same processor time of the program, metered ÷ not`, ratio(perProcessor)],
  ]
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other)
  const half = sorted.length / 2
  return (sorted[Math.floor(half)] + sorted[Math.ceil(half) - 1]) / 2
}

async function playbackLoad(server, caller) {
  const file = path.join(folder, 'film.mp4')
  const film =
    '-f lavfi -i testsrc2=size=640x360:rate=25:duration=60 -f lavfi -i sine=duration=60 -c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p -c:a aac'
  execFileSync(process.env.FFMPEG_PATH ?? 'ffmpeg', ['-v', 'error', ...film.split(' '), file])
  const asset = await caller.send(file)
  await caller.untilReady(asset.id)
  const addresses = (await caller.untilPlayable(asset)).get('source')
  return {
    load: async () => {
      const child = fork(path.join(import.meta.dirname, '../video/fetch-segments.mjs'))
      const answer = await ask(child, { addresses: addresses.slice(1), seconds })
      child.disconnect()
      return answer
    },
    end: () => {},
  }
}

async function collectorLoad(server, { token }) {
  const target = { origin: server.origin, environmentKey: token.environment_key, token }
  const child = fork(path.join(import.meta.dirname, '../beacons/send-beacons.mjs'))
  await ask(child, { ...target, kind: 'open', openViews })
  return {
    load: () => ask(child, { ...target, kind: 'sustain', beaconsPerSecond, seconds, more: true }),
    end: () => child.disconnect(),
  }
}

async function ask(child, task) {
  child.send(task)
  const [answer] = await once(child, 'message')
  return answer
}
