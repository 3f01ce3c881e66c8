import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMedia, hasMedia, type Media } from '../find-media.ts'
import { inputArgs } from '../input-args.ts'
import { linkIntoFolder } from '../job-folder.ts'
import { probeFile } from '../probe-file.ts'
import { runMedia } from '../run-media.ts'
import { makeCorpus } from '../testing-corpus/make-corpus.ts'
import { oddTimelines } from '../testing-corpus/odd-timelines.ts'
import { joinTimelines } from './join-timelines.ts'

let media: Media
let corpus = ''
let work = ''

beforeAll(async () => {
  const found = await findMedia({ ffmpegPath: process.env.FFMPEG_PATH })
  if (!hasMedia(found)) throw new Error(found.missing)
  media = found
  corpus = await makeCorpus(media, oddTimelines, 'timelines')
  work = await mkdtemp(join(tmpdir(), 'playhead-timelines-'))
})
afterAll(() => rm(work, { recursive: true, force: true }))

/** Times and checksums of the packets of a track, in the order of the file. */
const packets = async (folder: string, name: string, track: 'v' | 'a') => {
  const args = ['-select_streams', `${track}:0`, '-show_packets', '-show_data_hash', 'crc32']
  const entries = ['-show_entries', 'packet=pts_time,data_hash', '-of', 'csv=p=0']
  const { stdout } = await runMedia(media, 'ffprobe', [...args, ...entries, ...inputArgs(name)], {
    folder,
    timeoutSeconds: 60,
  })
  return stdout
    .toString()
    .trim()
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => {
      const [time = '', hash = ''] = line.split(',')
      return { time: Number(time), hash }
    })
}

const firstStretch = async () => {
  const [picture, sound] = [
    await packets(corpus, 'stretch.ts', 'v'),
    await packets(corpus, 'stretch.ts', 'a'),
  ]
  return { picture, sound, apart: sound[0]!.time - picture[0]!.time }
}

const oneSound = 0.022

test.for([
  ['jump-forward.ts', 2],
  ['jump-back.ts', 2],
  ['jump-a-little-back.ts', 3],
  ['wrap.ts', 1],
] as const)(
  '%s lasts as long as what is in it, and sound stays with its picture',
  async ([name, stretches]) => {
    const source = await linkIntoFolder(work, join(corpus, name), `joined-${name}`)
    const before = await readFile(join(corpus, name))
    expect(await joinTimelines(work, source)).toBe(true)
    // Others hold a link to the file: theirs is as it was.
    expect((await readFile(join(corpus, name))).equals(before)).toBe(true)

    const probe = await probeFile(media, work, source)
    expect(Math.abs(probe.duration - 10 * stretches)).toBeLessThan(0.1)
    const alone = await firstStretch()
    const [picture, sound] = [await packets(work, source, 'v'), await packets(work, source, 'a')]
    expect(picture).toHaveLength(alone.picture.length * stretches)
    expect(sound).toHaveLength(alone.sound.length * stretches)
    const shown = picture.map(({ time }) => time).toSorted((one, other) => one - other)
    const steps = shown.slice(1).map((time, place) => time - (shown[place] ?? 0))
    for (const step of steps) expect(step).toBeCloseTo(0.04, 3)
    for (let stretch = 0; stretch < stretches; stretch += 1) {
      const [firstPicture, firstSound] = [
        picture[stretch * alone.picture.length]!,
        sound[stretch * alone.sound.length]!,
      ]
      expect(firstPicture.hash).toBe(alone.picture[0]!.hash)
      expect(firstSound.hash).toBe(alone.sound[0]!.hash)
      expect(Math.abs(firstSound.time - firstPicture.time - alone.apart)).toBeLessThan(oneSound)
    }
  },
)

test('a file with one running clock is not touched', async () => {
  for (const name of ['stretch.ts', 'stretch-much-later.ts']) {
    const source = await linkIntoFolder(work, join(corpus, name), `kept-${name}`)
    expect(await joinTimelines(work, source)).toBe(false)
  }
})
