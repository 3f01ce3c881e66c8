import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { makeCaptionedClip } from '@playhead/testing/media/captioned-clip.ts'
import { findMedia, hasMedia } from '../find-media.ts'
import { liveEncoderArgs } from '../live/encoder/live-encoder-args.ts'
import { mediaTimescale } from '../media-map.ts'
import { rungsOf } from '../segments/plan/rungs.ts'
import { type CaptionPair, pairsOfChannel, readCaptionPairs } from './closed-captions.ts'
import { plainText } from './cue.ts'
import { readClosedCaptions } from './read-closed-captions.ts'

const folder = await mkdtemp(join(tmpdir(), 'captions-'))
afterAll(() => rm(folder, { recursive: true }))

const media = await findMedia({ ffmpegPath: process.env['FFMPEG_PATH'] })
const endTicks = 8 * mediaTimescale
const cuesOf = async (pairs: readonly CaptionPair[]) => {
  if (!hasMedia(media)) throw new Error(media.missing)
  return readClosedCaptions(media, { folder, pairs, endTicks })
}

const of = { tier: '1080p', quality: 'plus' } as const

const said = [
  { second: 2, text: 'HELLO WORLD' },
  { second: 5, text: 'SECOND LINE' },
]

describe('captions in the picture', () => {
  test('are read with the times at which they are shown', async () => {
    const pairs = await readCaptionPairs(await makeCaptionedClip(said))
    const cues = await cuesOf(pairsOfChannel(pairs, 1))
    expect(cues.map((cue) => plainText(cue).trim())).toEqual(['HELLO WORLD', 'SECOND LINE'])
    const times = cues.map(({ start, end }) => [Math.round(start * 10), Math.round(end * 10)])
    expect(times).toEqual([
      [19, 49],
      [49, 80],
    ])
    for (const channel of [2, 3, 4] as const)
      expect(await cuesOf(pairsOfChannel(pairs, channel))).toEqual([])
  })

  test('are in lower renditions too', async () => {
    if (!hasMedia(media)) throw new Error(media.missing)
    const clip = await makeCaptionedClip(said)
    const run = promisify(execFile)
    const options = { encoding: 'buffer', maxBuffer: 2 ** 26 } as const
    const toPipe = '-v error -i CLIP -an -c copy -movflags empty_moov+frag_keyframe -f mp4 pipe:1'
    const args = toPipe.split(' ').map((word) => (word === 'CLIP' ? clip : word))
    const { stdout: fragments } = await run(media.ffmpeg, args, options)
    const rungs = rungsOf(
      { width: 320, height: 180, frameRate: 30 },
      { ...of, sourceRate: 500_000 },
    )
    const encoder = run(media.ffmpeg, liveEncoderArgs(rungs.slice(0, 1), 'plus'), options)
    encoder.child.stdin?.end(fragments)
    const lower = join(folder, 'lower.mp4')
    await writeFile(lower, (await encoder).stdout)
    const words = ({ first, second }: CaptionPair) => [first, second]
    expect((await readCaptionPairs(lower)).map(words)).toEqual(
      (await readCaptionPairs(clip)).map(words),
    )
  })

  test('of other channels are read as those of the first', async () => {
    const pairs = pairsOfChannel(await readCaptionPairs(await makeCaptionedClip(said)), 1)
    const isControl = ({ first }: CaptionPair) => first >= 0x10
    const second = pairs.map((pair) => ({
      ...pair,
      first: isControl(pair) && pair.first < 0x20 ? pair.first | 0x08 : pair.first,
    }))
    const third = pairs.map((pair) => ({
      ...pair,
      field: 2 as const,
      first: pair.first === 0x14 && pair.second < 0x30 ? 0x15 : pair.first,
    }))
    const both = [...second, ...third].toSorted((one, other) => one.ticks - other.ticks)
    expect(pairsOfChannel(both, 2)).toEqual(pairs)
    expect(pairsOfChannel(both, 3)).toEqual(pairs)
    expect(pairsOfChannel(both, 1)).toEqual([])
  })
})
