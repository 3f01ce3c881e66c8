import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { anAdmission, aQuietLog } from '@playhead/ingest/testing-collector.ts'
import { listenRtmp } from '@playhead/ingest/rtmp/listen-rtmp.ts'
import { readMp4 } from '@playhead/media/segments/mp4/read-mp4.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { liveFeatures, startLiveServer } from './live-server.ts'

const server = await startLiveServer({ PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1' })

describe.concurrent('the input of a broadcast', () => {
  test('LIVE-020 LIVE-022 is shown by what arrives, with what to change', async ({ expect }) => {
    const stream = await server.makeStream({ latency_mode: 'low' })
    const slow = await server.slowClip()
    const encoder = await server.push(stream.key, { isLive: true, file: slow })
    await server.untilStatus(stream, 'active')
    await expect
      .poll(async () => (await stream.send('GET', '/stream-health')).body.advice)
      .toContainEqual({
        type: 'slow_keyframes',
        message:
          'Keyframes come every 4 seconds. Set the keyframe interval of your encoder to 2 seconds: viewers are 2 seconds further behind than they need to be.',
        since: expect.any(String),
      })
    await expect
      .poll(async () => (await stream.send('GET', '/stream-health')).body.data.length)
      .toBeGreaterThan(0)
    const { body } = await stream.send('GET', '/stream-health')
    expect(body).toMatchObject({
      status: expect.stringMatching(/good|poor/),
      step_seconds: 5,
      data: [{ frame_rate: expect.any(Number), expected_frame_rate: 30, audio_kbps: 0 }],
    })
    const metadata = (await stream.send('GET', '/stream-metadata')).body.data
    const values = Object.fromEntries(
      metadata.map(({ name, value }: { name: string; value: unknown }) => [name, value]),
    )
    expect(values).toMatchObject({
      protocol: 'rtmp',
      video_codec: 'H.264',
      width: 320,
      height: 180,
      frame_rate: 30,
      reconnects: 0,
    })
    // A process without the encoder knows the same.
    const at = `/video/v1/live-streams/${stream.id}`
    const elsewhere = async () => await server.readElsewhere(stream, `${at}/stream-health`)
    await expect
      .poll(async () => (await elsewhere()).advice)
      .toContainEqual(expect.objectContaining({ type: 'slow_keyframes' }))
    expect((await elsewhere()).status).toMatch(/good|poor/)
    expect((await server.readElsewhere(stream, `${at}/stream-metadata`)).data).toContainEqual({
      name: 'video_codec',
      value: 'H.264',
    })
    expect((await encoder.ended).code).toBe(0)
    await server.untilOver(stream)
    // The event of the end is written a moment before the encoder's figures are let go.
    await expect
      .poll(async () => (await stream.send('GET', '/stream-metadata')).body.data)
      .toEqual([])
    await expect
      .poll(async () => (await server.readElsewhere(stream, `${at}/stream-metadata`)).data)
      .toEqual([])
    await expect.poll(async () => (await elsewhere()).status).toBeNull()
  })
})

describe.concurrent('simulcast', () => {
  test('sends the same packets to another server, and says so', async () => {
    const admission = anAdmission()
    const { log } = aQuietLog()
    const other = await listenRtmp({ host: '127.0.0.1', port: 0, admit: admission.admit, log })
    const stream = await server.makeStream({
      latency_mode: 'low',
      simulcast_targets: [
        { url: `rtmp://127.0.0.1:${other.port}/app`, stream_key: 'theirKey1234567890' },
        { url: 'rtmp://127.0.0.1:1/app', stream_key: 'nothing listens there' },
      ],
    })
    try {
      const encoder = await server.push(stream.key, { isLive: true })
      const readTries = async () =>
        (await stream.call(`/ui/v1/live-streams/${stream.id}/simulcast-tries`)).body.data
      // The second failure comes a second after the first, and the third two seconds later.
      const readFailing = async () => {
        const [, { failures, retry_in_seconds: seconds }] = await readTries()
        return { failures, isWaiting: seconds > 0 && seconds <= 2 ** (failures - 1) }
      }
      await expect.poll(async () => (await readFailing()).failures).toBeGreaterThanOrEqual(2)
      // Null while it tries.
      await expect.poll(readFailing).toMatchObject({ isWaiting: true })
      expect((await readTries())[0]).toMatchObject({ failures: 0, retry_in_seconds: null })
      expect((await stream.read()).simulcast_targets[1].error_message).toBe(
        'Nothing listens at this address: the connection was refused.',
      )
      const publisher = await admission.publisher()
      await publisher.ended()
      expect((await encoder.ended).code).toBe(0)
      await server.untilOver(stream)
      expect(admission.requests[0]?.streamKey).toBe('theirKey1234567890')
      const pictures = publisher.packets.filter(({ kind }) => kind === 'video')
      expect(pictures[0]?.isKey).toBe(true)
      expect(pictures.length).toBeGreaterThan(150)
      const types = (await server.listEventTypes(stream)).filter((type) =>
        type.includes('simulcast'),
      )
      const begun = ['created', 'created', 'starting', 'starting']
      expect(types.slice(0, 4)).toEqual(begun.map((word) => `live_stream.simulcast_target.${word}`))
      expect(types).toContain('live_stream.simulcast_target.broadcasting')
      expect(types.at(-1)).toBe('live_stream.simulcast_target.idle')
    } finally {
      await other.close()
    }
  })
})

const countSegments = (text: string) => text.match(/#EXTINF/g)?.length ?? 0

describe.concurrent('while the encoder is away', () => {
  test('viewers see the slate, and a picture that cannot be read is replaced', async ({
    expect,
  }) => {
    const pictures = createServer((_, answer) => answer.end('no picture')).listen(0, '127.0.0.1')
    await once(pictures, 'listening')
    const address = pictures.address()
    const port = typeof address === 'object' && address ? address.port : 0
    try {
      const stream = await server.makeStream({
        latency_mode: 'low',
        reconnect_window: 60,
        reconnect_slate_url: `http://127.0.0.1:${port}/slate.png`,
        new_asset_settings: {
          playback_policy: ['public'],
          static_renditions: [{ resolution: 'highest' }],
        },
      })
      const encoder = await server.push(stream.key, { isLive: true })
      await server.untilStatus(stream, 'active')
      encoder.stop()
      await server.untilOver(stream, 'live_stream.disconnected')
      await server.untilOver(stream, 'live_stream.warning')
      await expect
        .poll(async () => (await server.get(`/${stream.playbackId}/source.m3u8`)).text)
        .toContain('init-1.mp4')
      const listConnections = async () =>
        (await stream.call(`/ui/v1/live-streams/${stream.id}/connections`)).body.data
      await expect.poll(listConnections).toMatchObject([{ was_lost: true, showed_slate: true }])
      const back = await server.push(stream.key)
      expect((await back.ended).code).toBe(0)
      await stream.send('PUT', '/complete')
      await server.untilOver(stream)
      const [assetId] = (await stream.read()).recent_asset_ids
      const connections = await listConnections()
      const told = { asset_id: assetId, protocol: 'rtmp', network: '127.0.0.0/24' }
      const ffmpeg = { ...told, encoder: expect.stringMatching(/^Lavf\d/) }
      expect(connections).toMatchObject([ffmpeg, ffmpeg])
      // Screens find the connection of an event by its time.
      const { data: happened } = (await stream.send('GET', '/events')).body
      const momentsOf = (type: string): number[] =>
        happened.flatMap((event: { type: string; created_at: string }) =>
          event.type === `video.live_stream.${type}` ? [Date.parse(event.created_at)] : [],
        )
      for (const [index, { connected_at: begun, left_at: left }] of connections.entries()) {
        expect(Math.abs(Date.parse(begun) - momentsOf('connected')[index]!)).toBeLessThan(1000)
        expect(Math.abs(Date.parse(left) - momentsOf('disconnected')[index]!)).toBeLessThan(1000)
      }
      const asset = await stream.readAsset(assetId)
      const kinds = asset.recording_times.map(({ type }: { type: string }) => type)
      expect(kinds.slice(0, 3)).toEqual(['content', 'slate', 'content'])
      const at = `/${asset.playback_ids[0].id}`
      const maps = { source: ['init.mp4', 'init-1.mp4', 'init.mp4'], 'audio-0': ['init.mp4'] }
      const breaks: string[] = []
      for (const [name, files] of Object.entries(maps)) {
        const { text } = await server.get(`${at}/${name}.m3u8`)
        breaks.push(text.split('#EXT-X-DISCONTINUITY\n').map(countSegments).join())
        const stated = [...text.matchAll(/#EXT-X-MAP:URI="([^"]+)"/g)].map(([, uri = '']) => uri)
        expect(stated.slice(0, 3)).toEqual(files.map((file) => `${name}/${file}`))
        for (const uri of [...stated, ...text.split('\n').filter((line) => line.endsWith('.m4s'))])
          expect([uri, (await server.get(`${at}/${uri}`)).status]).toEqual([uri, 200])
      }
      // Players that find a break in one of picture and sound alone stall.
      expect(breaks[0]).toBe(breaks[1])
      expect(breaks[0]?.split(',').length).toBeGreaterThan(2)
      const whole = await server.get(`${at}/source/init.mp4`)
      expect(whole.bytes.equals((await server.get(`${at}/source/init-1.mp4`)).bytes)).toBe(false)
      expect((await server.get(`${at}/thumbnail.jpg?time=1`)).status).toBe(200)
      await runJobs(server.app, liveFeatures)
      const made = await stream.readAsset(assetId)
      expect(made.static_renditions).toMatchObject({
        files: [{ name: 'highest.mp4', status: 'ready' }],
      })
      const file = path.join(server.app.settings.dataFolder, 'highest.mp4')
      await writeFile(file, (await server.get(`${at}/highest.mp4`)).bytes)
      const picture = (await readMp4(file))?.tracks.find(({ kind }) => kind === 'video')
      const shown = (picture?.samples?.decodeTimes.at(-1) ?? 0) / (picture?.timescale ?? 1)
      // Content, slate and content again, one behind the other.
      expect(shown).toBeCloseTo(asset.duration, 0)
    } finally {
      pictures.close()
    }
  })
})

describe('simulcast after a stop of the program', () => {
  test('that a crash left as broadcasting is idle once the broadcast has ended', async () => {
    const admission = anAdmission()
    const { log } = aQuietLog()
    const other = await listenRtmp({ host: '127.0.0.1', port: 0, admit: admission.admit, log })
    const stream = await server.makeStream({
      latency_mode: 'low',
      reconnect_window: 60,
      simulcast_targets: [{ url: `rtmp://127.0.0.1:${other.port}/app`, stream_key: 'theirs' }],
    })
    const statusOf = async () => (await stream.read()).simulcast_targets[0].status
    try {
      const encoder = await server.push(stream.key, { isLive: true })
      await server.untilStatus(stream, 'active')
      await expect.poll(statusOf).toBe('broadcasting')
      // A stop says that it is idle; a crash says nothing.
      await server.restart(() =>
        setColumn(server.database, 'live_simulcast_targets', 'status', 'broadcasting', {
          live_stream_id: stream.id,
        }),
      )
      await encoder.ended
      expect(await statusOf()).toBe('broadcasting')
      await stream.send('PUT', '/complete')
      await server.untilOver(stream)
      expect(await statusOf()).toBe('idle')
    } finally {
      await other.close()
    }
  })
})
