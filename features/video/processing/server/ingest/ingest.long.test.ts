import { once } from 'node:events'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findAsset, insertAsset } from '@playhead/features/video/assets/server'
import { makeNoisy } from '@playhead/media/testing-corpus/damage.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import { makeAssetsWorld } from '../testing-assets.ts'
import { countEncodedSeconds, listEventTypes } from '../testing-assets.sql.ts'
import { readMediaMap } from '../media-map.sql.ts'
import { finishAsset } from './finish-asset.ts'

const world = await makeAssetsWorld()
const {
  app,
  call,
  create,
  database,
  dataFolder,
  environment,
  files,
  ingest,
  retrieve,
  run,
  token,
} = world

const basic = { video_quality: 'basic' }
const workFolders = () => readdir(join(dataFolder, 'work')).catch(() => [])

test('a worker that lost its job to a faster one makes nothing ready a second time', async () => {
  const { id } = await ingest(await makeSampleClip({ seconds: 2 }), basic)
  const row = (await findAsset(environment, id))!
  const before = {
    seconds: await countEncodedSeconds(database, id),
    events: await listEventTypes(database, id),
    tracks: (await retrieve(id)).tracks,
  }
  const map = (await readMediaMap(environment, id))!
  await finishAsset({ app, environment, asset: { ...row, status: 'preparing' } }, map, false)
  expect({
    seconds: await countEncodedSeconds(database, id),
    events: await listEventTypes(database, id),
    tracks: (await retrieve(id)).tracks,
  }).toEqual(before)
})

test('a file at an address becomes an asset that says what it is', async () => {
  const asset = await ingest(await makeSampleClip({ seconds: 9 }), {
    ...basic,
    playback_policies: ['public'],
  })
  expect(asset).toMatchObject({
    status: 'ready',
    duration: 9,
    aspect_ratio: '16:9',
    resolution_tier: '720p',
    max_stored_frame_rate: 25,
    progress: { state: 'completed', progress: 100 },
    tracks: [
      { type: 'video', status: 'ready', max_width: 320, max_height: 180, max_frame_rate: 25 },
      { type: 'audio', status: 'ready', primary: true, max_channels: 1, name: 'Default' },
    ],
  })
  expect(asset.non_standard_input_reasons).toBeUndefined()
  const info = await call(`/video/v1/assets/${asset.id}/input-info`, { token })
  expect(info.body.data[0].file).toMatchObject({
    container_format: 'mp4',
    tracks: [
      { type: 'video', encoding: 'h264', width: 320 },
      { type: 'audio', encoding: 'aac' },
    ],
  })
  expect(await listEventTypes(database, asset.id)).toEqual([
    'video.asset.created',
    'video.asset.track.ready',
    'video.asset.track.ready',
    'video.asset.ready',
  ])
  expect(await countEncodedSeconds(database, asset.id)).toBe(9)
  expect(await workFolders()).toEqual([])
})

test('a file that must be encoded again says why', async () => {
  const asset = await ingest(
    await makeSampleClip({ video: 'libvpx-vp9', audio: false, container: 'webm', seconds: 2 }),
    basic,
  )
  expect(asset).toMatchObject({
    status: 'ready',
    non_standard_input_reasons: { video_codec: 'vp9' },
    tracks: [{ type: 'video' }],
  })
  expect(await listEventTypes(database, asset.id)).toContain(
    'video.asset.non_standard_input_detected',
  )
})

test('ASST-010 sound alone is a separate kind of asset', async () => {
  const asset = await ingest(
    await makeSampleClip({ video: false, audio: 'libmp3lame', container: 'mp3', seconds: 3 }),
    basic,
  )
  expect(asset).toMatchObject({
    status: 'ready',
    resolution_tier: 'audio-only',
    tracks: [{ type: 'audio', primary: true }],
  })
  expect(asset.aspect_ratio).toBeUndefined()
})

