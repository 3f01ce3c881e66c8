import { describe, expect, test } from 'vitest'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { liveFeatures, startLiveServer } from './live-server.ts'

const server = await startLiveServer()

const partsOf = (playlist: string) =>
  playlist.split('\n').filter((line) => /^[a-z0-9-]+\/\d+\.m4s/.test(line))

describe('a broadcast', () => {
  test('is played while it runs, and is an asset of the same bytes afterwards', async () => {
    const stream = await server.makeStream({
      latency_mode: 'low',
      meta: { title: 'Feed' },
      new_asset_settings: {
        playback_policy: ['public'],
        meta: { title: 'Match', creator_id: 'me' },
      },
    })
    expect((await server.get(`/${stream.playbackId}.m3u8`)).status).toBe(412)
    const encoder = await server.push(stream.key, { isLive: true })
    await server.untilStatus(stream, 'active')
    const { active_asset_id: assetId, active_ingest_protocol: protocol } = await stream.read()
    expect(protocol).toBe('rtmp')
    const live = await stream.readAsset(assetId)
    expect(live).toMatchObject({
      status: 'ready',
      is_live: true,
      progress: { state: 'live' },
      ingest_type: 'live_rtmp',
      live_stream_id: stream.id,
      meta: { title: 'Match', creator_id: 'me' },
    })
    const multivariant = await server.get(`/${stream.playbackId}.m3u8`)
    expect(multivariant.text).toContain(`${stream.playbackId}/source.m3u8`)
    const shown = new Map<string, Buffer>()
    for (const name of ['source', 'audio-0']) {
      const { text } = await server.get(`/${stream.playbackId}/${name}.m3u8`)
      for (const part of partsOf(text))
        shown.set(part, (await server.get(`/${stream.playbackId}/${part}`)).bytes)
    }
    expect(shown.size).toBeGreaterThan(1)
    const picture = await server.get(`/${stream.playbackId}/thumbnail.jpg`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(await encoder.ended).toEqual({ code: 0, said: '' })
    await server.untilOver(stream)

    expect(await server.listEventTypes(stream)).toEqual([
      'live_stream.connected',
      'asset.created',
      'live_stream.recording',
      'asset.track.created',
      'asset.track.created',
      'asset.track.ready',
      'asset.track.ready',
      'asset.ready',
      'live_stream.active',
      'live_stream.disconnected',
      'live_stream.idle',
      'asset.live_stream_completed',
    ])
    const asset = await stream.readAsset(assetId)
    expect(asset).toMatchObject({
      status: 'ready',
      is_live: false,
      progress: { state: 'completed' },
    })
    expect(asset.duration).toBeCloseTo(8, 1)
    const [{ id: assetPlaybackId }] = asset.playback_ids
    for (const name of ['source', 'audio-0']) {
      const { text } = await server.get(`/${assetPlaybackId}/${name}.m3u8`)
      expect(text).toContain('#EXT-X-ENDLIST')
      expect(partsOf(text)).toHaveLength(4)
    }
    for (const [part, bytes] of shown)
      expect((await server.get(`/${assetPlaybackId}/${part}`)).bytes.equals(bytes), part).toBe(true)
    const ended = await server.get(`/${stream.playbackId}/source.m3u8`)
    expect(ended.text).toContain('#EXT-X-ENDLIST')
    expect(server.logLines.filter((line) => line.includes('"error"'))).toEqual([])
  })
})

describe('the asset of a broadcast', () => {
  test('gives pictures, files for download and clips like any other', async () => {
    const stream = await server.makeStream({
      reconnect_window: 0,
      new_asset_settings: {
        playback_policy: ['public'],
        static_renditions: [{ resolution: 'highest' }],
        generate_shots: true,
      },
    })
    const encoder = await server.push(stream.key)
    expect(await encoder.ended).toEqual({ code: 0, said: '' })
    await server.untilOver(stream)
    const [assetId] = (await stream.read()).recent_asset_ids
    await runJobs(server.app, liveFeatures)
    const asset = await stream.readAsset(assetId)
    expect(asset.static_renditions).toMatchObject({
      status: 'ready',
      files: [{ name: 'highest.mp4', status: 'ready', width: 320, height: 180 }],
    })
    expect(asset.shots).toMatchObject({ status: 'completed' })
    expect(asset.tracks).toMatchObject([
      { type: 'video', status: 'ready', max_width: 320, max_height: 180, max_frame_rate: 30 },
      { type: 'audio', status: 'ready', max_channels: 2, primary: true },
    ])
    expect(asset.recording_times).toMatchObject([{ type: 'content', duration: expect.any(Number) }])
    const at = `/${asset.playback_ids[0].id}`
    for (const path of ['thumbnail.jpg?time=5', 'animated.gif?start=3&end=4', 'storyboard.jpg'])
      expect([path, (await server.get(`${at}/${path}`)).status]).toEqual([path, 200])

    const clip = await server.call('/video/v1/assets', {
      token: stream.token,
      body: {
        input: [{ url: `mux://assets/${assetId}`, start_time: 2, end_time: 5 }],
        playback_policy: ['public'],
      },
    })
    await runJobs(server.app, liveFeatures)
    const cut = await stream.readAsset(clip.body.data.id)
    expect(cut).toMatchObject({ status: 'ready', tracks: [{ type: 'video' }, { type: 'audio' }] })
    expect(cut.duration).toBeCloseTo(3, 1)
  })
})
