import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { countCpuMs } from '@playhead/testing/cpu-time.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMp4 } from './read-mp4.ts'
import { readVideoTimeline } from '../video-timeline.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'read-mp4-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const clip =
  '-f lavfi -i testsrc2=size=160x90:rate=25:duration=4 -f lavfi -i sine=duration=4 -c:v libx264 -preset ultrafast -bf 2 -g 25 -pix_fmt yuv420p -c:a aac'

const given = async (name: string, bytes: Buffer) => {
  const file = path.join(folder, name)
  await writeFile(file, bytes)
  return file
}

test('a plain file and one of fragments say the same of their frames', async () => {
  const plainFile = await makeClip(clip)
  const plain = await readVideoTimeline(plainFile)
  const whole = await makeClip(`-i ${plainFile} -c copy -movflags frag_keyframe+empty_moov`)
  const fragmented = await readVideoTimeline(whole)
  expect(plain?.samples.count).toBe(100)
  expect(fragmented?.ticks).toEqual(plain?.ticks)
  expect(fragmented?.samples.sizes).toEqual(plain?.samples.sizes)
  expect(fragmented?.syncTicks).toEqual(plain?.syncTicks)
  expect([plain?.startTicks, plain?.endTicks]).toEqual([0, 360_000])
})

test('a file that does not begin like an mp4 is not read as one', async () => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('moov'),
    Buffer.from('#EXTM3U\nfile:///etc/passwd'),
  ])
    expect(await readMp4(await given('other', bytes))).toBeUndefined()
})

test('tables that claim more than there is are not believed', async () => {
  const bytes = await readFile(await makeClip(clip))
  const stsz = bytes.indexOf('stsz')
  const many = Buffer.from(bytes)
  // One size for four billion samples.
  many.writeUInt32BE(1, stsz + 8)
  many.writeUInt32BE(0xff_ff_ff_ff, stsz + 12)
  const tracks = (await readMp4(await given('many.mp4', many)))?.tracks
  expect(tracks?.[0]?.samples).toBeUndefined()
})

const rounds = howMany('seeds', { usual: 50, long: 100, release: 300 })

test('a damaged file is read or refused, at once, whatever is damaged', async () => {
  const plainFile = await makeClip(clip)
  const sources = [
    await readFile(plainFile),
    await readFile(await makeClip(`-i ${plainFile} -c copy -movflags frag_keyframe+empty_moov`)),
  ]
  for (let seed = 1; seed <= rounds; seed += 1) {
    let state = seed
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    const bytes = Buffer.from(sources[seed % 2] ?? Buffer.alloc(0))
    const moov = bytes.indexOf(seed % 2 === 0 ? 'moov' : 'moof')
    for (let change = 0; change < 1 + random(12); change += 1)
      bytes[moov + random(Math.min(4000, bytes.length - moov))] = random(256)
    const cut = random(3) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes
    const file = await given('damaged.mp4', cut)
    const cpuMs = await countCpuMs(() =>
      expect(
        readVideoTimeline(file).then(() => true),
        `seed ${seed}`,
      ).resolves.toBe(true),
    )
    expect(cpuMs, `seed ${seed}`).toBeLessThan(3000)
  }
})
