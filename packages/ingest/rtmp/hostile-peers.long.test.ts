import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { IngestLimits } from '../ingest-limits.ts'
import { makeRecipe, readClip } from '../testing-clips.ts'
import { anAdmission, aQuietLog } from '../testing-collector.ts'
import { startPeer } from '../testing-peer.ts'
import { readSaid } from '../flv/read-said.ts'
import { writeVideoConfig, writeVideoFrame } from '../flv/write-tags.ts'
import { writeAmf0 } from './amf0.ts'
import { command } from './commands.ts'
import { openingBlock } from './handshake.ts'
import { listenRtmp, type Listener } from './listen-rtmp.ts'
import { messageTypes } from './message-types.ts'
import { WaitingRoom } from './waiting-room.ts'

const listeners: Listener[] = []

const startListener = async (limits: Partial<IngestLimits> = {}, admission = anAdmission()) => {
  const { log, lines } = aQuietLog()
  const { admit } = admission
  const listener = await listenRtmp({ host: '127.0.0.1', port: 0, admit, log, limits })
  listeners.push(listener)
  return { port: listener.port, lines, admission }
}

afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()))
})

/** Proves that the server serves the next encoder. */
const sendClip = async (port: number, admission: ReturnType<typeof anAdmission>) => {
  const before = admission.publishers.length
  const { header, packets } = await readClip(await makeRecipe('h264 alone'))
  const peer = startPeer(port)
  await peer.publish('good')
  peer.sendVideo(writeVideoConfig(header.video!))
  for (const packet of packets) peer.sendVideo(writeVideoFrame('avc1', packet), packet.dts)
  const publisher = await admission.publisher(before)
  peer.send(command('deleteStream', 4, [null, 1]))
  await publisher.ended()
  peer.socket.end()
  return publisher.packets.length
}

test('a peer that says nothing is closed', async () => {
  const { port, admission } = await startListener({ publishWithinMs: 100 })
  const silent = startPeer(port)
  const shaken = startPeer(port)
  await shaken.shake()
  await Promise.all([silent.closed, shaken.closed])
  expect(admission.requests).toEqual([])
})

test('of one network only so many wait, and a publisher waits no longer', async () => {
  const { port, admission } = await startListener({ waitingPerNetworkMax: 3 })
  const publishers = []
  for (let index = 0; index < 4; index += 1) {
    const peer = startPeer(port)
    await peer.publish(`key${index}`)
    expect(await peer.status()).toMatchObject({ code: 'NetStream.Publish.Start' })
    publishers.push(peer)
  }
  const waiting = [startPeer(port), startPeer(port), startPeer(port)]
  for (const peer of waiting) await peer.shake()
  const refused = startPeer(port)
  await refused.closed
  expect(admission.requests).toHaveLength(4)
  waiting[0]!.socket.destroy()
  // The place is free once the server has seen it.
  await expect
    .poll(async () => {
      const next = startPeer(port)
      return Promise.race([next.shake().then(() => 'in'), next.closed.then(() => 'out')])
    })
    .toBe('in')
})

test('the waiting room counts all networks together, and an IPv6 network as one', () => {
  const room = new WaitingRoom(4, 2)
  const places = [room.enter('10.0.0.1'), room.enter('10.0.0.1')]
  expect(room.enter('10.0.0.1')).toBeUndefined()
  expect(room.enter('2001:db8::1')).toBeDefined()
  expect(room.enter('2001:db8::2')).toBeDefined()
  expect(room.enter('10.0.0.9')).toBeUndefined()
  places[0]!.leave()
  places[0]!.leave()
  expect(room.enter('10.0.0.9')).toBeDefined()
  expect(room.enter('10.0.0.8')).toBeUndefined()
})

