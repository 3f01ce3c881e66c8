import { buffer } from 'node:stream/consumers'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startWorker } from '@playhead/server-kit/jobs/worker.ts'
import { howMany, someOf } from '@playhead/testing/how-many.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { readJobs } from '@playhead/testing/rows/jobs.sql.ts'
import { readMediaMap } from '../media-map.sql.ts'
import { countEncodedSeconds, listEventTypes, listRenditionNames } from '../testing-assets.sql.ts'
import { makeAssetsWorld } from '../testing-assets.ts'
import { storeSound } from '../fill/store-sound.ts'
import { readDecodedSound } from './testing-decode.ts'
import {
  initSegment,
  NoSuchSegment,
  segment,
  segmentCacheOf,
  type SegmentAsset,
  type SegmentSource,
} from './segments.ts'

const world = await makeAssetsWorld()
const { app, create, database, dataFolder, environment, features, files, ingest, remove } = world
const { retrieve, run, storedKeys } = world

const seconds = 45
const tone = `-f lavfi -i aevalsrc=0.3*sin(2*PI*(100*t+4*t*t)):s=48000:d=${seconds}`
const film = `-f lavfi -i testsrc2=size=320x180:rate=25:duration=${seconds} ${tone} -c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p -c:a ac3`
const filmUrl = files.give('/film.mp4', await makeClip(film))
const soundUrl = files.give('/sound.mp3', await makeClip(`${tone} -c:a libmp3lame`, 'mp3'))

const isReady = (id: string) => async () => (await retrieve(id)).status === 'ready'

const make = async (url: string, options: Record<string, unknown> = {}) => {
  const id = await create({ inputs: [{ url }], video_quality: 'basic', ...options })
  await run(isReady(id))
  return id
}

const knownOf = async (id: string): Promise<SegmentAsset> => ({
  id,
  environmentId: environment.id,
  media: (await readMediaMap(environment, id))!,
})

const bytesOf = async (source: SegmentSource) => {
  if ('bytes' in source) return source.bytes
  return 'read' in source
    ? buffer(source.read({ start: 0, end: source.totalBytes - 1 }))
    : buffer((await app.storage.read(source.storageKey, source.range)).bytes)
}

const soundOf = async (asset: SegmentAsset, order?: readonly number[]) => {
  const count = asset.media.audio[0]!.cuts.length - 1
  const parts = [await bytesOf(await initSegment(app, asset, 'audio-0'))]
  for (const index of order ?? Array.from({ length: count }, (_, place) => place))
    parts[index + 1] = await bytesOf(await segment(app, asset, 'audio-0', index))
  return parts
}

const soundJobOf = async (id: string) =>
  (await readJobs(database, 'asset.sound')).find(({ payload }) => payload.assetId === id)

const work = () =>
  startWorker(
    app,
    features.flatMap(({ jobs }) => jobs),
    { tickMs: 200 },
  )
const workFolders = () => readdir(join(dataFolder, 'work')).catch(() => [])

const sounds = [
  ['beside a picture', filmUrl],
  ['alone', soundUrl],
] as const

test.each(someOf('sounds', sounds, 1))(
  'sound %s that must be encoded plays before it is stored, and joins what is stored',
  async (_, url) => {
    const id = await make(url, { playback_policies: ['public'] })
    expect(await listRenditionNames(database, id)).toEqual([])
    expect(await retrieve(id)).toMatchObject({
      status: 'ready',
      progress: { state: 'completed', progress: 100 },
    })
    const asset = await knownOf(id)
    const count = asset.media.audio[0]!.cuts.length - 1
    expect(await segment(app, asset, 'audio-0', 7)).toMatchObject({ isProvisional: true })
    const [odd, all] = [[9, 1, 5, 7, 3], Array.from({ length: count }, (__, place) => place)]
    const early = await soundOf(asset, odd)
    await expect(segment(app, asset, 'audio-0', count)).rejects.toThrow(NoSuchSegment)

    await run()
    expect(await listRenditionNames(database, id)).toContain('audio-0')
    await expect
      .poll(async () => 'storageKey' in (await segment(app, asset, 'audio-0', 0)))
      .toBe(true)
    const stored = await soundOf(asset, all)
    expect(early[0]!.equals(stored[0]!)).toBe(true)
    const whole = await readDecodedSound(Buffer.concat(stored))
    const mixed = await readDecodedSound(
      Buffer.concat(stored.map((part, place) => early[place] ?? part)),
    )
    expect([whole.errors, mixed.errors]).toEqual(['', ''])
    expect(mixed.samples).toHaveLength(asset.media.audio[0]!.pieces!.packets * 1024)
    expect(mixed.samples).toHaveLength(whole.samples.length)
    const end = (seconds - 0.2) * 48_000
    const differences = whole.samples.subarray(0, end).map((one, at) => one - mixed.samples[at]!)
    expect(differences.every((difference) => Math.abs(difference) < 0.01)).toBe(true)

    const events = await listEventTypes(database, id)
    expect(events.filter((type) => type === 'video.asset.ready')).toHaveLength(1)
    expect(events.at(-1)).toBe('video.asset.ready')
    expect(await countEncodedSeconds(database, id)).toBeCloseTo(asset.media.duration)
  },
)

