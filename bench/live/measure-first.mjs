import { percentile, startPushing, until } from './testbed.mjs'

const keyframeSeconds = 2
const ms = (values) =>
  `${Math.round(percentile(values, 0.5))} ms, at most ${Math.round(Math.max(...values))} ms`

/** How soon after its beginning a broadcast can be watched. */
export const measureFirst = async (root, studio, { clip, rounds }) => {
  const [parts, actives] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    const stream = await studio.make()
    const pushing = await startPushing(clip, [stream])
    const [publishedAt] = pushing.began.publishedAt
    const address = `${studio.origin}/${stream.playbackId}/source.m3u8`
    const first = until(
      'the first part',
      async () => (await (await fetch(address)).text()).includes('#EXT-X-PART:') && Date.now(),
      { everyMs: 20 },
    )
    const active = until(
      'the status',
      async () => (await studio.read(stream)).status === 'active' && Date.now(),
    )
    parts.push((await first) - publishedAt)
    actives.push((await active) - publishedAt)
    await pushing.stop()
  }
  return [
    ['First part on offer', ms(parts)],
    ['Target of it, after a keyframe interval', `${keyframeSeconds * 1000 + 500} ms`],
    ['Status active', ms(actives)],
    ['Target of it, after the first segment', `${keyframeSeconds * 1000 + 300} ms`],
    ['Broadcasts', String(rounds)],
  ]
}
