import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startObjectStorage } from '@playhead/testing/media/object-storage.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import { readMediaMap } from './media-map.sql.ts'
import { readDecodedSound, readDecodedVideo } from './segments/testing-decode.ts'
import { initSegment, segment, type SegmentSource } from './segments/segments.ts'
import { listRenditionNames } from './testing-assets.sql.ts'
import { makeAssetsWorld } from './testing-assets.ts'

const bucket = await startObjectStorage()
const world = await makeAssetsWorld({
  S3_ENDPOINT: bucket.endpoint,
  S3_REGION: bucket.region,
  S3_BUCKET: bucket.bucket,
  S3_ACCESS_KEY_ID: bucket.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
})
const { app, create, database, environment, files, ingest, remove, retrieve, run, storedKeys } =
  world

const bytesOf = async (source: SegmentSource) => {
  if ('bytes' in source) return source.bytes
  return 'read' in source
    ? buffer(source.read({ start: 0, end: source.totalBytes - 1 }))
    : buffer((await app.storage.read(source.storageKey, source.range)).bytes)
}

test('an asset whose files are in a bucket plays by ranges of what is stored there, and goes from it', async () => {
  const asset = await ingest(await makeSampleClip({ seconds: 8, width: 640, height: 360 }), {
    video_quality: 'basic',
  })
  expect(asset).toMatchObject({ status: 'ready', duration: 8 })
  expect(await listRenditionNames(database, asset.id)).toEqual(['audio-0', 'source'])
  const media = (await readMediaMap(environment, asset.id))!
  const known = { id: asset.id, environmentId: environment.id, media }
  for (const [rendition, height, isStored] of [
    ['source', 360, true],
    ['270p', 270, false],
  ] as const) {
    const first = await segment(app, known, rendition, 0)
    expect('storageKey' in first).toBe(isStored)
    const parts = [await initSegment(app, known, rendition), first]
    parts.push(await segment(app, known, rendition, 1))
    const joined = Buffer.concat(await Promise.all(parts.map(bytesOf)))
    expect(await readDecodedVideo(joined)).toEqual({ frames: 200, height, errors: '' })
  }
  await remove(asset.id)
  await run()
  expect(await storedKeys()).toEqual([])
})

test('sound that must be encoded plays in pieces, then from the bucket', async () => {
  const clip = await makeClip(
    '-f lavfi -i sine=sample_rate=48000:duration=40 -c:a libmp3lame',
    'mp3',
  )
  const id = await create({ inputs: [{ url: files.give('/sound.mp3', clip) }] })
  await run(async () => (await retrieve(id)).status === 'ready')
  const media = (await readMediaMap(environment, id))!
  const known = { id, environmentId: environment.id, media }
  const joined = async () => {
    const parts = [await initSegment(app, known, 'audio-0')]
    for (let index = 0; index + 1 < media.audio[0]!.cuts.length; index += 1)
      parts.push(await segment(app, known, 'audio-0', index))
    const { samples, errors } = await readDecodedSound(
      Buffer.concat(await Promise.all(parts.map(bytesOf))),
    )
    expect(errors).toBe('')
    return { count: samples.length, isStored: 'storageKey' in parts[0]! }
  }
  const count = media.audio[0]!.pieces!.packets * 1024
  expect(await joined()).toEqual({ count, isStored: false })
  await run()
  await expect.poll(joined).toEqual({ count, isStored: true })
})
