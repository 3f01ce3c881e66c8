import { setTimeout as pause } from 'node:timers/promises'
import { describe } from './measure-streams.mjs'
import { percentile, startChild, startPushing } from './testbed.mjs'

const processes = 2
const settleMs = 8000
const renditions = 2
const partsASecond = 2

/** Many low-latency viewers of one stream: what they cost, and how often a playlist is written for them. */
export const measureViewers = async (root, studio, { server, clip, viewers: count, seconds }) => {
  const [stream] = await studio.makeMany(1)
  const pushing = await startPushing(clip, [stream])
  const children = Array.from({ length: processes }, () => startChild('follow.mjs'))
  try {
    await studio.untilActive(stream)
    await server.ask('reset')
    await pause(settleMs)
    const alone = (await server.ask('observe')).processorMs / settleMs
    for (const child of children)
      await child.ask({
        port: Number(new URL(studio.origin).port),
        viewers: [{ id: stream.playbackId, count: Math.ceil(count / processes) }],
      })
    await pause(settleMs)
    for (const child of children) await child.ask('read')
    const before = await readPlaylistsMade(studio.origin)
    await server.ask('reset')
    const startedAt = performance.now()
    await pause(seconds * 1000)
    const lastedMs = performance.now() - startedAt
    const observed = await server.ask('observe')
    const made = (await readPlaylistsMade(studio.origin)) - before
    const read = []
    for (const child of children) read.push(await child.ask('read'))
    const sum = (name) => read.reduce((total, one) => total + one[name], 0)
    const delays = read.flatMap((one) => one.delays)
    const parts = (lastedMs / 1000) * partsASecond * renditions
    return [
      ['Viewers', `${count} for ${seconds} s`],
      ['Processor time', `${(observed.processorMs / lastedMs - alone).toFixed(2)} of 0.6 core`],
      [
        'Requests a second',
        String(Math.round(((sum('playlists') + sum('parts')) / lastedMs) * 1000)),
      ],
      ['Megabits a second', String(Math.round((sum('bytes') * 8) / lastedMs / 1000))],
      ['Playlists that were sent', String(sum('playlists'))],
      ['Playlists that were written, for each part of a rendition', (made / parts).toFixed(2)],
      [
        'Delay of a part',
        `p50 ${Math.round(percentile(delays, 0.5))} ms, p95 ${Math.round(percentile(delays, 0.95))} ms`,
      ],
      ['Answers that viewers could not use', describe(read.flatMap(({ failures }) => failures))],
      ['Event loop delay, p99', `${observed.loopDelayMs.toFixed(0)} ms`],
      ['Memory of the program', `${observed.residentMiB} MiB`],
    ]
  } finally {
    for (const child of children) await child.stop()
    await pushing.stop()
  }
}

async function readPlaylistsMade(origin) {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: 'Bearer bench' } })
  return Number(/^playhead_live_playlists_written_total (\d+)$/m.exec(await answer.text())[1])
}
