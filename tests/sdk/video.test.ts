import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import Mux, {
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  PermissionDeniedError,
} from '@mux/mux-node'
import { afterAll, describe, expect, test } from 'vitest'
import { countDelivery } from '@playhead/features/video/delivery-usage/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { startFileServer } from '@playhead/testing/media/file-server.ts'
import { makeReady } from '@playhead/testing/media/make-ready.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { features } from '../../apps/server/features.ts'
import { CheckedAnswers, methodsOf } from './checked-data.ts'

const { api, app, database } = await startTestApp(features, {
  settings: { PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1' },
})
const make = aFactory(database)

const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 })
await new Promise((resolve) => server.once('listening', resolve))
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.close()
  if ('closeAllConnections' in server) server.closeAllConnections()
})

const answers = new CheckedAnswers()
const videoOf = (token: { id: string; secret: string }) =>
  answers.watchVideo(
    new Mux({
      tokenId: token.id,
      tokenSecret: token.secret,
      baseURL: `http://127.0.0.1:${port}`,
      maxRetries: 0,
    }),
  )

const setUp = async () => {
  const { environment } = await make.world()
  return {
    environment,
    video: videoOf(await make.accessToken(environment, ['video:read', 'video:write'])),
  }
}

/** An invalid host, so that no test sends requests to third parties. */
const film = 'https://films.invalid/one.mp4'
const unknownId = '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f'

const all = async <Row>(pages: AsyncIterable<Row>) => {
  const rows: Row[] = []
  for await (const row of pages) rows.push(row)
  return rows
}

