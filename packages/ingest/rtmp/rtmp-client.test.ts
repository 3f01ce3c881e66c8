import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { MediaPacket, StreamHeader } from '../packet.ts'
import { makeCertificate } from '../testing-certificate.ts'
import { makeRecipe, readClip, type Recipe } from '../testing-clips.ts'
import { anAdmission, aQuietLog } from '../testing-collector.ts'
import { listenRtmp, type Listener, type ListenOptions } from './listen-rtmp.ts'
import { RtmpClient, type PublicationEnd, type PublishOptions } from './rtmp-client.ts'

const listeners: Listener[] = []

const startListener = async (
  admission: ReturnType<typeof anAdmission>,
  options: Partial<ListenOptions> = {},
) => {
  const { log, lines } = aQuietLog()
  const { admit } = admission
  const listener = await listenRtmp({ host: '127.0.0.1', port: 0, admit, log, ...options })
  listeners.push(listener)
  return { port: listener.port, lines }
}

afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()))
})

const startClient = (url: string, header: StreamHeader, options: Partial<PublishOptions> = {}) => {
  const ends: PublicationEnd[] = []
  const events = new EventEmitter()
  const publishing = once(events, 'publishing')
  const ended = once(events, 'end').then(([end]) => end as PublicationEnd)
  const client = new RtmpClient({
    url,
    streamKey: 'targetKey',
    header,
    onPublishing: () => events.emit('publishing'),
    onEnd: (end) => {
      ends.push(end)
      events.emit('end', end)
    },
    ...options,
  })
  return { client, publishing, ended, ends }
}

const sendAll = (client: RtmpClient, packets: readonly MediaPacket[]) => {
  for (const packet of packets) client.takePacket({ ...packet, arrivedAt: Date.now() })
}

/** What has to be the same on both sides; times of RTMP are whole milliseconds from the first packet. */
const contentOf = (packets: readonly MediaPacket[]) =>
  packets.map(({ kind, isKey, data }) => `${kind} ${isKey} ${data.toString('base64')}`)

describe('packets of a client arrive at the listener as they are', () => {
  const recipes: Recipe[] = [
    'h264 and aac',
    'h264 alone',
    'aac alone',
    'hevc and aac',
    'av1 and opus',
  ]
  test.each(recipes)('%s', async (recipe) => {
    const { header, packets } = await readClip(await makeRecipe(recipe))
    // The order of decoding, as an encoder sends it.
    const admission = anAdmission()
    const { port, lines } = await startListener(admission)
    const { client, publishing } = startClient(`rtmp://127.0.0.1:${port}/app`, header)
    await publishing
    const begins = header.video
      ? packets.slice(packets.findIndex((packet) => packet.kind === 'video' && packet.isKey))
      : packets
    sendAll(client, begins)
    client.close()
    const publisher = await admission.publisher()
    expect(await publisher.ended()).toMatchObject({ reason: 'unpublished' })
    expect(contentOf(publisher.packets)).toEqual(contentOf(begins))
    const first = begins[0]!.dts
    for (const [index, { dts, pts }] of publisher.packets.entries()) {
      const sent = begins[index]!
      expect(Math.abs(dts - (sent.dts - first))).toBeLessThanOrEqual(1)
      expect(Math.abs(pts - dts - (sent.pts - sent.dts))).toBeLessThanOrEqual(1)
    }
    expect(publisher.headers).toHaveLength(1)
    expect(publisher.headers[0]!.video).toEqual(header.video)
    expect(publisher.headers[0]!.audio).toEqual(header.audio)
    expect(admission.requests[0]!.streamKey).toBe('targetKey')
    expect(client.dropped).toBe(0)
    expect(lines).toEqual([])
  })
})

