import { describe, expect, test } from 'vitest'
import type { MediaPacket, StreamHeader } from '../packet.ts'
import { PacketQueue } from './packet-queue.ts'
import { readTargetAddress } from './target-address.ts'

const config = Buffer.alloc(0)
const withPicture: StreamHeader = {
  said: {},
  video: { codec: 'avc1', config, width: 16, height: 16 },
}
const soundAlone: StreamHeader = {
  said: {},
  audio: { codec: 'mp4a', config, sampleRate: 48_000, channels: 2 },
}

const aPacket = (name: string, arrivedAt = 0, bytes = 1): MediaPacket => ({
  kind: name.startsWith('s') ? 'audio' : 'video',
  isKey: name !== 'p',
  dts: arrivedAt,
  pts: arrivedAt,
  arrivedAt,
  data: Buffer.alloc(bytes, name),
})

const namesIn = (queue: PacketQueue) => {
  let names = ''
  for (let item = queue.shift(); item; item = queue.shift())
    names += item.packet.data.toString('latin1', 0, 1)
  return names
}

const pushAll = (queue: PacketQueue, names: string, header = withPicture, everyMs = 0) => {
  for (const [index, name] of names.split('').entries())
    queue.push({ packet: aPacket(name, index * everyMs), header })
}

describe('a queue of packets', () => {
  test('begins with a keyframe, or with any sound where there is no picture', () => {
    const queue = new PacketQueue()
    pushAll(queue, 'pspkpsk')
    expect(namesIn(queue)).toBe('kpsk')
    expect(queue.dropped).toBe(3)
    const sounds = new PacketQueue()
    pushAll(sounds, 'sss', soundAlone)
    expect(namesIn(sounds)).toBe('sss')
  })

  test('drops up to the next keyframe that it has when it has too many bytes', () => {
    const queue = new PacketQueue({ bytesMax: 5, millisecondsMax: 4000 })
    pushAll(queue, 'kspkpps')
    expect(namesIn(queue)).toBe('kpps')
    expect(queue.dropped).toBe(3)
  })

  test('waits for a keyframe when it has none', () => {
    const queue = new PacketQueue({ bytesMax: 3, millisecondsMax: 4000 })
    pushAll(queue, 'kpppspkp')
    expect(namesIn(queue)).toBe('kp')
    expect(queue.dropped).toBe(6)
  })

  test('drops what is older than four seconds', () => {
    const queue = new PacketQueue()
    pushAll(queue, 'kpkpk', withPicture, 1500)
    expect(namesIn(queue)).toBe('kpk')
  })

  test('has room again when packets have left', () => {
    const queue = new PacketQueue({ bytesMax: 3, millisecondsMax: 4000 })
    for (let round = 0; round < 5; round += 1) {
      pushAll(queue, 'kpp')
      expect(namesIn(queue)).toBe('kpp')
    }
    expect(queue.dropped).toBe(0)
  })
})

test.each([
  [
    'rtmp://live.example.com/app',
    { isSecure: false, host: 'live.example.com', port: 1935, application: 'app' },
  ],
  ['RTMPS://live.example.com:443/app/', { isSecure: true, host: 'live.example.com', port: 443 }],
  ['rtmps://a.example/rtmp/?x=1', { port: 443, application: 'rtmp/?x=1' }],
  ['rtmp://[::1]:80/a/b', { host: '::1', port: 80, application: 'a/b' }],
])('the address %s', (url, address) => {
  expect(readTargetAddress(url)).toMatchObject(address)
})
