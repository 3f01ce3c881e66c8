import { fork } from 'node:child_process'
import path from 'node:path'
import { percentile, startChild, startPushing } from './testbed.mjs'

const openViews = 2000

/** Streams in the process that also takes beacons: how long each makes the other wait. */
export const measureBeside = async (root, studio, given) => {
  const { server, clip, streams: asked, seconds, beacons } = given
  const count = Math.min(asked, 20)
  const streams = await studio.makeMany(count)
  const target = { origin: studio.origin, environmentKey: studio.token.environment_key }
  const load = fork(path.join(root, 'bench/beacons/send-beacons.mjs'))
  const ask = (task) =>
    new Promise((resolve) => {
      load.once('message', resolve)
      load.send(task)
    })
  await ask({ ...target, kind: 'open', openViews })
  const sustained = { ...target, kind: 'sustain', beaconsPerSecond: beacons, token: studio.token }
  const pushing = await startPushing(clip, streams)
  const viewer = startChild('follow.mjs')
  try {
    for (const stream of streams) await studio.untilActive(stream)
    await viewer.ask({
      port: Number(new URL(studio.origin).port),
      viewers: streams.map(({ playbackId: id }) => ({ id, count: 1 })),
    })
    await server.ask('reset')
    const loaded = await ask({ ...sustained, seconds })
    const observed = await server.ask('observe')
    const { delays, failures } = await viewer.ask('read')
    const { ends } = await pushing.ask('read')
    return [
      ['Streams, each with a viewer', `${count} for ${seconds} s`],
      ['Beacons acknowledged a second', String(Math.round(loaded.acknowledged / loaded.seconds))],
      ['Beacons not acknowledged', String(loaded.failed)],
      ['Event loop delay, p99', `${observed.loopDelayMs.toFixed(0)} ms`],
      ['Event loop in use', `${Math.round(observed.loopUse * 100)} %`],
      [
        'Beacon acknowledged after',
        `p50 ${loaded.p50.toFixed(0)} ms, p99 ${loaded.p99.toFixed(0)} ms`,
      ],
      [
        'Delay of a part',
        `p50 ${Math.round(percentile(delays, 0.5))} ms, p95 ${Math.round(percentile(delays, 0.95))} ms`,
      ],
      ['Disconnected encoders', String(ends.length)],
      ['Answers that viewers could not use', String(failures.length)],
    ]
  } finally {
    await viewer.stop()
    await pushing.stop()
  }
}
