import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { makeCaptionedClip } from '@playhead/testing/media/captioned-clip.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { mediaTimescale } from '../media-map.ts'
import { probeFile } from '../probe-file.ts'
import {
  deletePlannedClips,
  makePlannedClip,
  readInstalledMedia,
} from '../segments/testing-segments.ts'
import { pairsOfChannel, readCaptionPairs, writeScenarist } from './closed-captions.ts'
import { plainText } from './cue.ts'
import { extractClosedCaptions } from './extract-closed-captions.ts'
import { extractText, isWrittenText } from './extract-texts.ts'

afterAll(deletePlannedClips)
const media = await readInstalledMedia()
const clip = await makeCaptionedClip([
  { second: 2, text: 'HELLO WORLD' },
  { second: 5, text: 'SECOND LINE' },
])

const captionsOf = async (file: string, cut?: { start: number; end: number }) => {
  const { folder, fileName, map } = await makePlannedClip(media, file, cut && { clip: cut })
  const { videos } = await probeFile(media, folder, fileName)
  expect(videos[0]?.hasClosedCaptions).toBe(true)
  const found = await extractClosedCaptions(media, { folder, fileName, map }, videos[0]!)
  return found.map(({ channel, cues }) => ({
    channel,
    cues: cues.map((cue) => [plainText(cue).trim(), Math.round(cue.start * 5) / 5]),
  }))
}

const whole = [
  {
    channel: 1,
    cues: [
      ['HELLO WORLD', 2],
      ['SECOND LINE', 5],
    ],
  },
]

test.each([
  ['mp4', '-c copy', 'mp4'],
  ['MPEG-TS that begins late', '-c copy -output_ts_offset 3600', 'ts'],
  ['Matroska', '-c copy', 'mkv'],
  ['MPEG-2', '-c:v mpeg2video -q:v 4 -bf 2 -c:a mp2', 'ts'],
])(
  'captions inside of the picture of %s are found, with the times at which they are shown',
  async (_, codec, ending) => {
    const [found] = await captionsOf(await makeClip(`-i ${clip} ${codec}`, ending))
    expect(found?.channel).toBe(1)
    for (const [place, [text, start]] of (whole[0]?.cues ?? []).entries()) {
      const cue = found?.cues[place]
      expect(cue?.[0]).toBe(text)
      expect(Math.abs(Number(cue?.[1]) - Number(start))).toBeLessThan(0.25)
    }
  },
)

test('of a clip they begin with the clip', async () => {
  expect(await captionsOf(clip, { start: 4, end: 7 })).toEqual([
    {
      channel: 1,
      cues: [
        ['HELLO WORLD', 0],
        ['SECOND LINE', 1],
      ],
    },
  ])
})

test('those in a track of their own, as QuickTime has them, are a text like any other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'captions-'))
  try {
    const pairs = pairsOfChannel(await readCaptionPairs(clip), 1)
    const scenarist = join(folder, 'captions.scc')
    await writeFile(scenarist, writeScenarist(pairs, 8 * mediaTimescale))
    const file = join(folder, 'captions.mov')
    const copied = ['-map', '0:v', '-map', '1', '-c', 'copy', file]
    await promisify(execFile)(media.ffmpeg, ['-v', 'error', '-i', clip, '-i', scenarist, ...copied])
    const planned = await makePlannedClip(media, file)
    const { texts } = await probeFile(media, planned.folder, planned.fileName)
    expect(texts.filter(isWrittenText)).toHaveLength(1)
    const cues = await extractText(media, planned, texts[0]!.stream)
    expect(cues.map(plainText)).toEqual(['HELLO WORLD', 'SECOND LINE'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