test('the segments of a piece are kept, and the next ones are made ahead', async () => {
  const asset = await knownOf(await make(soundUrl))
  await segment(app, asset, 'audio-0', 2)
  const cache = segmentCacheOf(app)
  for (const index of [1, 2, 3])
    expect(await cache.has(`${asset.id}/audio-0/${index}.m4s`)).toBe(true)
  await expect.poll(() => cache.has(`${asset.id}/audio-0/4.m4s`)).toBe(true)
  expect(await cache.has(`${asset.id}/audio-0/10.m4s`)).toBe(false)
  const asked = await Promise.all(
    Array.from({ length: 20 }, () => segment(app, asset, 'audio-0', 10)),
  )
  const [first, ...others] = await Promise.all(asked.map(bytesOf))
  for (const other of others) expect(other).toBe(first)
})

test('callers that need the whole sound wait for it, and it is made once', async () => {
  const id = await make(filmUrl)
  const map = (await readMediaMap(environment, id))!
  const given = { environment, asset: { id }, map }
  const { signal } = new AbortController()
  const keys = await Promise.all(
    [1, 2, 3].map(() => storeSound(app, given, map.audio[0]!, { signal })),
  )
  expect(keys).toEqual(Array.from({ length: 3 }, () => `${environment.id}/${id}/audio-0.mp4`))
  expect(await listRenditionNames(database, id)).toEqual(['audio-0'])
  await run()
  expect(await soundJobOf(id)).toMatchObject({ status: 'done', attempts: 1 })
})

const deletions = howMany('deletions', { usual: 1, long: 6, release: 40 })

test('an asset that is deleted while its sound is made leaves nothing behind', async () => {
  const worker = await work()
  const ids: string[] = []
  const begin = async () => {
    const id = await create({ inputs: [{ url: soundUrl }], video_quality: 'basic' })
    ids.push(id)
    worker.wake()
    await expect.poll(isReady(id), { interval: 10 }).toBe(true)
    return id
  }
  try {
    const whole = await begin()
    const startedAt = performance.now()
    await expect.poll(async () => (await soundJobOf(whole))?.status, { interval: 5 }).toBe('done')
    const wholeMs = performance.now() - startedAt
    for (let at = 0; at < deletions; at += 1) {
      const id = await begin()
      // The moments lie in all parts of the work, on a slow machine too.
      await pause((wholeMs * at) / deletions)
      await remove(id)
    }
    await remove(whole)
  } finally {
    await worker.stop()
  }
  await run()
  for (const id of ids) expect((await storedKeys()).filter((key) => key.includes(id))).toEqual([])
  expect(await workFolders()).toEqual([])
})

test('sound whose storing was cut off is stored by the next start', async () => {
  const id = await make(soundUrl)
  const worker = await work()
  await expect.poll(async () => (await soundJobOf(id))?.status, { interval: 5 }).toBe('running')
  await worker.stop()
  expect(await listRenditionNames(database, id)).toEqual([])
  await run()
  expect(await listRenditionNames(database, id)).toEqual(['audio-0'])
  expect(await workFolders()).toEqual([])
})

test('sound of one loudness, and sound that is short, is stored before its asset is ready', async () => {
  const normal = await make(soundUrl, { normalize_audio: true })
  expect(await listRenditionNames(database, normal)).toEqual(['audio-0'])
  const short = await makeClip('-f lavfi -i sine=duration=8 -c:a libmp3lame', 'mp3')
  const { id } = await ingest(short, { video_quality: 'basic' })
  expect((await readMediaMap(environment, id))?.audio[0]).not.toHaveProperty('pieces')
  expect(await soundJobOf(id)).toBeUndefined()
})