test('the finished file of an upload is taken over', async () => {
  const uploadId = randomUUID()
  await mkdir(join(dataFolder, 'uploads'), { recursive: true })
  const uploaded = join(dataFolder, 'uploads', uploadId)
  await copyFile(await makeSampleClip(), uploaded)
  const {
    asset: { id },
  } = await database.transaction((postgres) =>
    insertAsset(
      app,
      { ...environment, postgres },
      { options: basic as never, source: { kind: 'upload', uploadId } },
    ),
  )
  await run()
  expect(await retrieve(id)).toMatchObject({
    status: 'ready',
    upload_id: uploadId,
    ingest_type: 'on_demand_direct_upload',
  })
  expect(await readdir(join(dataFolder, 'uploads'))).toEqual([])
})

test('a clip of an asset, and a clip of that clip, are cut where they say', async () => {
  const source = await ingest(await makeSampleClip({ seconds: 9 }), basic)
  const clip = async (of: string, start: number, end: number) => {
    const url = `mux://assets/${of}`
    const id = await create({ inputs: [{ url, start_time: start, end_time: end }], ...basic })
    await run()
    return retrieve(id)
  }
  const first = await clip(source.id, 2, 8)
  expect(first).toMatchObject({ status: 'ready', duration: 6, source_asset_id: source.id })
  expect(await clip(first.id, 1, 60)).toMatchObject({ status: 'ready', duration: 5 })
  expect(await clip(first.id, 7, 8)).toMatchObject({
    status: 'errored',
    errors: {
      type: 'invalid_input',
      messages: ['The clip begins at 7 seconds, but the asset has only 6.'],
    },
  })
})

test('a test asset keeps ten seconds, for a day', async () => {
  const asset = await ingest(await makeSampleClip({ seconds: 12 }), { ...basic, test: true })
  expect(asset).toMatchObject({ status: 'ready', duration: 10, test: true })
  const other = await ingest(await makeSampleClip(), basic)
  const [schedule] = world.processing.schedules.filter(({ name }) => name.includes('test assets'))
  await schedule?.run(app)
  expect(await retrieve(asset.id)).toBeDefined()
  world.clock.advance(25 * 3600)
  await schedule?.run(app)
  await run()
  expect(await retrieve(asset.id)).toBeUndefined()
  expect(await retrieve(other.id)).toBeDefined()
  expect((await world.storedKeys()).filter((key) => key.includes(asset.id))).toEqual([])
  expect(await listEventTypes(database, asset.id)).toContain('video.asset.deleted')
})

test('the sound is brought to one loudness when that was asked for', async () => {
  const asset = await ingest(await makeSampleClip(), { ...basic, normalize_audio: true })
  expect(asset).toMatchObject({ status: 'ready', normalize_audio: true })
})

test('images are laid over the picture', async () => {
  const image = await makeClip('-f lavfi -i color=red:size=40x40 -frames:v 1', 'png')
  files.give('/logo.png', image)
  const asset = await ingest(await makeSampleClip({ seconds: 3 }), {
    ...basic,
    inputs: [
      { url: files.give('/plain.mp4', await makeSampleClip({ seconds: 3 })) },
      {
        url: files.url('/logo.png'),
        overlay_settings: { width: '50%', horizontal_align: 'right' },
      },
    ],
  })
  expect(asset).toMatchObject({ status: 'ready', duration: 3 })
  const keys = (await world.storedKeys()).filter((key) => key.includes(asset.id))
  expect(keys.map((key) => key.split('/').at(-1)).toSorted()).toEqual([
    'audio-0.mp4',
    'original',
    'source',
  ])
  const [red = 0, green = 0, blue = 0] = await world.colourAt(asset.id, { x: 300, y: 80 })
  expect(red).toBeGreaterThan(200)
  expect(Math.max(green, blue)).toBeLessThan(60)
})

