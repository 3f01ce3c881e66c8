import { spawnSync } from 'node:child_process'
import { afterEach, describe, expect, test } from 'vitest'
import type { PublishRequest, Refusal } from '../packet.ts'
import { makeCertificate } from '../testing-certificate.ts'
import { makeRecipe, readClip, type Recipe } from '../testing-clips.ts'
import { anAdmission, aQuietLog } from '../testing-collector.ts'
import { startFfmpeg, startGstreamer, startLibrtmp } from '../testing-encoder.ts'
import { listenRtmp, type Listener, type ListenOptions } from './listen-rtmp.ts'

const listeners: Listener[] = []

const startListener = async (
  admission: ReturnType<typeof anAdmission>,
  options: Partial<ListenOptions> = {},
) => {
  const { log, lines } = aQuietLog()
  const { admit } = admission
  const listener = await listenRtmp({ host: '127.0.0.1', port: 0, admit, log, ...options })
  listeners.push(listener)
  const scheme = options.tls ? 'rtmps' : 'rtmp'
  return { listener, url: `${scheme}://127.0.0.1:${listener.port}/app`, lines }
}

afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()))
})

const contentOf = (packets: readonly { kind: string; isKey: boolean; data: Buffer }[]) =>
  packets.map(({ kind, isKey, data }) => `${kind} ${isKey} ${data.toString('base64')}`)

const picturesOf = <Packet extends { kind: string }>(packets: readonly Packet[]) =>
  packets.filter((packet) => packet.kind === 'video')

describe('real ffmpeg', () => {
  test('publishes H.264 and AAC, and every packet arrives as it is', async () => {
    const admission = anAdmission()
    const { url, lines } = await startListener(admission)
    const file = await makeRecipe('h264 and aac')
    const encoder = startFfmpeg(file, `${url}/aKey123?from=test`)
    const publisher = await admission.publisher()
    expect(await publisher.ended()).toEqual({ reason: 'unpublished', message: undefined })
    expect(await encoder.ended).toEqual({ code: 0, said: '' })

    expect(admission.requests[0]).toMatchObject({
      protocol: 'rtmp',
      streamKey: 'aKey123',
      remoteAddress: '127.0.0.1',
      encoder: expect.stringContaining('Lavf'),
    })
    const sent = await readClip(file)
    expect(publisher.headers).toHaveLength(1)
    expect(publisher.headers[0]).toMatchObject({
      video: { ...sent.header.video, width: 320, height: 180, frameRate: 30, profile: 'Main 1.3' },
      audio: { codec: 'mp4a', sampleRate: 48_000, channels: 2, profile: 'LC' },
      said: { width: 320, height: 180, encoder: expect.stringContaining('Lavf') },
    })
    const pictures = picturesOf(publisher.packets)
    expect(contentOf(pictures)).toEqual(contentOf(picturesOf(sent.packets)))
    const sounds = publisher.packets.filter((packet) => packet.kind === 'audio')
    expect(contentOf(sounds)).toEqual(
      contentOf(sent.packets.filter((packet) => packet.kind === 'audio')),
    )
    const shift = pictures[0]!.dts - picturesOf(sent.packets)[0]!.dts
    for (const [index, { dts, pts }] of pictures.entries()) {
      const original = picturesOf(sent.packets)[index]!
      expect(Math.abs(dts - original.dts - shift)).toBeLessThanOrEqual(1)
      expect(Math.abs(pts - original.pts - shift)).toBeLessThanOrEqual(1)
    }
    expect(lines).toEqual([])
  })

  test('publishes over RTMPS', async () => {
    const admission = anAdmission()
    const { url } = await startListener(admission, { tls: await makeCertificate() })
    const file = await makeRecipe('h264 and aac')
    const encoder = startFfmpeg(file, `${url}/aKey123`)
    const publisher = await admission.publisher()
    await publisher.ended()
    expect((await encoder.ended).code).toBe(0)
    expect(admission.requests[0]!.protocol).toBe('rtmps')
    expect(picturesOf(publisher.packets)).toHaveLength(120)
  })

  test.each([
    ['h264 alone', ['avc1', undefined, undefined]],
    ['aac alone', [undefined, 'mp4a', 48_000]],
    ['h264 and mp3', ['avc1', 'mp3', 44_100]],
  ] as [Recipe, unknown[]][])('publishes %s', async (recipe, tracks) => {
    const admission = anAdmission()
    const { url } = await startListener(admission)
    const args = recipe.endsWith('mp3')
      ? '-c:v copy -c:a libmp3lame -ar 44100'.split(' ')
      : ['-c', 'copy']
    startFfmpeg(await makeRecipe(recipe), `${url}/aKey123`, { args })
    const publisher = await admission.publisher()
    expect(await publisher.ended()).toMatchObject({ reason: 'unpublished' })
    expect(publisher.headers).toHaveLength(1)
    const { video, audio } = publisher.headers[0]!
    expect([video?.codec, audio?.codec, audio?.sampleRate]).toEqual(tracks)
    expect(publisher.packets.length).toBeGreaterThan(50)
  })

  test.each<Refusal>([
    { isForRoom: false, message: 'There is no live stream with this key.' },
    {
      isForRoom: true,
      message: 'This server is at its limit of 50 live streams. Try again when one has ended.',
    },
  ])('shows the words of a refusal: $message', async (refused) => {
    const admission = anAdmission(() => ({ refused }))
    const { url } = await startListener(admission)
    const { code, said } = await startFfmpeg(await makeRecipe('h264 alone'), `${url}/wrong`).ended
    expect(code).not.toBe(0)
    expect(said).toContain(refused.message)
  })

  test('shows why a header was refused after the start', async () => {
    const message = 'HEVC cannot be converted here right now. Send H.264.'
    const admission = anAdmission()
    const { url, lines } = await startListener(admission)
    const clip = await makeRecipe('h264 and aac')
    const encoder = startFfmpeg(clip, `${url}/aKey123`, { isLive: true })
    const publisher = await admission.publisher()
    publisher.refusal = { isForRoom: false, message }
    expect(await publisher.ended()).toEqual({ reason: 'failed', message })
    expect(publisher.packets).toEqual([])
    expect((await encoder.ended).said).toContain(message)
    expect(lines.join('\n')).not.toContain('aKey123')
  })

  test.each([
    ['4:4:4', 'yuv420p'],
    ['too large', '4608 × 2592 is too large'],
  ] as [Recipe, string][])('is told why %s is not taken', async (recipe, words) => {
    const admission = anAdmission()
    const { url } = await startListener(admission)
    startFfmpeg(await makeRecipe(recipe), `${url}/aKey123`, { isLive: true })
    const publisher = await admission.publisher()
    const { reason, message } = await publisher.ended()
    expect(reason).toBe('failed')
    expect(message).toContain(words)
    expect(publisher.packets).toEqual([])
  })

  test('stops at once when the connection is dropped, with the words', async () => {
    const admission = anAdmission()
    const { url } = await startListener(admission)
    const clip = await makeRecipe('h264 and aac')
    const encoder = startFfmpeg(clip, `${url}/aKey123`, { isLive: true })
    const publisher = await admission.publisher()
    await publisher.havePackets(5)
    publisher.connection!.drop('This live stream is disabled.')
    expect(await publisher.ended()).toMatchObject({ reason: 'closed' })
    expect((await encoder.ended).said).toContain('This live stream is disabled.')
    expect(publisher.ends).toHaveLength(1)
  })

  test('that is killed ends its publisher as closed', async () => {
    const admission = anAdmission()
    const { url } = await startListener(admission)
    const clip = await makeRecipe('h264 and aac')
    const encoder = startFfmpeg(clip, `${url}/aKey123`, { isLive: true })
    const publisher = await admission.publisher()
    await publisher.havePackets(5)
    encoder.stop()
    expect(await publisher.ended()).toMatchObject({ reason: 'closed' })
  })
})

