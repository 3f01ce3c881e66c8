import { setTimeout as pause } from 'node:timers/promises'
import { percentile, processorMsOf, startChild, startCopy, startPushing } from './testbed.mjs'

const idleMs = 8000
/** The first segments are behind, so that all is as it stays. */
const warmUpMs = 6000

/** N streams that are only copied, beside ffmpeg that copies the same. */
export const measureStreams = async (root, studio, given) => {
  const { server, folder, clip, streams: count, copies, watched, seconds } = given
  const streams = await studio.makeMany(count)
  await server.ask('reset')
  await pause(idleMs)
  const idle = (await server.ask('observe')).processorMs / idleMs
  const idleMiB = (await server.ask('observe')).residentMiB
  const others = []
  const viewers = startChild('follow.mjs')
  let pushing
  try {
    for (let number = 0; number < copies; number += 1) others.push(await startCopy(folder, number))
    pushing = await startPushing(clip, [...streams, ...others])
    for (const stream of streams.slice(0, watched)) await studio.untilActive(stream)
    const ids = streams.slice(0, watched).map(({ playbackId: id }) => ({ id, count: 1 }))
    await viewers.ask({ port: Number(new URL(studio.origin).port), viewers: ids })
    await pause(warmUpMs)
    await viewers.ask('read')
    await server.ask('reset')
    const before = others.map(({ pid }) => processorMsOf(pid))
    const startedAt = performance.now()
    await pause((seconds * 1000) / 2)
    const half = await server.ask('observe')
    await pause((seconds * 1000) / 2)
    const lastedMs = performance.now() - startedAt
    const observed = await server.ask('observe')
    const ofOthers = others.map(({ pid }, at) => processorMsOf(pid) - before[at])
    const seen = await viewers.ask('read')
    const { ends, dropped } = await pushing.ask('read')
    const each = (observed.processorMs / lastedMs - idle) / count
    const other = ofOthers.reduce((sum, ms) => sum + ms, 0) / copies / lastedMs
    const percent = (share) => `${(share * 100).toFixed(2)} % of a core`
    return [
      ['Streams', `${count} for ${seconds} s`],
      ['Processor time of a stream', percent(each)],
      ['ffmpeg -c copy of the same stream', percent(other)],
      ['A stream against ffmpeg', `${(each / other).toFixed(2)} of 1.0`],
      [
        `Delay of a part, ${watched} streams with a viewer`,
        `p50 ${Math.round(percentile(seen.delays, 0.5))} ms, p95 ${Math.round(percentile(seen.delays, 0.95))} of 100 ms, at most ${Math.round(percentile(seen.delays, 1))} ms, ${seen.delays.length} parts`,
      ],
      ['Disconnected encoders', String(ends.length)],
      ['Packets the encoders left out', String(dropped)],
      ['Answers that viewers could not use', describe(seen.failures)],
      ['Memory of the program', `${observed.residentMiB} of ${150 + 12 * count} MiB`],
      ['Of it before the streams, after half of the time', `${idleMiB}, ${half.residentMiB} MiB`],
      ['Event loop delay, p99', `${observed.loopDelayMs.toFixed(0)} ms`],
      ['Event loop in use', `${Math.round(observed.loopUse * 100)} %`],
    ]
  } finally {
    await viewers.stop()
    await pushing?.stop()
    for (const one of others) await one.stop()
  }
}

/** How many, and the first of them. */
export const describe = (failures) =>
  failures.length === 0 ? '0' : `${failures.length}, such as ${failures[0]}`
