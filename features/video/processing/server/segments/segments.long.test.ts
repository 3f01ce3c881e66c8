import { availableParallelism } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import {
  countEncodedSeconds,
  deleteRendition,
  listRenditionNames,
  readPlayableLead,
} from '../testing-assets.sql.ts'
import { makeAssetsWorld } from '../testing-assets.ts'
import { readMediaMap } from '../media-map.sql.ts'
import { readDecodedVideo } from './testing-decode.ts'
import { encoderSlotsOf } from './encoder-slots.ts'
import {
  initSegment,
  NoSuchSegment,
  segment,
  segmentCacheOf,
  type SegmentAsset,
  type SegmentSource,
} from './segments.ts'

const world = await makeAssetsWorld()
const { app, database, environment, ingest, run, remove } = world

const seconds = 8
const frames = seconds * 25

const make = async (video_quality: string): Promise<SegmentAsset> => {
  const url = world.files.give(
    '/film.mp4',
    await makeSampleClip({ seconds, width: 640, height: 360 }),
  )
  const id = await world.create({ inputs: [{ url }], video_quality })
  await run(async () => (await world.retrieve(id)).status === 'ready')
  return { id, environmentId: environment.id, media: (await readMediaMap(environment, id))! }
}

const bytesOf = async (source: SegmentSource) => {
  if ('bytes' in source) return source.bytes
  return 'read' in source
    ? buffer(source.read({ start: 0, end: source.totalBytes - 1 }))
    : buffer((await app.storage.read(source.storageKey, source.range)).bytes)
}

const partsOf = async (asset: SegmentAsset, rendition: string) => {
  const count = (asset.media.video?.cuts.length ?? 1) - 1
  const parts = [await bytesOf(await initSegment(app, asset, rendition))]
  for (let index = 0; index < count; index += 1)
    parts.push(await bytesOf(await segment(app, asset, rendition, index)))
  return parts
}

const asset = await make('basic')

test('the source and a smaller quality are there segment by segment, each frame once', async () => {
  expect(asset.media.video?.rungs.map(({ name }) => name)).toEqual(['270p', 'source'])
  for (const [rendition, height] of [
    ['source', 360],
    ['270p', 270],
  ] as const)
    expect(await readDecodedVideo(Buffer.concat(await partsOf(asset, rendition)))).toEqual({
      frames,
      height,
      errors: '',
    })
})

test('many who watch a source as it is hold none of its segments in memory', async () => {
  const asked = await Promise.all(
    Array.from({ length: 20 }, () => segment(app, asset, 'source', 0)),
  )
  for (const source of asked) expect(source).not.toHaveProperty('bytes')
  const [whole, ...others] = await Promise.all(asked.map(bytesOf))
  for (const one of others) expect(one.equals(whole!)).toBe(true)
})

test('sound plays before it is stored, and stays the same afterwards', async () => {
  const other = await make('basic')
  expect(await readPlayableLead(database, other.id)).toBeGreaterThan(0)
  const stored = await Promise.all(
    [0, 1].map(async (index) => bytesOf(await segment(app, asset, 'audio-0', index))),
  )
  await deleteRendition(database, other.id, 'audio-0')
  for (const [index, bytes] of stored.entries()) {
    const given = await segment(app, other, 'audio-0', index)
    expect('bytes' in given && given.bytes.equals(bytes)).toBe(true)
  }
  await expect(segment(app, other, 'audio-0', 99)).rejects.toThrow(NoSuchSegment)
})

test('a segment is kept once it is made', async () => {
  const [, first] = await partsOf(asset, '270p')
  const again = await segment(app, asset, '270p', 0)
  expect('bytes' in again && again.bytes.equals(first!)).toBe(true)
  expect(await segmentCacheOf(app).has(`${asset.id}/270p/0.m4s`)).toBe(true)
})

test('ten viewers of one segment wait for one encoder', async () => {
  const other = await make('basic')
  const made = await Promise.all(Array.from({ length: 10 }, () => segment(app, other, '270p', 0)))
  const [first] = made
  for (const one of made)
    expect('bytes' in one && 'bytes' in first! && one.bytes === first.bytes).toBe(true)
  // The next segment is made ahead of its request.
  await expect.poll(() => segmentCacheOf(app).has(`${other.id}/270p/1.m4s`)).toBe(true)
})