describe('media that comes early', () => {
  test('waits in the socket until the key is looked up', async () => {
    let decide = () => {}
    const asked: PublishRequest[] = []
    const admission = anAdmission(async (request) => {
      asked.push(request)
      await new Promise<void>((resolve) => (decide = resolve))
      return undefined as never
    })
    const { url } = await startListener(admission)
    const encoder = startFfmpeg(await makeRecipe('h264 and aac'), `${url}/aKey123`)
    await expect.poll(() => asked.length).toBe(1)
    decide()
    const publisher = await admission.publisher()
    await publisher.ended()
    expect(picturesOf(publisher.packets)).toHaveLength(120)
    expect((await encoder.ended).code).toBe(0)
  })

  test('waits while the publisher asks for a pause, and all of it comes afterwards', async () => {
    const admission = anAdmission()
    const { url } = await startListener(admission)
    startFfmpeg(await makeRecipe('h264 and aac'), `${url}/aKey123`)
    const publisher = await admission.publisher()
    let seen = 0
    publisher.onPacket = () => {
      seen += 1
      if (seen !== 20) return
      publisher.connection!.pause()
      setImmediate(() => {
        expect(seen).toBe(20)
        publisher.connection!.resume()
      })
    }
    expect(await publisher.ended()).toMatchObject({ reason: 'unpublished' })
    expect(picturesOf(publisher.packets)).toHaveLength(120)
  })
})

/** Where it is missing, the recorded openings of the corpus stand for it. */
const hasGstreamer = spawnSync('gst-launch-1.0', ['--version']).status === 0

describe.runIf(hasGstreamer)('other encoders', () => {
  test.each([
    ['GStreamer rtmp2sink', startGstreamer],
    ['librtmp, as in OBS, through GStreamer rtmpsink', startLibrtmp],
  ])('%s publishes and ends without an error', async (_name, start) => {
    const admission = anAdmission()
    const { url, lines } = await startListener(admission)
    const file = await makeRecipe('h264 and aac')
    const encoder = start(file, `${url}/aKey123`)
    const publisher = await admission.publisher()
    await publisher.ended()
    const { code, said } = await encoder.ended
    expect(said).not.toContain('ERROR')
    expect(code).toBe(0)
    expect(contentOf(picturesOf(publisher.packets))).toEqual(
      contentOf(picturesOf((await readClip(file)).packets)),
    )
    expect(admission.requests[0]!.streamKey).toBe('aKey123')
    expect(lines).toEqual([])
  })
})
