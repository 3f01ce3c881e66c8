import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeCaptionedClip } from '@playhead/testing/media/captioned-clip.ts'
import { findMedia, hasMedia } from '../find-media.ts'
import { mediaTimescale } from '../media-map.ts'
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
