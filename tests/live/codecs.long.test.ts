import { describe, expect, test } from 'vitest'
import { readFile } from 'node:fs/promises'
import { RtmpClient, type PublicationEnd } from '@playhead/ingest/rtmp/rtmp-client.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { readStream } from '@playhead/media/live/testing-packets.ts'
import { startLiveServer } from './live-server.ts'
import { validateMultivariant, validatePlaylist } from './validate-playlist.ts'

const server = await startLiveServer({ LIVE_ENCODER_CORES: '1' })
const copying = await startLiveServer({ LIVE_ENCODER_CORES: '0' })

const copyPicture = ['-c:v', 'copy']

interface Asset {
  tracks: { type: string; max_channels: number | undefined }[]
  playback_ids: { id: string }[]
}

describe('sound that is not AAC-LC in one or two channels', () => {
  test('is converted, played live and recorded', async () => {
    const stream = await server.makeStream({ latency_mode: 'low' })
    const encoder = await server.push(stream.key, {
      isLive: true,
      args: [...copyPicture, '-c:a', 'libmp3lame', '-ar', '44100'],
    })
    await server.untilStatus(stream, 'active')
    const { text } = await server.get(`/${stream.playbackId}.m3u8`)
    expect(text).toMatch(/CODECS="avc1\.[0-9a-f]+,mp4a\.40\.2"/)
    // Silence is a few hundred bytes.
    const bytesOfSegment = async () =>
      (await server.get(`/${stream.playbackId}/audio-0/1.m4s`)).bytes.length
    await expect.poll(bytesOfSegment, { timeout: 10_000 }).toBeGreaterThan(5000)
    const health = (await stream.send('GET', '/stream-health')).body
    expect(health.advice).toContainEqual(
      expect.objectContaining({
        type: 'unusual_sound',
        message:
          'The sound is converted to AAC-LC stereo. Set your encoder to AAC-LC stereo to avoid this.',
      }),
    )
    const { active_asset_id: assetId } = await stream.read()
    expect((await encoder.ended).code).toBe(0)
    await server.untilOver(stream)
    const asset: Asset = await stream.readAsset(assetId)
    expect(asset.tracks).toContainEqual(expect.objectContaining({ type: 'audio', max_channels: 2 }))
    expect(await server.listEventTypes(stream)).not.toContain('live_stream.warning')
  })

  test('is left out without room to encode, and that is said', async () => {
    const stream = await copying.makeStream({ latency_mode: 'low' })
    const args = [...copyPicture, '-c:a', 'aac', '-ac', '6']
    const encoder = await copying.push(stream.key, { isLive: true, args })
    await copying.untilStatus(stream, 'active')
    await copying.untilOver(stream, 'live_stream.warning')
    expect((await copying.get(`/${stream.playbackId}.m3u8`)).text).not.toContain('TYPE=AUDIO')
    const health = (await stream.send('GET', '/stream-health')).body
    expect(health.advice).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('The sound is not recorded') }),
    )
    encoder.stop()
    await copying.untilOver(stream)
  })
})

const readConfig = async (file: string, box: string) => {
  const bytes = await readFile(file)
  const at = bytes.indexOf(box)
  return bytes.subarray(at + 4, at - 4 + bytes.readUInt32BE(at - 4))
}

/** A keyframe each second; encoders of AV1 are too slow for tests. */
const hevcClip = () =>
  makeClip(
    '-f lavfi -i testsrc2=s=640x360:r=30:d=6 -f lavfi -i sine=frequency=440:sample_rate=48000:duration=6 -c:v libx265 -preset ultrafast -x265-params keyint=30:min-keyint=30:scenecut=0:bframes=0:log-level=none -tag:v hvc1 -pix_fmt yuv420p -c:a aac -ac 2',
  )

describe('a picture that not every viewer can play', () => {
  test('is recorded as it is, beside a lower rendition that all can play', async () => {
    const file = await hevcClip()
    const config = await readConfig(file, 'hvcC')
    const { header, packets } = await readStream(file)
    const stream = await server.makeStream({ latency_mode: 'low' })
    const video = { codec: 'hvc1', config, width: 640, height: 360, frameRate: 30 } as const
    const over = new Promise<PublicationEnd>((resolve) => {
      const client: RtmpClient = new RtmpClient({
        url: `rtmp://127.0.0.1:${server.port()}/app`,
        streamKey: stream.key,
        header: { ...header, video },
        onPublishing: () => {
          for (const packet of packets)
            setTimeout(() => client.takePacket(packet), packet.dts - (packets[0]?.dts ?? 0))
          setTimeout(() => client.close(), 6500)
        },
        onEnd: resolve,
      })
    })
    await server.untilStatus(stream, 'active')
    const readText = async () => (await server.get(`/${stream.playbackId}.m3u8`)).text
    expect(validateMultivariant(await readText())).toEqual([])
    // As large as the source: it is the codec that some viewers lack. A slow encoder begins later than the source.
    await expect
      .poll(readText, { timeout: 20_000 })
      .toMatch(/(?=.*RESOLUTION=640x360).*CODECS="avc1[^"]+".*\n\S+\/480p\.m3u8/)
    const text = await readText()
    expect(text).toMatch(/CODECS="hvc1[^"]+".*\n\S+\/source\.m3u8/)
    const playlist = await server.get(`/${stream.playbackId}/480p.m3u8`)
    expect(validatePlaylist(playlist.text)).toEqual([])
    const { active_asset_id: assetId } = await stream.read()
    await over
    await server.untilOver(stream)
    const asset = await stream.readAsset(assetId)
    expect(asset).toMatchObject({ status: 'ready', is_live: false })
    const at = `/${asset.playback_ids[0].id}`
    const recorded = await server.get(`${at}.m3u8`)
    expect(recorded.text).toMatch(/CODECS="avc1[^"]+".*\n\S+\/480p\.m3u8/)
    for (const name of ['480p', 'source'])
      expect((await server.get(`${at}/${name}/0.m4s`)).status).toBe(200)
    expect((await server.get(`${at}/thumbnail.jpg?time=1`)).status).toBe(200)
  })

  test('is refused in words without room for that, and the live stream keeps them', async () => {
    const clip = await makeClip(
      '-f lavfi -i testsrc2=s=320x180:r=30:d=1 -c:v libx265 -preset ultrafast -x265-params log-level=none -tag:v hvc1',
    )
    const config = await readConfig(clip, 'hvcC')
    const stream = await copying.makeStream()
    const end = await new Promise<PublicationEnd>((resolve) => {
      const client: RtmpClient = new RtmpClient({
        url: `rtmp://127.0.0.1:${copying.port()}/app`,
        streamKey: stream.key,
        header: { said: {}, video: { codec: 'hvc1', config, width: 320, height: 180 } },
        onPublishing: () => {
          const data = Buffer.alloc(40)
          client.takePacket({ kind: 'video', dts: 0, pts: 0, isKey: true, data, arrivedAt: 0 })
        },
        onEnd: resolve,
      })
    })
    const message = 'HEVC cannot be converted here right now. Send H.264.'
    expect(end.message).toContain(message)
    await copying.untilOver(stream, 'live_stream.idle')
    const { body } = await stream.call(`/ui/v1/live-streams/${stream.id}/refusals`)
    expect(body.data).toMatchObject([{ reason: 'codec', message, network: '127.0.0.0/24' }])
    expect(await stream.read()).toMatchObject({ status: 'idle' })
    expect((await stream.read()).active_asset_id).toBeUndefined()
  })
})
