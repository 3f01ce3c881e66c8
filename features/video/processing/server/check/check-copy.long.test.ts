import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { makeNoisyFrame } from '@playhead/media/testing-corpus/damage.ts'
import { countRows } from '@playhead/testing/rows/rows.ts'
import { afterAll, expect, test } from 'vitest'
import { readMediaMap } from '../media-map.sql.ts'
import { encoderSlotsOf } from '../segments/encoder-slots.ts'
import { initSegment, segment, type SegmentSource } from '../segments/segments.ts'
import { makeAssetsWorld } from '../testing-assets.ts'
import { listEventTypes } from '../testing-assets.sql.ts'

const world = await makeAssetsWorld()
const { app, create, database, environment, files, retrieve, run } = world
const folder = await mkdtemp(path.join(tmpdir(), 'check-copy-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const clip = await makeClip(
  '-f lavfi -i testsrc2=s=640x360:r=25:d=20 -f lavfi -i sine=d=20 -pix_fmt yuv420p -g 50 -bf 2 -b:v 800k -c:a aac',
)

const add = async (file: string, quality: 'basic' | 'plus' = 'basic') => {
  const url = files.give(`/${path.basename(file)}`, file)
  const id = await create({ inputs: [{ url }], video_quality: quality })
  await run(async () => (await retrieve(id)).status === 'ready')
  return id
}
const jobsOf = (id: string, status: string) =>
  countRows(database, 'jobs', { kind: 'asset.check', unique_key: id, status })
const lengthOf = (source: SegmentSource) =>
  'bytes' in source
    ? source.bytes.length
    : 'totalBytes' in source
      ? source.totalBytes
      : source.range.end + 1 - source.range.start

test('a copied file that is damaged inside of a frame is encoded once that is found', async () => {
  const noisy = path.join(folder, 'noisy.mp4')
  await writeFile(noisy, await makeNoisyFrame(clip, 10))
  const id = await add(noisy)
  const before = (await readMediaMap(environment, id))!
  expect(before.video).toMatchObject({ canCopy: true })
  expect((await retrieve(id)).non_standard_input_reasons).toBeUndefined()

  await run()
  const map = (await readMediaMap(environment, id))!
  expect(map.video).toMatchObject({ canCopy: false, cuts: before.video!.cuts })
  expect(map.audio).toEqual(before.audio)
  expect(map.video!.rungs.map(({ name }) => name)).toEqual(['270p', '480p'])
  expect((await retrieve(id)).non_standard_input_reasons).toEqual({ damaged_video: '10.0-10.1 s' })
  expect(await listEventTypes(database, id)).toContain('video.asset.non_standard_input_detected')
  const asset = { id, environmentId: environment.id, media: map }
  const index = map.video!.cuts.findLastIndex((cut) => cut <= 10 * 90_000)
  expect(lengthOf(await segment(app, asset, '480p', index))).toBeGreaterThan(1000)
  // Players that began with the copy go on with it.
  expect(lengthOf(await initSegment(app, asset, 'source'))).toBeGreaterThan(100)
  expect(lengthOf(await segment(app, asset, 'source', index))).toBeGreaterThan(1000)
})

test('a sound file stays a copy, and is checked once, when no viewer waits', async () => {
  const id = await add(await makeClip(`-i ${clip} -c copy`, 'mkv'))
  const slots = encoderSlotsOf(app)
  let free = () => {}
  const viewing = slots.run(
    { isWaitedFor: true, path: ['environment', 'network', 'asset'] },
    new AbortController().signal,
    () => new Promise<void>((resolve) => (free = resolve)),
  )
  let next: string | undefined
  await run(async () => {
    if ((await jobsOf(id, 'running')) === 1)
      next ??= await create({ inputs: [{ url: files.give('/next.mp4', clip) }] })
    return next !== undefined && (await retrieve(next)).status === 'ready'
  })
  expect(await jobsOf(id, 'done')).toBe(0)
  free()
  await viewing
  await run()
  expect(await jobsOf(id, 'done')).toBe(1)
  expect((await readMediaMap(environment, id))!.video).toMatchObject({ canCopy: true })
  expect((await retrieve(id)).non_standard_input_reasons).toBeUndefined()
})

test('what encodes renditions decodes the picture, so only a damaged one is decoded again', async () => {
  const noisy = path.join(folder, 'noisy-plus.mp4')
  await writeFile(noisy, await makeNoisyFrame(clip, 10))
  const damaged = await add(noisy, 'plus')
  const sound = await add(await makeClip(`-i ${clip} -c copy`, 'mov'), 'plus')
  expect(await jobsOf(damaged, 'queued')).toBe(0)
  await run()
  expect(await jobsOf(sound, 'done')).toBe(0)
  expect((await readMediaMap(environment, sound))!.video).toMatchObject({ canCopy: true })
  expect(await jobsOf(damaged, 'done')).toBe(1)
  expect((await readMediaMap(environment, damaged))!.video).toMatchObject({ canCopy: false })
  expect((await retrieve(damaged)).non_standard_input_reasons).toEqual({
    damaged_video: '10.0-10.1 s',
  })
})