const errored = async (url: string) => {
  const id = await create({
    inputs: [{ url }],
    ...basic,
    static_renditions: [{ resolution: 'highest' }],
  })
  await run()
  const asset = await retrieve(id)
  expect(asset.status).toBe('errored')
  expect(asset.progress.state).toBe('errored')
  expect(asset.static_renditions.files[0].status).toBe('errored')
  expect((await listEventTypes(database, id)).at(-1)).toBe('video.asset.errored')
  expect((await world.storedKeys()).filter((key) => key.includes(id))).toEqual([])
  return asset.errors.messages[0]
}

test('ASST-009 files that nothing can be made of end in errored, with the reason in plain words', async () => {
  const give = async (name: string, content: Buffer) => {
    const file = join(dataFolder, name)
    await writeFile(file, content)
    return files.give(`/${name}`, file)
  }
  expect(await errored(await give('empty.mp4', Buffer.alloc(0)))).toBe('The file is empty.')
  expect(await errored(await give('noise.mp4', Buffer.alloc(5000, 'noise')))).toMatch(
    /not a video or audio file/,
  )
  const whole = await readFile(await makeSampleClip({ seconds: 9 }))
  expect(await errored(await give('cut.mp4', whole.subarray(0, whole.length / 2)))).toMatch(
    /ends too early/,
  )
  expect(await errored(files.url('/nowhere.mp4'))).toBe('The address answered 404.')
  expect(await workFolders()).toEqual([])
})

test('an address that fails for a moment is asked again, and given up after three times', async () => {
  let answers = 0
  const clip = await makeSampleClip()
  const url = files.give('/moody.mp4', (_, response) => {
    answers += 1
    files.give('/moody.mp4', clip)
    response.writeHead(503).end()
  })
  const id = await create({ inputs: [{ url }], ...basic })
  await run()
  expect(await retrieve(id)).toMatchObject({ status: 'preparing' })
  world.clock.advance(20)
  await run()
  expect(await retrieve(id)).toMatchObject({ status: 'ready' })
  expect(answers).toBe(1)

  const never = await create({
    inputs: [{ url: files.give('/down.mp4', (_, response) => void response.writeHead(503).end()) }],
    ...basic,
  })
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await run()
    world.clock.advance(60)
  }
  expect(await retrieve(never)).toMatchObject({
    status: 'errored',
    errors: { type: 'invalid_input', messages: ['The address answered 503.'] },
  })
})

test('a damaged file says which seconds are damaged', async () => {
  const clip = await makeClip(
    '-f lavfi -i testsrc2=s=640x360:r=25:d=20 -f lavfi -i sine=d=20 -pix_fmt yuv420p -g 50 -bf 2 -b:v 800k -c:a aac',
  )
  const noisy = join(dataFolder, 'noisy.mp4')
  await writeFile(noisy, makeNoisy(20_000)(await readFile(clip)))
  const asset = await ingest(noisy, basic)
  expect(asset).toMatchObject({ status: 'ready', duration: 20 })
  expect(Object.keys(asset.non_standard_input_reasons)).toContain('damaged_video')
  const { damaged_video: stretches } = asset.non_standard_input_reasons
  expect(stretches).toMatch(/^\d+\.\d-\d+\.\d s(, \d+\.\d-\d+\.\d s)*$/)
  const times = [...stretches.matchAll(/\d+\.\d/g)].map(Number)
  expect(Math.min(...times)).toBeGreaterThan(9)
  expect(Math.max(...times)).toBeLessThan(11)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})

test('ASST-009 an address that refuses the connection says so once its retries are used up', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  await once(closed, 'close')
  const id = await create({ inputs: [{ url: `http://127.0.0.1:${port}/film.mp4` }], ...basic })
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await run()
    world.clock.advance(60)
  }
  expect(await retrieve(id)).toMatchObject({
    status: 'errored',
    errors: {
      type: 'invalid_input',
      messages: ['The address could not be reached: it refused the connection.'],
    },
  })
})
