#!/usr/bin/env node
// Usage: node bench/live.mjs [--only=streams|glass|viewers|first|end|restart|beside] [--streams=50] [--seconds=300] [--viewers=500] [--hours=12]
// – what live streams cost, how far viewers are behind, and how soon they begin, end and come back. Each part has its section.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildProgram } from '../tools/setup/build-program.mjs'
import { measureBeside } from './live/measure-beside.mjs'
import { measureEnds } from './live/measure-ends.mjs'
import { measureFirst } from './live/measure-first.mjs'
import { measureGlass } from './live/measure-glass.mjs'
import { measureRestart } from './live/measure-restart.mjs'
import { measureStreams } from './live/measure-streams.mjs'
import { measureViewers } from './live/measure-viewers.mjs'
import { freePort, makeStageClip, openStudio } from './live/testbed.mjs'
import { runServer } from './run-server.mjs'
import { writeSection } from './write-results.mjs'

const root = path.join(import.meta.dirname, '..')
const text = (fallback) => ({ type: 'string', default: fallback })
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    streams: text('50'),
    seconds: text('300'),
    copies: text('4'),
    watched: text('5'),
    viewers: text('500'),
    hours: text('12'),
    rounds: text('5'),
    beacons: text('500'),
  },
})
const { only, ...sizes } = options
const given = Object.fromEntries(
  Object.entries(sizes).map(([name, value]) => [name, Number(value)]),
)
const stage =
  'The picture is 720p30 at 2.5 Mbps with B-frames and a keyframe every two seconds, AAC at 128 kbps; encoders, viewers and the program share the machine.'
const parts = [
  {
    name: 'streams',
    title: 'Streams that are copied',
    measure: measureStreams,
    how: `${stage} Processor time of the program without what it uses when nothing is live; ffmpeg takes the same stream by RTMP in the same run and writes segments and a playlist with -c copy. Delay of a part: from the end of its media at the encoder until a waiting viewer has the playlist that names it.`,
  },
  {
    name: 'glass',
    title: 'Glass to glass',
    measure: measureGlass,
    how: 'The time is painted into each picture before x264 (veryfast, zerolatency) encodes it, and is read from the video element of Chromium with hls.js on the same machine, first with low latency and catch-up (1.2), then without, of the same broadcast.',
  },
  {
    name: 'viewers',
    title: 'Viewers of one stream',
    measure: measureViewers,
    how: `${stage} Each viewer waits for each part of picture and sound and fetches it over connections of its own. Processor time of the program without what the stream alone uses.`,
  },
  {
    name: 'first',
    title: 'The beginning of a broadcast',
    measure: measureFirst,
    how: `${stage} From Publish.Start; the median and the longest.`,
  },
  {
    name: 'end',
    title: 'The end of a broadcast',
    measure: measureEnds,
    how: 'From the moment the encoder says goodbye until the asset is complete. The long recording is pushed through the whole program faster than it plays, 160x90 at 10 frames a second with sound, so it has as many segments and parts of sound as one that took its time.',
  },
  {
    name: 'restart',
    title: 'A restart under an encoder that tries again',
    measure: measureRestart,
    how: `${stage} The encoder tries every 50 ms.`,
  },
  {
    name: 'beside',
    title: 'Streams and beacons in one process',
    measure: measureBeside,
    how: `${stage} Every beacon is a request of its own with one event.`,
  },
]

await buildProgram(root)
for (const part of parts) {
  if (only !== undefined && only !== part.name) continue
  const folder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-live-'))
  // The same after a restart, since encoders try again where they were.
  const port = await freePort()
  const start = () =>
    runServer([path.join(root, 'bench/observed-program.mjs')], {
      cwd: root,
      dataFolder: path.join(folder, 'data'),
      env: {
        PLAYHEAD_DEMO: '0',
        PLAYHEAD_METRICS_TOKEN: 'bench',
        LIVE_RTMP_PORT: String(port),
        LIVE_STREAMS_MAX: String(given.streams + 10),
      },
      withMessages: true,
    })
  const server = await start()
  try {
    const studio = await openStudio(root, path.join(folder, 'data'), server)
    const clip = makeStageClip(folder)
    const rows = await part.measure(root, studio, { ...given, server, folder, clip, start })
    writeSection(root, 'live', part.title, rows, part.how)
  } finally {
    await server.stop()
    // An engine may still write its last files.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}
