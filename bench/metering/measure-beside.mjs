#!/usr/bin/env node
// Usage: node bench/metering/measure-beside.mjs [--seconds=10] [--rounds=4] [--beacons=2000] – what playback and the collector lose
// while usage is metered.
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeVideoCaller } from '../video/video-caller.mjs'
import { runServer } from '../run-server.mjs'
import { writeSection } from '../write-results.mjs'

const root = path.join(import.meta.dirname, '../..')
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '4' },
    beacons: { type: 'string', default: '2000' },
  },
})
const [seconds, rounds, beaconsPerSecond] = ['seconds', 'rounds', 'beacons'].map((name) =>
  Number(options[name]),
)
const openViews = 2000
/** One count in each stretch; the program itself makes one an hour. */
const countEverySeconds = 10
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
      `Stretches of ${seconds} s with and without metering in turns, on one program: what is delivered is counted, and every ${countEverySeconds} s all open hours are, as the program does once an hour. Segments by 16 connections as fast as they come; ${beaconsPerSecond} beacons a second of ${openViews} open views. The load comes from a process on the same machine.`,
    )
  } finally {
    await server.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Mirrored, so that what grows meanwhile falls on both alike. */
async function inTurns(server, load) {
  const found = { on: [], off: [] }
  await load()
  for (let round = 0; round < rounds; round += 1)
    for (const mode of round % 2 === 0 ? ['on', 'off'] : ['off', 'on']) {
      await server.ask(mode)
      await server.ask('reset')
      const [result] = await Promise.all([load(), mode === 'on' && countMeanwhile(server)])
      const { processorMs } = await server.ask('observe')
      found[mode].push({ ...result, processorMs })
    }
  return found
}

async function countMeanwhile(server) {
  for (let passed = 0; passed < seconds; passed += countEverySeconds) {
    await server.ask('count')
    await pause(countEverySeconds * 1000 * (passed + countEverySeconds < seconds))
  }
}

function rowsOf(what, found, countOf) {
  const sum = (list, valueOf) => list.reduce((total, one) => total + valueOf(one), 0)
  const rate = (list) => sum(list, countOf) / sum(list, (one) => one.seconds)
  const cost = (list) => sum(list, (one) => one.processorMs) / sum(list, countOf)
  const shown = (list) => Math.round(rate(list)).toLocaleString('en-US')
  return [
    [`${what} a second, metered and not`, `${shown(found.on)} and ${shown(found.off)}`],
    [`${what} a second, metered ÷ not`, (rate(found.on) / rate(found.off)).toFixed(3)],
    [
      `${what} for the same processor time of the program, metered ÷ not`,
      (cost(found.off) / cost(found.on)).toFixed(3),
    ],
  ]
}

async function playbackLoad(server, caller) {
  const file = path.join(folder, 'film.mp4')
  const film =
    '-f lavfi -i testsrc2=size=640x360:rate=25:duration=60 -f lavfi -i sine=duration=60 -c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p -c:a aac'
  execFileSync(process.env.FFMPEG_PATH ?? 'ffmpeg', ['-v', 'error', ...film.split(' '), file])
  const asset = await caller.send(file)
  await caller.untilReady(asset.id)
  const addresses = (await caller.untilPlayable(asset)).get('source')
  return () => ask('../video/fetch-segments.mjs', [{ addresses: addresses.slice(1), seconds }])
}

async function collectorLoad(server, { token }) {
  const target = { origin: server.origin, environmentKey: token.environment_key, token }
  return () =>
    ask('../beacons/send-beacons.mjs', [
      { ...target, kind: 'open', openViews },
      { ...target, kind: 'sustain', beaconsPerSecond, seconds },
    ])
}

/** Gives each task to a process of its own; returns its last answer. */
async function ask(program, tasks) {
  const child = fork(path.join(import.meta.dirname, program))
  let answer
  for (const task of tasks) {
    child.send(task)
    ;[answer] = await once(child, 'message')
  }
  if (child.connected) child.disconnect()
  return answer
}