describe('assets', () => {
  test('create, retrieve, update and delete', async () => {
    const { video } = await setUp()
    const asset = await video.assets.create({
      inputs: [{ url: film }],
      playback_policies: ['public', 'signed'],
      video_quality: 'basic',
      meta: { title: 'One' },
      passthrough: 'mine',
    })
    expect(asset).toMatchObject({
      status: 'preparing',
      video_quality: 'basic',
      meta: { title: 'One' },
      playback_ids: [{ policy: 'public' }, { policy: 'signed' }],
    })
    expect(await video.assets.retrieve(asset.id)).toEqual(asset)
    const updated = await video.assets.update(asset.id, {
      meta: { creator_id: 'ann' },
      passthrough: '',
      thumbnail_time: 2,
    })
    expect(updated).toMatchObject({ meta: { title: 'One', creator_id: 'ann' }, thumbnail_time: 2 })
    expect(updated.passthrough).toBeUndefined()
    await video.assets.deleteThumbnailTime(asset.id)
    expect((await video.assets.retrieve(asset.id)).thumbnail_time).toBeUndefined()
    await video.assets.delete(asset.id)
    await expect(video.assets.retrieve(asset.id)).rejects.toBeInstanceOf(NotFoundError)
    await expect(video.assets.delete(asset.id)).rejects.toBeInstanceOf(NotFoundError)
  })

  test('a file becomes an asset that plays, and is gone when it is deleted', async () => {
    const { video, environment } = await setUp()
    const files = await startFileServer()
    const url = files.give('/one.mp4', await makeSampleClip())
    const { id } = await video.assets.create({
      inputs: [{ url }],
      playback_policies: ['public'],
      video_quality: 'basic',
    })
    const isDone = async () => (await video.assets.retrieve(id)).status !== 'preparing'
    await runJobs(app, features, { until: isDone })
    const asset = await video.assets.retrieve(id)
    expect(asset).toMatchObject({ status: 'ready', duration: 4, aspect_ratio: '16:9' })
    expect(asset.tracks?.map(({ type }) => type)).toEqual(['video', 'audio'])
    const [info] = await video.assets.retrieveInputInfo(id)
    expect(info).toMatchObject({ settings: { url }, file: { container_format: 'mp4' } })
    const playbackId = asset.playback_ids![0]!.id
    const manifest = await video.playback.hls(playbackId)
    expect(await manifest.text()).toContain('#EXT-X-STREAM-INF')
    await video.assets.delete(id)
    await expect(video.playback.hls(playbackId)).rejects.toBeInstanceOf(NotFoundError)
    await runJobs(app, features)
    await files.close()
    expect(await all(app.storage.list(`${environment.id}/${id}/`))).toEqual([])
  })

  test('list goes on by itself until the last page, through cursors and through pages', async () => {
    const { video } = await setUp()
    const made: string[] = []
    for (let at = 0; at < 5; at += 1)
      made.unshift((await video.assets.create({ inputs: [{ url: film }] })).id)
    const ids = async (query?: Mux.Video.AssetListParams) =>
      (await all(video.assets.list(query))).map(({ id }) => id)
    expect(await ids()).toEqual(made)
    expect(await ids({ limit: 2 })).toEqual(made)
    expect(await ids({ limit: 2, page: 2 })).toEqual(made.slice(2))
    expect(await ids({ upload_id: 'abcd1234' })).toEqual([])
    const first = await video.assets.list({ limit: 2 })
    expect((await first.getNextPage()).data.map(({ id }) => id)).toEqual(made.slice(2, 4))
  })

  test('the older forms of create', async () => {
    const { video } = await setUp()
    const older = {
      input: film,
      playback_policy: 'public',
      encoding_tier: 'baseline',
    } as unknown as Mux.Video.AssetCreateParams
    expect(await video.assets.create(older)).toMatchObject({
      video_quality: 'basic',
      playback_ids: [{ policy: 'public' }],
    })
    const lists = { input: [{ url: film }], playback_policy: ['signed'] }
    const asset = await video.assets.create(lists as unknown as Mux.Video.AssetCreateParams)
    expect(asset.playback_ids).toMatchObject([{ policy: 'signed' }])
    expect(await video.assets.retrieveInputInfo(asset.id)).toMatchObject([
      { settings: { url: film } },
    ])
  })

  test('playback ids', async () => {
    const { video } = await setUp()
    const { id } = await video.assets.create({ inputs: [{ url: film }] })
    const made = await video.assets.createPlaybackId(id, { policy: 'signed' })
    expect(await video.assets.retrievePlaybackId(id, made.id)).toEqual(made)
    expect(await video.playbackIds.retrieve(made.id)).toEqual({
      ...made,
      object: { id, type: 'asset' },
    })
    await video.assets.deletePlaybackId(id, made.id)
    await expect(video.playbackIds.retrieve(made.id)).rejects.toBeInstanceOf(NotFoundError)
  })

  test('tracks, and subtitles generated from speech', async () => {
    const { video } = await setUp()
    const { id } = await video.assets.create({ inputs: [{ url: film }] })
    const captions = {
      url: 'https://example.com/en.vtt',
      type: 'text',
      language_code: 'en',
    } as const
    await expect(video.assets.createTrack(id, captions)).rejects.toBeInstanceOf(BadRequestError)
    const { audioTrackId } = await makeReady(database, id)
    const track = await video.assets.createTrack(id, { ...captions, closed_captions: true })
    expect(track).toMatchObject({ status: 'preparing', type: 'text', text_source: 'uploaded' })
    const renamed = await video.assets.updateTrack(id, track.id!, { name: 'Captions' })
    expect(renamed).toMatchObject({ id: track.id, name: 'Captions' })
    const generated = await video.assets.generateSubtitles(id, audioTrackId, {
      generated_subtitles: [{ language_code: 'en', name: 'Heard' }],
    })
    expect(generated).toMatchObject([{ name: 'Heard', text_source: 'generated_vod' }])
    expect((await video.assets.retrieve(id)).tracks).toHaveLength(4)
    await video.assets.deleteTrack(id, track.id!)
    await expect(video.assets.deleteTrack(id, audioTrackId)).rejects.toBeInstanceOf(BadRequestError)
  })

  test('files for download, the older ones and the master', async () => {
    const { video } = await setUp()
    const { id } = await video.assets.create({ inputs: [{ url: film }] })
    await makeReady(database, id)
    const file = await video.assets.createStaticRendition(id, { resolution: 'highest' })
    expect(file).toMatchObject({ name: 'highest.mp4', ext: 'mp4', status: 'preparing' })
    expect((await video.assets.retrieve(id)).static_renditions?.files).toEqual([file])
    await video.assets.deleteStaticRendition(id, file.id!)
    const older = await video.assets.updateMP4Support(id, { mp4_support: 'capped-1080p' })
    expect(older.static_renditions?.files).toMatchObject([{ name: 'capped-1080p.mp4' }])
    const opened = await video.assets.updateMasterAccess(id, { master_access: 'temporary' })
    expect(opened).toMatchObject({ master_access: 'temporary', master: { status: 'preparing' } })
    const closed = await video.assets.updateMasterAccess(id, { master_access: 'none' })
    expect(closed.master).toBeUndefined()
  })

  test('shots', async () => {
    const { video } = await setUp()
    const { id } = await video.assets.create({ inputs: [{ url: film }] })
    await makeReady(database, id)
    expect(await video.assets.generateShots(id)).toEqual({ status: 'pending' })
    expect(await video.assets.retrieveShots(id)).toEqual({ status: 'pending' })
    await video.assets.deleteShots(id)
    expect(await video.assets.retrieveShots(id)).toEqual({ status: 'deleted' })
  })
})

test('uploads are made, listed and cancelled, once', async () => {
  const { video } = await setUp()
  const upload = await video.uploads.create({
    cors_origin: '*',
    new_asset_settings: { playback_policies: ['public'] },
  })
  expect(upload).toMatchObject({ status: 'waiting', timeout: 3600 })
  expect(upload.url).toMatch(/^https?:\/\/.+\/uploads\/.{32,}$/)
  expect(await video.uploads.retrieve(upload.id)).toMatchObject({ id: upload.id })
  expect((await all(video.uploads.list())).map(({ id }) => id)).toEqual([upload.id])
  expect((await video.uploads.cancel(upload.id)).status).toBe('cancelled')
  await expect(video.uploads.cancel(upload.id)).rejects.toBeInstanceOf(PermissionDeniedError)
})

