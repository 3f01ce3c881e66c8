import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import {
  deletePlannedClips,
  makePlannedClip,
  readInstalledMedia,
  readParts,
} from '@playhead/media/segments/testing-segments.ts'
import { encodeRung } from '@playhead/media/segments/whole-rungs.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertPlayableAsset } from '@playhead/testing/media/playable-asset.ts'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import { insertSourceAsset } from '@playhead/testing/media/source-asset.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { playbackServer } from '../index.ts'

const { app, api, database } = await startTestApp([playbackServer])
const { environment } = await aFactory(database).world()
const media = await readInstalledMedia()
const clip = await makeSampleClip({ seconds: 13, gopSeconds: 2 })
const folder = await mkdtemp(join(tmpdir(), 'keyframes-'))
afterAll(async () => {
  await deletePlannedClips()
  await rm(folder, { recursive: true })
})

const fetchBytes = async (path: string, range?: string) => {
  const answer = await api.request(path, range ? { headers: { range: `bytes=${range}` } } : {})
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const fetchText = async (path: string) => (await fetchBytes(path)).bytes.toString()

const run = promisify(execFile)

/** The first picture of these parts, of which the second may end behind it. */
const firstPicture = async (...parts: Buffer[]) => {
  const file = join(folder, 'joined.mp4')
  await writeFile(file, Buffer.concat(parts))
  const args = ['-v', 'quiet', '-i', file, '-frames:v', '1', '-f', 'rawvideo', 'pipe:1']
  return (await run(media.ffmpeg, args, { encoding: 'buffer', maxBuffer: 2 ** 26 })).stdout
}

const encodedAsset = async () => {
  const planned = await makePlannedClip(media, clip, { encode: true })
  const made = await encodeRung(media, { ...planned, rung: '270p' })
  return insertPlayableAsset(app, {
    environment,
    media: planned.map,
    stored: { '270p': await readParts(made) },
    keyframeBytes: { '270p': made.keyframeBytes ?? [] },
  })
}

test.each([
  ['copied', 'source', () => insertSourceAsset(app, { environment, file: clip })],
  ['encoded', '270p', encodedAsset],
])(
  'a player that seeks finds the keyframes of %s segments as parts of them',
  async (_, rung, insert) => {
    const { playbackId } = await insert()
    const multivariant = await fetchText(`/${playbackId}.m3u8`)
    const lines = multivariant
      .split('\n')
      .filter((line) => line.startsWith('#EXT-X-I-FRAME-STREAM-INF'))
    const line = lines.find((one) => one.includes(`URI="${playbackId}/${rung}-iframes.m3u8"`)) ?? ''
    expect(line).toMatch(/RESOLUTION=\d+x\d+,CODECS="avc1\.[0-9a-f]{6}"/)
    const whole = await fetchText(`/${playbackId}/${rung}.m3u8`)
    const keyframes = await fetchText(`/${playbackId}/${rung}-iframes.m3u8`)
    expect(keyframes).toContain('#EXT-X-I-FRAMES-ONLY\n')
    const durations = (text: string) =>
      [...text.matchAll(/#EXTINF:([\d.]+)/g)].map(([, time]) => time)
    expect(durations(keyframes)).toEqual(durations(whole))
    const init = await fetchBytes(`/${playbackId}/${rung}/init.mp4`)
    const parts = [...keyframes.matchAll(/BYTERANGE:(\d+)@0\n(\S+)/g)]
    expect(parts.length).toBeGreaterThan(2)
    let peak = 0
    for (const [place, [, length = '', address]] of parts.entries()) {
      const path = `/${playbackId}/${address}`
      const segment = await fetchBytes(path)
      const part = await fetchBytes(path, `0-${Number(length) - 1}`)
      expect([part.status, part.bytes.length]).toEqual([206, Number(length)])
      peak = Math.max(peak, (Number(length) * 8) / Number(durations(whole)[place]))
      const alone = await firstPicture(init.bytes, part.bytes)
      expect(alone.equals(await firstPicture(init.bytes, segment.bytes))).toBe(true)
      expect(alone.length).toBeGreaterThan(0)
      const half = part.bytes.subarray(0, Math.round(part.bytes.length / 2))
      const broken = await firstPicture(init.bytes, half).catch(() => Buffer.alloc(0))
      expect(broken.equals(alone)).toBe(false)
    }
    const [, stated] = /BANDWIDTH=(\d+)/.exec(line) ?? []
    expect(Math.abs(Number(stated) / peak - 1)).toBeLessThan(0.01)
  },
)

test('what is not stored, or has no picture, lists no keyframes', async () => {
  const { playbackId } = await insertPlayableAsset(app, { environment })
  expect(await fetchText(`/${playbackId}.m3u8`)).not.toContain('I-FRAME')
  for (const name of ['720p', 'audio-0', 'nothing'])
    expect((await fetchBytes(`/${playbackId}/${name}-iframes.m3u8`)).status).toBe(404)
})