test('a viewer who leaves takes the work along', async () => {
  const other = await make('basic')
  const leaving = new AbortController()
  const asked = segment(app, other, '270p', 0, { signal: leaving.signal })
  setTimeout(() => leaving.abort(new Error('gone')), 30)
  await expect(asked).rejects.toThrow('gone')
  expect(await segmentCacheOf(app).has(`${other.id}/270p/0.m4s`)).toBe(false)
  expect(await readDecodedVideo(Buffer.concat(await partsOf(other, '270p')))).toMatchObject({
    frames,
  })
})

test('there is nothing behind the end, before the beginning, or of another quality', async () => {
  const count = asset.media.video!.cuts.length - 1
  for (const [rendition, index] of [
    ['source', count],
    ['270p', count],
    ['270p', -1],
    ['270p', 0.5],
    ['1080p', 0],
    ['audio-7', 0],
    ['audio-0', 99],
  ] as const)
    await expect((async () => segment(app, asset, rendition, index))()).rejects.toThrow(
      NoSuchSegment,
    )
})

test('the qualities of a better asset are stored in the background and fit what was made before', async () => {
  const better = await make('plus')
  const before = await partsOf(better, '270p')
  await run()
  expect(await listRenditionNames(database, better.id)).toEqual(['audio-0', '270p'])
  expect(await countEncodedSeconds(database, better.id)).toBe(2 * seconds)
  // Another process, or this one a little later, sees the stored rendition.
  await expect.poll(async () => 'storageKey' in (await segment(app, better, '270p', 0))).toBe(true)
  const after = await partsOf(better, '270p')
  expect(after[0]!.equals(before[0]!)).toBe(true)
  const mixed = after.map((part, index) => (index % 2 === 0 ? part : before[index]!))
  expect(await readDecodedVideo(Buffer.concat(mixed))).toEqual({ frames, height: 270, errors: '' })
})

test('segments of a deleted asset are cleared from the cache', async () => {
  const other = await make('basic')
  await segment(app, other, '270p', 0)
  const [schedule] = world.processing.schedules.filter(({ name }) => name.includes('cache'))
  await schedule!.run(app)
  expect(await segmentCacheOf(app).has(`${other.id}/270p/0.m4s`)).toBe(true)
  await remove(other.id)
  await schedule!.run(app)
  expect(await segmentCacheOf(app).has(`${other.id}/270p/0.m4s`)).toBe(false)
})

test('a best quality that is missing waits for no idle work on others', async () => {
  await make('plus')
  let leave = () => {}
  const watching = new Promise<void>((resolve) => (leave = resolve))
  const { signal } = new AbortController()
  const viewers = Array.from({ length: availableParallelism() }, () =>
    encoderSlotsOf(app).run({ isWaitedFor: true, path: [] }, signal, () => watching),
  )
  const url = world.files.give('/film.mkv', await makeSampleClip({ seconds: 4, container: 'mkv' }))
  const id = await world.create({ inputs: [{ url }], video_quality: 'basic' })
  const isCopied = async () => (await listRenditionNames(database, id)).includes('source')
  await run(isCopied)
  expect(await isCopied()).toBe(true)
  leave()
  await Promise.all(viewers)
})

test('a source that cannot be cut in place is copied as a whole in the background', async () => {
  const found = await ingest(
    await makeSampleClip({ seconds: 8, container: 'mkv', width: 640, height: 360 }),
    { video_quality: 'basic' },
  )
  expect(await listRenditionNames(database, found.id)).toEqual(['audio-0', 'source'])
  const media = (await readMediaMap(environment, found.id))!
  const parts = await partsOf({ id: found.id, environmentId: environment.id, media }, 'source')
  expect(await readDecodedVideo(Buffer.concat(parts))).toEqual({
    frames: 200,
    height: 360,
    errors: '',
  })
})
