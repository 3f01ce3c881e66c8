import { describe, expect, test } from 'vitest'
import { assetsServer } from '@playhead/features/video/assets/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { makeReady } from '@playhead/testing/media/make-ready.ts'
import { insertPlayableAsset, plainMediaMap } from '@playhead/testing/media/playable-asset.ts'
import { readEvents, readJobs, readRows, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { tracksServer } from './index.ts'

const { app, call, database } = await startTestApp([assetsServer, tracksServer])
const make = aFactory(database)

const setUp = async () => {
  const { environment } = await make.world()
  const caller = { token: await make.accessToken(environment, ['video:read', 'video:write']) }
  const body = { input: 'https://example.com/one.mp4' }
  const { id } = (await call('/video/v1/assets', { ...caller, body })).body.data as { id: string }
  const address = `/video/v1/assets/${id}/tracks`
  const add = (given: Record<string, unknown> = {}) =>
    call(address, { ...caller, body: { ...captions, ...given } })
  const jobs = async () =>
    (await readJobs(database, { environment_id: environment.id }))
      .filter(({ kind }) => kind !== 'asset.ingest')
      .map(({ kind, status, payload }) => ({ kind, status, payload }))
  const events = async () =>
    (await readEvents(database, { object_id: id })).filter(({ type }) =>
      String(type).startsWith('video.asset.track.'),
    )
  const tracks = async () => (await call(`/video/v1/assets/${id}`, caller)).body.data.tracks
  return { environment, caller, id, address, add, jobs, events, tracks }
}

const captions = { url: 'https://example.com/en.vtt', type: 'text', language_code: 'en' }

const ready = async () => {
  const world = await setUp()
  return { ...world, ...(await makeReady(database, world.id)) }
}

describe('create', () => {
  test('a text track is preparing, called by its language, with its event and its job', async () => {
    const { add, jobs, events, id } = await ready()
    const answer = await add({ closed_captions: true, passthrough: 'mine' })
    expect(answer).toMatchObject({ status: 201 })
    const track = answer.body.data
    expect(track).toEqual({
      id: expect.any(String),
      type: 'text',
      status: 'preparing',
      name: 'English',
      language_code: 'en',
      closed_captions: true,
      text_type: 'subtitles',
      text_source: 'uploaded',
      passthrough: 'mine',
    })
    expect(await jobs()).toEqual([
      { kind: 'track.make', status: 'queued', payload: { trackId: track.id } },
    ])
    expect(await events()).toMatchObject([
      { type: 'video.asset.track.created', data: { ...track, asset_id: id } },
    ])
  })

  test('an audio track', async () => {
    const { add } = await ready()
    const answer = await add({ type: 'audio', language_code: 'fr', name: 'Version française' })
    expect(answer.body.data).toEqual({
      id: expect.any(String),
      type: 'audio',
      status: 'preparing',
      name: 'Version française',
      language_code: 'fr',
    })
  })

  test('400 before the asset is ready, and for a name that a track of that type has', async () => {
    const { add, id } = await setUp()
    expect((await add()).body.error.messages).toEqual([
      'Tracks can be added once the asset is ready.',
    ])
    await makeReady(database, id)
    expect((await add()).status).toBe(201)
    expect((await add()).body.error.fields).toHaveProperty('name')
    expect((await add({ type: 'audio' })).status).toBe(201)
  })

  test.each([
    ['no address', { url: undefined }, 'url'],
    ['an address of files', { url: 'file:///etc/passwd' }, 'url'],
    ['no language', { language_code: '' }, 'language_code'],
    ['a picture', { type: 'video' }, 'type'],
    ['a passthrough of 256 characters', { passthrough: 'p'.repeat(256) }, 'passthrough'],
  ])('400 for %s', async (_, given, field) => {
    const { add } = await ready()
    const answer = await add(given)
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toHaveProperty(field)
  })
})

describe('update', () => {
  test('changes what it names and leaves the rest', async () => {
    const { add, address, caller } = await ready()
    const { id } = (await add({ passthrough: 'mine' })).body.data
    const other = (await add({ name: 'Deutsch', language_code: 'de' })).body.data
    const change = (body: Record<string, unknown>) =>
      call(`${address}/${id}`, { ...caller, method: 'PATCH', body })
    expect((await change({ name: 'British', language_code: 'en-GB' })).body.data).toMatchObject({
      name: 'British',
      language_code: 'en-GB',
      passthrough: 'mine',
    })
    expect((await change({ passthrough: '' })).body.data).not.toHaveProperty('passthrough')
    expect((await change({ name: other.name })).status).toBe(400)
    expect((await change({ name: 'British' })).status).toBe(200)
  })
})

describe('delete', () => {
  test('a track goes with its work and its file, and its name is free again', async () => {
    const { add, address, caller, jobs, tracks, environment, id } = await ready()
    const track = (await add()).body.data
    const key = `${environment.id}/${id}/text/${track.id}.vtt`
    await setColumn(database, 'asset_tracks', 'storage_key', key, { id: track.id })
    const remove = () => call(`${address}/${track.id}`, { ...caller, method: 'DELETE' })
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect((await tracks()).map(({ type }: { type: string }) => type)).toEqual(['video', 'audio'])
    expect(await jobs()).toEqual([
      { kind: 'track.make', status: 'cancelled', payload: { trackId: track.id } },
      { kind: 'media.remove', status: 'queued', payload: { prefix: key.replace('.vtt', '.') } },
    ])
    expect((await add()).status).toBe(201)
  })

  test('a further sound of the main file is renamed in playlists, and leaves them', async () => {
    const { caller, environment } = await ready()
    const [first] = plainMediaMap.audio
    const second = { ...first!, name: 'audio-1', stream: 2, title: 'Comments', language: 'en' }
    const media = { ...plainMediaMap, audio: [first!, second] }
    const stored = { 'audio-1': [Buffer.from('init'), Buffer.from('sound')] }
    const asset = await insertPlayableAsset(app, { environment, media, stored })
    const { audioTrackId } = await makeReady(database, asset.id)
    await setColumn(database, 'asset_tracks', 'is_primary', false, { id: audioTrackId })
    await setColumn(database, 'asset_tracks', 'source_stream', 2, { id: audioTrackId })
    const sounds = async () => {
      const [row] = await readRows(database, 'assets', { id: asset.id })
      const { audio } = row!['media_map'] as typeof plainMediaMap
      return audio.map(({ name, title, language }) => ({ name, title, language }))
    }
    const track = `/video/v1/assets/${asset.id}/tracks/${audioTrackId}`
    const body = { name: 'Kommentar', language_code: 'de' }
    expect((await call(track, { ...caller, method: 'PATCH', body })).status).toBe(200)
    const kept = { name: 'audio-0', title: undefined, language: 'en' }
    expect(await sounds()).toEqual([kept, { name: 'audio-1', title: 'Kommentar', language: 'de' }])
    expect((await call(track, { ...caller, method: 'DELETE' })).status).toBe(204)
    expect(await sounds()).toEqual([kept])
    expect(await readRows(database, 'asset_renditions', { asset_id: asset.id })).toEqual([])
    const jobs = await readJobs(database, { kind: 'media.remove' })
    expect(jobs.map(({ unique_key: key }) => key)).toContain(
      `${environment.id}/${asset.id}/audio-1.mp4`,
    )
  })

  test('400 for the picture and the primary sound', async () => {
    const { address, caller, videoTrackId, audioTrackId } = await ready()
    for (const id of [videoTrackId, audioTrackId])
      expect((await call(`${address}/${id}`, { ...caller, method: 'DELETE' })).status).toBe(400)
  })
})

describe('generated subtitles', () => {
  test('are tracks of their own, made of the sound that was named', async () => {
    const { address, caller, audioTrackId, jobs } = await ready()
    const body = { generated_subtitles: [{ language_code: 'en', name: 'Heard' }, {}] }
    const answer = await call(`${address}/${audioTrackId}/generate-subtitles`, { ...caller, body })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        data: [
          { type: 'text', name: 'Heard', text_source: 'generated_vod', status: 'preparing' },
          { name: 'English', language_code: 'en' },
        ],
      },
    })
    expect((await jobs()).map(({ kind }) => kind)).toEqual(['track.make', 'track.make'])
  })

  test('400 for a picture track, an empty list and an unknown language', async () => {
    const { address, caller, videoTrackId, audioTrackId } = await ready()
    const ask = (id: string, body: Record<string, unknown>) =>
      call(`${address}/${id}/generate-subtitles`, { ...caller, body })
    const one = { generated_subtitles: [{ language_code: 'en' }] }
    expect((await ask(videoTrackId, one)).status).toBe(400)
    expect((await ask(audioTrackId, { generated_subtitles: [] })).status).toBe(400)
    const unknown = { generated_subtitles: [{ language_code: 'tlh' }] }
    expect((await ask(audioTrackId, unknown)).status).toBe(400)
  })
})

test('404 for the track of another asset', async () => {
  const own = await ready()
  const other = await ready()
  const { audioTrackId: foreign } = other
  const mine = (await own.add()).body.data.id
  for (const [address, id] of [
    [own.address, foreign],
    [other.address, mine],
    [own.address, '7f8a3c1e-9d4b-4c5a-8e6f-1a2b3c4d5e6f'],
  ])
    for (const given of [{ method: 'PATCH', body: {} }, { method: 'DELETE' }])
      expect((await call(`${address}/${id}`, { ...own.caller, ...given })).status).toBe(404)
})