test('publishes over RTMPS, and only to a certificate that it trusts', async () => {
  const tls = await makeCertificate()
  const { header, packets } = await readClip(await makeRecipe('h264 and aac'))
  const admission = anAdmission()
  const { port } = await startListener(admission, { tls })
  const url = `rtmps://localhost:${port}/app`
  const trusting = startClient(url, header, { ca: tls.cert })
  await trusting.publishing
  sendAll(trusting.client, packets)
  trusting.client.close()
  const publisher = await admission.publisher()
  await publisher.ended()
  expect(publisher.packets).toHaveLength(packets.length)
  expect(admission.requests[0]!.protocol).toBe('rtmps')

  const wary = startClient(url, header)
  expect(await wary.ended).toMatchObject({ reason: 'failed' })
  expect(admission.requests).toHaveLength(1)
})

test('publishes to a server that is not ours: ffmpeg receives every picture', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'playhead-rtmp-'))
  const file = path.join(folder, 'received.mp4')
  const port = await aFreePort()
  const url = `rtmp://127.0.0.1:${port}/app`
  const server = spawn(
    process.env['FFMPEG_PATH'] ?? 'ffmpeg',
    [
      ...'-nostdin -hide_banner -loglevel verbose -listen 1 -i'.split(' '),
      `${url}/targetKey`,
      '-c',
      'copy',
      file,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  server.stderr.resume()
  const left = once(server, 'close')
  try {
    const { header, packets } = await readClip(await makeRecipe('h264 and aac'))
    const { client, publishing } = await startOnceThere(url, header)
    await publishing
    sendAll(client, packets)
    client.close()
    expect(await left).toEqual([0, null])
    const received = await readClip(file)
    const pictures = (all: readonly MediaPacket[]) =>
      contentOf(all.filter((packet) => packet.kind === 'video'))
    expect(pictures(received.packets)).toEqual(pictures(packets))
  } finally {
    server.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
})

test('a refusal ends it with the words of the server, without the key', async () => {
  const message = 'There is no live stream targetKey.'
  const admission = anAdmission(() => ({ refused: { isForRoom: false, message } }))
  const { port } = await startListener(admission)
  const { ended, ends } = startClient(`rtmp://127.0.0.1:${port}/app`, { said: {} })
  expect(await ended).toEqual({ reason: 'refused', message: 'There is no live stream ….' })
  expect(ends).toHaveLength(1)
})

test('a server that takes the connection and says nothing ends it in time', async () => {
  const silent = createServer((socket) => void socket.on('error', () => {}).resume())
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const { ended } = startClient(
    `rtmp://127.0.0.1:${port}/app`,
    { said: {} },
    { timeouts: { publishMs: 50 } },
  )
  expect(await ended).toEqual({
    reason: 'failed',
    message: 'The server did not answer in time.',
  })
  silent.close()
})

test('a server that takes no more data costs pictures, not memory, and then the connection', async () => {
  const admission = anAdmission()
  const { port } = await startListener(admission)
  const { header, packets } = await readClip(await makeRecipe('h264 alone'))
  const { client, publishing, ended } = startClient(`rtmp://127.0.0.1:${port}/app`, header, {
    timeouts: { sendMs: 2000 },
  })
  await publishing
  const publisher = await admission.publisher()
  publisher.connection!.pause()
  const large = { ...packets[0]!, data: aUnit(4 * 1024 * 1024) }
  for (let index = 0; index < 20; index += 1)
    client.takePacket({ ...large, isKey: index % 2 === 0, dts: index * 33, pts: index * 33 })
  expect(client.dropped).toBeGreaterThan(10)
  expect(await ended).toEqual({ reason: 'failed', message: 'The server accepts no more data.' })
})

test.each(['http://a/app', 'rtmp://a', 'rtmp:///app', 'rtmp://user@a/app', 'rtmp://a b/app', ''])(
  'the address %j is refused',
  (url) => {
    expect(() => startClient(url, { said: {} })).toThrow('rtmp://live.example.com/app')
  },
)

/** A NAL unit with its length. */
function aUnit(bytes: number) {
  const unit = Buffer.alloc(4 + bytes, 1)
  unit.writeUInt32BE(bytes)
  return unit
}

async function aFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** ffmpeg does not say when it listens; a refused connection does not count for it. */
async function startOnceThere(url: string, header: StreamHeader) {
  for (;;) {
    const started = startClient(url, header)
    const first = await Promise.race([started.publishing, started.ended])
    if (Array.isArray(first)) return started
  }
}