const notRtmp: [string, Buffer][] = [
  ['noise', Buffer.alloc(5000, 0x55)],
  ['HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['TLS', Buffer.from([22, 3, 1, 2, 0, 1, 0])],
]
test.each(notRtmp)('%s ends the connection at once', async (_name, bytes) => {
  const { port, lines } = await startListener()
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.write(bytes)
  socket.resume()
  await once(socket, 'close')
  expect(lines.join('\n')).toContain('The peer speaks no RTMP')
})

const aHeader = (chunkStream: number, length: number) => {
  const header = Buffer.alloc(12)
  header[0] = chunkStream
  header.writeUIntBE(length, 4, 3)
  header[7] = messageTypes.video
  return header
}

const claims: [string, Buffer, string][] = [
  ['a message of 16 MB', aHeader(5, 0xff_ff_ff), 'is too large'],
  ['a message of more than 64 KB before it has published', aHeader(5, 65_537), 'is too large'],
  [
    'messages that begin and never end',
    Buffer.concat(
      Array.from({ length: 62 }, (_, index) =>
        Buffer.concat([aHeader(index + 2, 60_000), Buffer.alloc(128)]),
      ),
    ),
    'begun and not ended',
  ],
  [
    'a chunk of a stream that has not begun',
    Buffer.from([0xc5, 0, 0, 0]),
    'begins without a header',
  ],
  [
    'a chunk size of 0',
    Buffer.from([2, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
    'A chunk size of 0',
  ],
]
test.each(claims)('%s ends the connection', async (_name, bytes, reason) => {
  const { port, lines, admission } = await startListener()
  const peer = startPeer(port)
  await peer.shake()
  peer.socket.write(bytes)
  await peer.closed
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(reason)
  expect(lines[0]).not.toContain('ERROR')
  expect(await sendClip(port, admission)).toBe(60)
})

test('more than 64 chunk streams end the connection', async () => {
  const { port, lines } = await startListener()
  const peer = startPeer(port)
  await peer.shake()
  const small = (id: number) =>
    Buffer.concat([Buffer.from([0, id - 64]), aHeader(5, 1).subarray(1), Buffer.alloc(1)])
  peer.socket.write(Buffer.concat(Array.from({ length: 65 }, (_, index) => small(64 + index))))
  await peer.closed
  expect(lines[0]).toContain('More than 64 chunk streams')
})

test('a handshake that never ends is closed, and others are served meanwhile', async () => {
  const { port, admission } = await startListener({ publishWithinMs: 2000 })
  const endless = connect(port, '127.0.0.1').on('error', () => {})
  endless.resume()
  endless.write(openingBlock().subarray(0, 1000))
  const drip = setInterval(() => void endless.write(Buffer.alloc(1)), 5)
  const closed = new Promise<void>((resolve) => void endless.once('close', () => resolve()))
  expect(await sendClip(port, admission)).toBe(60)
  await closed
  clearInterval(drip)
})

test('a publisher that falls silent ends as silent, with a sentence', async () => {
  const { port, admission } = await startListener({ silenceMs: 300 })
  const peer = startPeer(port)
  await peer.publish('good')
  const publisher = await admission.publisher()
  expect(await publisher.ended()).toEqual({
    reason: 'silent',
    message: 'Nothing has arrived for 15 seconds.',
  })
  await peer.closed
})

test('a publisher that is paused is not silent', async () => {
  const { port, admission } = await startListener({ silenceMs: 100 })
  const peer = startPeer(port)
  await peer.publish('good')
  const publisher = await admission.publisher()
  publisher.connection!.pause()
  // A second peer that is not paused shows that the time has passed.
  const other = startPeer(port)
  await other.publish('other')
  await (await admission.publisher(1)).ended()
  expect(publisher.ends).toEqual([])
})

test('too many bits and too many frames end the connection, in words', async () => {
  const { header, packets } = await readClip(await makeRecipe('h264 alone'))
  const tooMuch: [Partial<IngestLimits>, string][] = [
    [{ meanMs: 500, bitsPerSecondMax: 10_000 }, 'Mbps'],
    [{ meanMs: 500, framesPerSecondMax: 5 }, 'frames per second'],
  ]
  for (const [limits, words] of tooMuch) {
    const { port, admission } = await startListener(limits)
    const peer = startPeer(port)
    await peer.publish('good')
    peer.sendVideo(writeVideoConfig(header.video!))
    for (const packet of packets) peer.sendVideo(writeVideoFrame('avc1', packet), packet.dts)
    const { reason, message } = await (await admission.publisher()).ended()
    expect(reason).toBe('failed')
    expect(message).toContain(words)
  }
})

test('a publisher that throws ends its own connection alone', async () => {
  const { port, admission, lines } = await startListener()
  const { header, packets } = await readClip(await makeRecipe('h264 alone'))
  const peer = startPeer(port)
  await peer.publish('secretKey')
  const publisher = await admission.publisher()
  publisher.onPacket = () => {
    throw new RangeError('The value is out of range.')
  }
  peer.sendVideo(writeVideoConfig(header.video!))
  for (const packet of packets) peer.sendVideo(writeVideoFrame('avc1', packet), packet.dts)
  expect(await publisher.ended()).toMatchObject({ reason: 'failed' })
  await peer.closed
  expect(lines.join('\n')).toContain('RangeError')
  expect(lines.join('\n')).not.toContain('secretKey')
  expect(await sendClip(port, admission)).toBe(60)
})

test('an admission that fails refuses, and says nothing of why', async () => {
  const admission = anAdmission(() => {
    throw new Error('The database is away.')
  })
  const { port } = await startListener({}, admission)
  const peer = startPeer(port)
  await peer.publish('good')
  expect(await peer.status()).toEqual({
    code: 'NetStream.Publish.Rejected',
    description: 'This server cannot take the stream right now. Try again in a minute.',
  })
  await peer.closed
})

test('Publish.Start waits for the decision', async () => {
  let decide = () => {}
  const admission = anAdmission(async () => {
    await new Promise<void>((resolve) => (decide = resolve))
    return { refused: { isForRoom: false, message: 'This live stream is disabled.' } }
  })
  const { port } = await startListener({}, admission)
  const peer = startPeer(port)
  await peer.publish('good')
  await expect.poll(() => admission.requests.length).toBe(1)
  expect(peer.messages.filter(({ streamId }) => streamId === 1)).toEqual([])
  decide()
  expect(await peer.status()).toEqual({
    code: 'NetStream.Publish.BadName',
    description: 'This live stream is disabled.',
  })
})

test('a ping is answered, and bytes are acknowledged', async () => {
  const { port } = await startListener()
  const peer = startPeer(port)
  await peer.publish('good')
  peer.send({
    chunkStream: 2,
    type: messageTypes.userControl,
    payload: Buffer.from([0, 6, 1, 2, 3, 4]),
  })
  const pong = await peer.message(
    ({ type, payload }) => type === messageTypes.userControl && payload[1] === 7,
  )
  expect([...pong.payload]).toEqual([0, 7, 1, 2, 3, 4])
  peer.send({ chunkStream: 2, type: messageTypes.windowSize, payload: Buffer.from([0, 0, 8, 0]) })
  peer.send({ chunkStream: 4, type: messageTypes.acknowledgement, payload: Buffer.alloc(4) })
  const { payload } = await peer.message(({ type }) => type === messageTypes.acknowledgement)
  expect(payload.readUInt32BE()).toBeGreaterThan(1024)
})

test('an encoder that unpublishes gets a confirmation, and time to close first', async () => {
  const { port, admission } = await startListener({ closeWithinMs: 60_000 })
  const peer = startPeer(port)
  let hasServerClosed = false
  peer.socket.once('end', () => (hasServerClosed = true))
  await peer.publish('good')
  const publisher = await admission.publisher()
  await peer.status()
  peer.messages.length = 0
  const { header, packets } = await readClip(await makeRecipe('h264 alone'))
  peer.sendVideo(writeVideoConfig(header.video!))
  peer.sendVideo(writeVideoFrame('avc1', packets[0]!))
  peer.send(command('FCUnpublish', 4, [null, 'good']))
  peer.send(command('deleteStream', 5, [null, 1]))
  expect(await peer.status()).toMatchObject({ code: 'NetStream.Unpublish.Success' })
  // The only picture still waited for a sound.
  expect(publisher.packets).toHaveLength(1)
  // A whole clip of another encoder is longer than an early end would need.
  await sendClip(port, admission)
  expect(hasServerClosed).toBe(false)
  peer.socket.end()
  await peer.closed
})

test('a publisher may send pictures of 8 MB and no larger ones', async () => {
  const { port, admission } = await startListener()
  const { header } = await readClip(await makeRecipe('h264 alone'))
  const peer = startPeer(port)
  await peer.publish('good')
  const publisher = await admission.publisher()
  await peer.status()
  peer.socket.write(peer.writer.setChunkSize(65_536))
  peer.send({
    chunkStream: 4,
    type: messageTypes.dataAmf0,
    streamId: 1,
    payload: writeAmf0(['@setDataFrame', 'onMetaData', { videocodecid: 7 }]),
  })
  peer.sendVideo(writeVideoConfig(header.video!))
  const aTag = (bytes: number) => {
    const tag = Buffer.alloc(bytes)
    tag.set([0x17, 1, 0, 0, 0])
    tag.writeUInt32BE(bytes - 9, 5)
    return tag
  }
  peer.sendVideo(aTag(8 * 1024 * 1024))
  peer.sendVideo(aTag(8 * 1024 * 1024 + 1))
  expect(await publisher.ended()).toMatchObject({
    reason: 'failed',
    message: expect.stringContaining('is too large'),
  })
  expect(publisher.packets.map(({ data }) => data.length)).toEqual([8 * 1024 * 1024 - 5])
  await peer.closed
})

test('one connection carries one stream', async () => {
  const { port, admission } = await startListener()
  const peer = startPeer(port)
  await peer.publish('good')
  await peer.status()
  peer.send(command('publish', 4, [null, 'other', 'live'], 1))
  const publisher = await admission.publisher()
  expect(await publisher.ended()).toMatchObject({ reason: 'failed' })
  expect(admission.requests).toHaveLength(1)
})

test('a peer that asks without end and reads no answer is closed', async () => {
  const { port, admission } = await startListener({ publishWithinMs: 60_000 })
  const peer = startPeer(port)
  await peer.shake()
  peer.socket.pause()
  const ping = peer.writer.write({
    chunkStream: 2,
    type: messageTypes.userControl,
    payload: Buffer.from([0, 6, 0, 0, 0, 0]),
  })
  const pings = Buffer.concat(Array.from({ length: 10_000 }, () => ping))
  const send = () => {
    while (!peer.socket.destroyed && peer.socket.write(pings)) continue
  }
  peer.socket.on('drain', send)
  send()
  await peer.closed
  expect(await sendClip(port, admission)).toBe(60)
})

test('another application is refused with the right address', async () => {
  const { port } = await startListener()
  const peer = startPeer(port)
  await peer.shake()
  peer.send(command('connect', 1, [{ app: 'vod' }]))
  const { values } = await peer.command('_error', 1)
  expect(values[1]).toMatchObject({ description: 'The address must end with /app.' })
  await peer.closed
})

test('who asks to play is refused', async () => {
  const { port, admission } = await startListener()
  const peer = startPeer(port)
  await peer.shake()
  peer.send(command('play', 4, [null, 'good']))
  await peer.closed
  expect(admission.requests).toEqual([])
})

test('a peer whose key is never decided on gives its place back', async () => {
  const admission = { ...anAdmission(), admit: () => new Promise<never>(() => {}) }
  const { port } = await startListener(
    { waitingPerNetworkMax: 1, decideWithinMs: 100, closeWithinMs: 100 },
    admission,
  )
  const undecided = startPeer(port)
  await undecided.publish('good')
  expect(await undecided.status()).toMatchObject({ code: 'NetStream.Publish.Rejected' })
  undecided.socket.end()
  await undecided.closed
  await expect
    .poll(async () => {
      const next = startPeer(port)
      return Promise.race([next.shake().then(() => true), next.closed.then(() => false)])
    })
    .toBe(true)
})

test('what a peer says of itself holds no characters that a database refuses', async () => {
  const { port, admission } = await startListener()
  const peer = startPeer(port)
  await peer.shake()
  peer.send(command('connect', 1, [{ app: 'app', flashVer: 'OBS\u0000 \u001B30' }]))
  await peer.command('_result', 1)
  peer.send(command('publish', 3, [null, 'good', 'live'], 1))
  await peer.status()
  expect(admission.requests).toMatchObject([{ encoder: 'OBS 30' }])
  expect(readSaid(['onMetaData', { encoder: 'x264\u0000', 'na\u0000me': 1 }])?.entries).toEqual({
    encoder: 'x264',
    name: 1,
  })
})
