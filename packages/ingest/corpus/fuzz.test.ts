import { howMany } from '@playhead/testing/how-many.ts'
import { expect, test } from 'vitest'
import { makeRecipe, readClip } from '../testing-clips.ts'
import {
  anEnhancedOpening,
  anOpeningLikeHardware,
  anOpeningLikeObs,
  readRecordings,
  type Opening,
} from './testing-openings.ts'
import { runSession } from './testing-session.ts'

const sessions = howMany('ingest-sessions', { usual: 500, long: 20_000, release: 100_000 })
const packetsOfOpening = 40
const timeoutMs = 240_000 + sessions * 30
/** Behind the handshake, whose bytes mean nothing. */
const firstChanged = 3073

/** Random numbers of a seed (mulberry32), so that a failure can be repeated. */
const randomOf = (seed: number) => {
  let state = seed
  return (max: number) => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % max
  }
}

const changed = (bytes: Buffer, random: (max: number) => number): Buffer => {
  let output = Buffer.from(bytes)
  const changes = 1 + random(6)
  for (let change = 0; change < changes; change += 1) {
    // Most of what decides lies at the beginning.
    const span = random(2) === 0 ? 1500 : output.length
    const at = Math.min(firstChanged + random(span), output.length - 1)
    const length = 1 + random(random(4) === 0 ? 400 : 8)
    const kind = random(6)
    if (kind === 0) output[at] = random(256)
    if (kind === 1) output[at]! ^= 1 << random(8)
    if (kind === 2) output.fill(random(2) * 255, at, Math.min(at + length, output.length))
    if (kind === 3) output = Buffer.concat([output.subarray(0, at), output.subarray(at + length)])
    if (kind === 4) output = Buffer.concat([output.subarray(0, at + length), output.subarray(at)])
    if (kind === 5)
      output = Buffer.concat([
        output.subarray(0, at),
        Buffer.from(Array.from({ length }, () => random(256))),
        output.subarray(at),
      ])
  }
  return output
}

const openings = async (): Promise<Opening[]> => {
  const clipOf = async (recipe: Parameters<typeof makeRecipe>[0]) => {
    const { header, packets } = await readClip(await makeRecipe(recipe))
    return { header, packets: packets.slice(0, packetsOfOpening) }
  }
  const media = await clipOf('h264 and aac')
  return [
    ...readRecordings(),
    anOpeningLikeObs(media),
    anOpeningLikeHardware(media),
    anEnhancedOpening('hevc', await clipOf('hevc and aac')),
    anEnhancedOpening('av1', await clipOf('av1 and opus')),
  ]
}

test(
  'changed sessions end alone: no failure of the server, sound packets, one end each',
  async () => {
    const originals = await openings()
    const outcomes = { published: 0, ended: 0, packets: 0 }
    let before = 0
    for (let seed = 1; seed <= sessions; seed += 1) {
      const random = randomOf(seed)
      const { bytes } = originals[random(originals.length)]!
      const run = await runSession(changed(bytes, random), [65_536, 1460, 512][random(3)])
      const failures = run.lines.filter((line) => line.includes('ERROR'))
      expect(failures, `seed ${seed}`).toEqual([])
      outcomes.ended += run.lines.length
      for (const { packets, headers, ends } of run.publishers) {
        outcomes.published += 1
        outcomes.packets += packets.length
        expect(ends, `seed ${seed}`).toHaveLength(1)
        const hasSizes = headers.every(
          ({ video, audio }) =>
            Math.max(video?.width ?? 0, video?.height ?? 0) <= 4096 && audio?.channels !== 0,
        )
        expect(hasSizes, `seed ${seed}`).toBe(true)
        const isSound = packets.every(
          ({ dts, pts, data }) =>
            Number.isSafeInteger(dts) && Number.isSafeInteger(pts) && data.length > 0,
        )
        expect(isSound, `seed ${seed}`).toBe(true)
      }
      if (seed === Math.min(500, sessions)) before = process.memoryUsage().rss
    }
    console.log(JSON.stringify(outcomes))
    // The changes reach both what is taken and what is refused.
    expect(outcomes.published).toBeGreaterThan(sessions / 4)
    expect(outcomes.ended).toBeGreaterThan(sessions / 20)
    expect(process.memoryUsage().rss).toBeLessThan(2 * before)
  },
  timeoutMs,
)
