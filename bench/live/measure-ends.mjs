import { makeBenchClip, percentile, startPushing, until } from './testbed.mjs'

const tenSecondsMs = 10_000
/** In each hundredth of a second: far below 40 Mbps, and within what one core takes. */
const packetsOfTick = 80

/** How soon an asset is complete, after ten seconds and after hours. */
export const measureEnds = async (root, studio, { folder, hours, rounds }) => {
  const clip = makeBenchClip(folder, 'small', {
    input: '-f lavfi -i testsrc2=s=160x90:r=10:d=16',
    output: '-c:v libx264 -preset veryfast -crf 40 -g 20 -sc_threshold 0 -b:a 32k',
  })
  const short = []
  for (let round = 0; round < rounds; round += 1)
    short.push(await measureEnd(studio, clip, { untilMs: tenSecondsMs }))
  const long = await measureEnd(studio, clip, {
    untilMs: hours * 3_600_000,
    isQuick: true,
    packetsOfTick,
  })
  const ofShort = percentile(
    short.map(({ ms }) => ms),
    0.5,
  )
  return [
    [`Ten seconds, median of ${rounds}`, `${ofShort} of 2,000 ms`],
    [`${hours} hours`, `${long.ms} of 2,000 ms`],
    ['The long one against the short one', `${(long.ms / ofShort).toFixed(2)} of 1.5`],
    ['Seconds of the long asset', String(Math.round(long.duration))],
    ['Pushed in', `${Math.round(long.pushedMs / 1000)} s`],
  ]
}

async function measureEnd(studio, clip, given) {
  const stream = await studio.make()
  const pushing = await startPushing(clip, [stream], given)
  const { over } = await pushing.answer()
  const [problem] = over.ends.filter(({ reason }) => reason !== 'closed')
  if (problem) throw new Error(problem.message)
  if (over.dropped > 0) throw new Error(`${over.dropped} packets were left out.`)
  const endedAt = over.endedAt
  const assetId = await until('the asset is known', async () => {
    const { active_asset_id: active, recent_asset_ids: recent } = await studio.read(stream)
    return active ?? recent?.at(-1)
  })
  const asset = await until(
    'the asset is complete',
    async () => {
      const found = await studio.readAsset(assetId)
      return found.status === 'ready' && found.is_live !== true && found.duration > 0 && found
    },
    { withinMs: 600_000 },
  )
  const ms = Date.now() - endedAt
  await pushing.stop()
  return { ms, duration: asset.duration, pushedMs: endedAt - over.publishedAt[0] }
}
