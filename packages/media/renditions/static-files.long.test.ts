import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import type { Media } from '../find-media.ts'
import { makeAudioRendition } from '../segments/sound/audio-rendition.ts'
import {
  readInstalledMedia,
  makePlannedClip,
  type Planned,
  deletePlannedClips,
} from '../segments/testing-segments.ts'
import { makeMaster } from './make-master.ts'
import { makeStaticFile } from './make-static-file.ts'
import { planStaticFile } from './plan-static-file.ts'

const run = promisify(execFile)
let media: Media
beforeAll(async () => {
  media = await readInstalledMedia()
})
afterAll(deletePlannedClips)

const withSound = async (planned: Planned) => {
  const [audio] = planned.map.audio
  const made = audio && (await makeAudioRendition(media, { ...planned, audio }))
  return { ...planned, sound: made && basename(made.file) }
}

/** What a player sees of the file. */
const look = async (file: string) => {
  const { stdout } = await run(media.ffprobe, [
    '-v',
    'error',
    '-count_packets',
    '-show_entries',
    'stream=codec_name,width,height,nb_read_packets,start_time,duration:format=duration,format_name',
    '-of',
    'json',
    file,
  ])
  const { streams, format } = JSON.parse(stdout)
  const bytes = await readFile(file)
  return {
    streams,
    duration: Number(format.duration),
    isFast: bytes.indexOf('moov') < bytes.indexOf('mdat'),
  }
}

describe('a file for download', () => {
  test('of the highest quality has the original picture and the sound, and can start before it is complete', async () => {
    const work = await withSound(await makePlannedClip(media, await makeSampleClip({ seconds: 5 })))
    const plan = planStaticFile(work.map, 'highest')
    expect(plan).toMatchObject({ kind: 'picture', rung: { name: 'source' } })
    const made = await makeStaticFile(media, work, plan!)
    const { streams, duration, isFast } = await look(made.file)
    expect(isFast).toBe(true)
    expect(duration).toBeCloseTo(5, 1)
    expect(streams).toMatchObject([
      { codec_name: 'h264', width: 320, height: 180, nb_read_packets: '125' },
      { codec_name: 'aac' },
    ])
    for (const stream of streams) expect(Math.abs(Number(stream.start_time))).toBeLessThan(0.03)
    expect(made).toMatchObject({ width: 320, height: 180 })
    expect(made.bitRate).toBe(Math.round((made.bytes * 8) / 5))
  })

  test('of another size than the renditions has exactly that size', async () => {
    const clip = await makeSampleClip({ seconds: 2, width: 1280, height: 720 })
    const work = await withSound(await makePlannedClip(media, clip))
    const plan = planStaticFile(work.map, '360p')
    const made = await makeStaticFile(media, work, plan!)
    const { streams } = await look(made.file)
    expect(streams[0]).toMatchObject({ width: 640, height: 360, nb_read_packets: '50' })
    expect(made).toMatchObject({ width: 640, height: 360 })
  })

  test('of the sound alone has no picture', async () => {
    const work = await withSound(await makePlannedClip(media, await makeSampleClip({ seconds: 3 })))
    const made = await makeStaticFile(media, work, { kind: 'sound' })
    const { streams, isFast } = await look(made.file)
    expect(streams).toMatchObject([{ codec_name: 'aac' }])
    expect([isFast, made.width]).toEqual([true, undefined])
  })

  test('without sound is the picture alone, upright', async () => {
    const clip = await makeSampleClip({ seconds: 1, audio: false })
    const turned = await makeClip(`-i ${clip} -c copy -metadata:s:v rotate=270`)
    const work = await withSound(await makePlannedClip(media, turned))
    const made = await makeStaticFile(media, work, planStaticFile(work.map, 'highest')!)
    expect((await look(made.file)).streams).toMatchObject([{ width: 180, height: 320 }])
  })
})

test('sizes are planned by what the source has', async () => {
  const { map } = await makePlannedClip(
    media,
    await makeSampleClip({ seconds: 2, width: 1280, height: 720 }),
  )
  const planned = (resolution: string) => {
    const plan = planStaticFile(map, resolution)
    return plan?.kind === 'picture' ? Math.min(plan.rung.width, plan.rung.height) : plan?.kind
  }
  expect(
    Object.fromEntries(
      [
        'highest',
        '2160p',
        '1440p',
        '1080p',
        '720p',
        '540p',
        '480p',
        '360p',
        '270p',
        'audio-only',
        'low',
        'medium',
        'high',
        'capped-1080p',
      ].map((resolution) => [resolution, planned(resolution)]),
    ),
  ).toEqual({
    highest: 720,
    '2160p': undefined,
    '1440p': undefined,
    '1080p': undefined,
    '720p': 720,
    '540p': 540,
    '480p': 480,
    '360p': 360,
    '270p': 270,
    'audio-only': 'sound',
    low: 270,
    medium: 480,
    high: 720,
    'capped-1080p': 720,
  })
  const small = await makePlannedClip(media, await makeSampleClip({ seconds: 2 }))
  expect(planStaticFile(small.map, 'low')).toMatchObject({ rung: { height: 180 } })
  expect(planStaticFile(small.map, 'medium')).toBeUndefined()
  const sound = { ...small.map, video: undefined }
  expect(planStaticFile(sound, 'highest')).toBeUndefined()
  expect(planStaticFile({ ...small.map, audio: [] }, 'audio-only')).toBeUndefined()
})

describe('a master', () => {
  test('holds what came, whatever the container was', async () => {
    const clip = await makeSampleClip({ seconds: 2, container: 'mkv', audio: 'libopus' })
    const work = await withSound(await makePlannedClip(media, clip))
    const { streams } = await look(await makeMaster(media, work))
    expect(streams).toMatchObject([
      { codec_name: 'h264', nb_read_packets: '50' },
      { codec_name: 'opus' },
    ])
  })

  test('holds nothing twice for a sound that was added from another file', async () => {
    const work = await withSound(await makePlannedClip(media, await makeSampleClip({ seconds: 2 })))
    const [sound] = work.map.audio
    const added = { ...sound!, name: 'audio-0b2a6c1e-8a54-4a3f-9d0e-5f1c2b3a4d5e', stream: 0 }
    const map = { ...work.map, audio: [sound!, added] }
    const { streams } = await look(await makeMaster(media, { ...work, map }))
    expect(streams.map(({ codec_name: codec }: { codec_name: string }) => codec)).toEqual([
      'h264',
      'aac',
    ])
  })

  test('is made again where an mp4 cannot hold what came, or a part was cut out', async () => {
    const theora = await makeClip(
      '-f lavfi -i testsrc2=size=160x90:rate=25:duration=1 -f lavfi -i sine=duration=1 -c:v libtheora -c:a libvorbis',
      'ogv',
    )
    const other = await withSound(await makePlannedClip(media, theora))
    expect((await look(await makeMaster(media, other))).streams).toMatchObject([
      { codec_name: 'h264' },
      { codec_name: 'aac' },
    ])
    const cut = await makePlannedClip(media, await makeSampleClip({ seconds: 5 }), {
      clip: { start: 1, end: 3 },
    })
    const { duration } = await look(await makeMaster(media, await withSound(cut)))
    expect(duration).toBeCloseTo(2, 1)
  })
})