test('playback restrictions', async () => {
  const { video } = await setUp()
  const { playbackRestrictions } = video
  const made = await playbackRestrictions.create({
    referrer: { allowed_domains: ['*.example.com'] },
    user_agent: { allow_no_user_agent: false },
  })
  expect(await playbackRestrictions.retrieve(made.id)).toEqual(made)
  expect(await all(playbackRestrictions.list())).toEqual([made])
  const referrer = { allowed_domains: ['example.org'], allow_no_referrer: true }
  expect(await playbackRestrictions.updateReferrer(made.id, referrer)).toMatchObject({ referrer })
  const rule = { allow_no_user_agent: true, allow_high_risk_user_agent: false }
  expect(await playbackRestrictions.updateUserAgent(made.id, rule)).toMatchObject({
    referrer,
    user_agent: rule,
  })
  await playbackRestrictions.delete(made.id)
  expect(await all(playbackRestrictions.list())).toEqual([])
})

test('transcription vocabularies', async () => {
  const { video } = await setUp()
  const { transcriptionVocabularies } = video
  const made = await transcriptionVocabularies.create({ phrases: ['Playhead'], name: 'Ours' })
  expect(await transcriptionVocabularies.retrieve(made.id)).toEqual(made)
  const changed = await transcriptionVocabularies.update(made.id, { phrases: ['scrubbing'] })
  expect(changed).toMatchObject({ name: 'Ours', phrases: ['scrubbing'] })
  expect(await all(transcriptionVocabularies.list())).toEqual([changed])
  await transcriptionVocabularies.delete(made.id)
  await expect(transcriptionVocabularies.retrieve(made.id)).rejects.toBeInstanceOf(NotFoundError)
})

test('DRM configurations: there are none', async () => {
  const { video } = await setUp()
  expect(await all(video.drmConfigurations.list())).toEqual([])
  await expect(video.drmConfigurations.retrieve('any')).rejects.toBeInstanceOf(NotFoundError)
})

test('delivery usage', async () => {
  const { video, environment } = await setUp()
  const delivered: string[] = []
  for (const seconds of [60, 30]) {
    const { id } = await video.assets.create({ inputs: [{ url: film }] })
    await makeReady(database, id)
    delivered.push(id)
    const bytes = seconds * 1000
    const tier = '1080p'
    countDelivery(app, { environmentId: environment.id, assetId: id, tier, seconds, bytes })
  }
  await app.afterResponse.settle(5)
  const reports = await all(video.deliveryUsage.list({ timeframe: ['24:hours'], limit: 1 }))
  expect(reports).toMatchObject([
    { asset_id: delivered[0], delivered_seconds: 60, asset_state: 'ready' },
    { asset_id: delivered[1], delivered_seconds: 30 },
  ])
  const both = { asset_id: delivered[0]!, live_stream_id: unknownId }
  await expect(all(video.deliveryUsage.list(both))).rejects.toBeInstanceOf(BadRequestError)
})

describe('a refusal is an error of the class the client has for it', () => {
  test('400, 401, 403 and 404, with words', async () => {
    const { video, environment } = await setUp()
    const reader = videoOf(await make.accessToken(environment, ['video:read']))
    const stranger = videoOf({ id: unknownId, secret: 'wrong' })
    await expect(video.assets.create({ inputs: [{}] })).rejects.toBeInstanceOf(BadRequestError)
    await expect(stranger.assets.list()).rejects.toBeInstanceOf(AuthenticationError)
    const refused = reader.assets.create({ inputs: [{ url: film }] })
    await expect(refused).rejects.toBeInstanceOf(PermissionDeniedError)
    const gone = await video.assets.retrieve(unknownId).catch((error: unknown) => error)
    expect(gone).toBeInstanceOf(NotFoundError)
    expect(gone).toMatchObject({
      status: 404,
      error: { error: { type: 'not_found', messages: ['There is no such asset.'] } },
    })
  })

  test('another environment has its own assets', async () => {
    const own = await setUp()
    const { id } = await own.video.assets.create({ inputs: [{ url: film }] })
    const { video } = await setUp()
    expect(await all(video.assets.list())).toEqual([])
    await expect(video.assets.retrieve(id)).rejects.toBeInstanceOf(NotFoundError)
    await expect(video.assets.delete(id)).rejects.toBeInstanceOf(NotFoundError)
  })
})

test('every method was asked, and every answer was as the client declares it', async () => {
  const { video } = await setUp()
  const driven = methodsOf(video).filter(
    // live-streams.test.ts drives live streams.
    ([resource]) => resource !== 'liveStreams' && resource !== 'playback',
  )
  expect([...answers.called].toSorted()).toEqual(driven.map((names) => names.join('.')).toSorted())
  expect(await answers.problems()).toEqual([])
})
