import { describe, expect, test } from 'vitest'
import { limitsOfPublishers } from '../ingest-limits.ts'
import { readAmf0, writeAmf0, type AmfValue } from './amf0.ts'
import { ChunkReader } from './chunk-reader.ts'
import { ChunkWriter } from './chunk-writer.ts'
import type { RtmpMessage } from './message-types.ts'

const video = 9

const readChunks = (bytes: Buffer, pieceBytes = bytes.length) => {
  const messages: RtmpMessage[] = []
  const reader = new ChunkReader(limitsOfPublishers, (message) => void messages.push(message))
  for (let at = 0; at < bytes.length; at += pieceBytes)
    reader.push(bytes.subarray(at, at + pieceBytes))
  return messages
}

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')
const timesOf = (messages: readonly RtmpMessage[]) => messages.map(({ timestamp }) => timestamp)

describe('what the writer writes, the reader reads', () => {
  const payload = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251))
  test.each([0, 1, 5_000, 0xff_ff_fe, 0xff_ff_ff, 0x1_00_00_00, 2 ** 32 - 1])(
    'at the time %i, in pieces of any size',
    (timestamp) => {
      const writer = new ChunkWriter()
      const bytes = Buffer.concat([
        writer.write({ chunkStream: 6, type: video, streamId: 1, timestamp, payload }),
        writer.setChunkSize(300),
        writer.write({ chunkStream: 6, type: video, streamId: 1, timestamp, payload }),
      ])
      for (const pieceBytes of [1, 3, 128, 5000])
        expect(readChunks(bytes, pieceBytes)).toEqual([
          { type: video, streamId: 1, timestamp, payload },
          { type: video, streamId: 1, timestamp, payload },
        ])
    },
  )
})

describe('a message that arrives at once', () => {
  const readMessage = (payloadBytes: number, otherBytes: number) => {
    const writer = new ChunkWriter()
    const payload = Buffer.alloc(payloadBytes, 1)
    const bytes = Buffer.concat([
      writer.setChunkSize(65_536),
      writer.write({ chunkStream: 6, type: video, payload }),
      Buffer.alloc(otherBytes),
    ])
    // As it comes from a socket: alone in its memory.
    const arrived = Buffer.from(new Uint8Array(bytes).buffer)
    const [message] = readChunks(arrived)
    return { isShared: message?.payload.buffer === arrived.buffer, payload: message?.payload }
  }

  test('is not copied', () => {
    const { isShared, payload } = readMessage(20_000, 0)
    expect([isShared, payload?.length]).toEqual([true, 20_000])
  })

  test('is copied where it would keep much more in memory than itself', () => {
    const { isShared, payload } = readMessage(10_000, 40_000)
    expect([isShared, payload?.length]).toEqual([false, 10_000])
  })
})

describe('headers that leave out what repeats', () => {
  const whole = '04 000064 000001 09 01000000 aa'

  test('add their delta to the last time', () => {
    const messages = readChunks(hex(`${whole} 44 000021 000001 08 bb 84 000014 cc c4 dd`))
    expect(timesOf(messages)).toEqual([100, 133, 153, 173])
    expect(messages.map(({ type }) => type)).toEqual([9, 8, 8, 8])
  })

  test('repeat a first time as delta, as the specification says, unless it is absurd', () => {
    expect(timesOf(readChunks(hex(`${whole} c4 bb`)))).toEqual([100, 200])
    const late = '04 010000 000001 09 01000000 aa'
    expect(timesOf(readChunks(hex(`${late} c4 bb`)))).toEqual([65_536, 65_536])
  })

  test('wrap at 32 bits', () => {
    const end = '04 ffffff 000001 09 01000000 fffffff0 aa'
    expect(timesOf(readChunks(hex(`${end} 84 000020 bb`)))).toEqual([2 ** 32 - 16, 16])
  })

  test('leave out the extended time of a continued message, or not', () => {
    const payload = 'ab'.repeat(128)
    const first = `04 ffffff 000081 09 01000000 01020304 ${payload}`
    for (const next of ['c4 01020304 cd', 'c4 cd 02 000000 000000 03 00000000'])
      expect(readChunks(hex(`${first} ${next}`))[0]).toMatchObject({
        timestamp: 0x01_02_03_04,
        payload: hex(`${payload} cd`),
      })
  })
})

test('messages of several chunk streams may be mixed, and one may be given up', () => {
  const [a, b] = ['aa'.repeat(128), 'bb'.repeat(128)]
  const begin = `04 000000 000081 09 01000000 ${a} 05 000000 000081 08 01000000 ${b}`
  expect(readChunks(hex(`${begin} c5 bb c4 aa`)).map(({ type }) => type)).toEqual([8, 9])
  const abort = '02 000000 000004 02 00000000 00000004'
  const again = `04 000000 000001 09 01000000 cc`
  const messages = readChunks(hex(`${begin} ${abort} c5 bb ${again}`))
  expect(messages.map(({ payload }) => payload.length)).toEqual([129, 1])
})

test('chunk streams have ids of one, two and three bytes', () => {
  const head = '000000 000001 09 01000000'
  const messages = readChunks(hex(`3f ${head} 01 00ff ${head} 02 010001 ${head} 03`))
  expect(messages.map(({ payload }) => payload[0])).toEqual([1, 2, 3])
})

test('a held reader keeps what came, and goes on', () => {
  const writer = new ChunkWriter()
  const messages: number[] = []
  const reader = new ChunkReader(limitsOfPublishers, ({ payload }) => {
    messages.push(payload[0]!)
    if (payload[0] === 1) reader.hold()
  })
  const one = (value: number) =>
    writer.write({ chunkStream: 4, type: video, payload: Buffer.from([value]) })
  reader.push(Buffer.concat([one(0), one(1), one(2)]))
  reader.push(one(3))
  expect(messages).toEqual([0, 1])
  reader.release()
  expect(messages).toEqual([0, 1, 2, 3])
})

test('a message that is claimed but not sent takes little memory', () => {
  const writer = new ChunkWriter()
  const before = process.memoryUsage().arrayBuffers
  const readers = Array.from({ length: 50 }, () => {
    const reader = new ChunkReader(limitsOfPublishers, () => {})
    reader.push(writer.write({ chunkStream: 4, type: video, payload: Buffer.alloc(0) }))
    reader.push(hex('05 000000 7fffff 09 01000000 aabb'))
    return reader
  })
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(readers.length * 100_000)
})

describe('AMF0', () => {
  const values: AmfValue[] = [
    'connect',
    1,
    true,
    null,
    undefined,
    { app: 'app', nested: { list: [1, 'two', false] } },
    'x'.repeat(70_000),
  ]

  test('reads what it has written', () => {
    expect(JSON.stringify(readAmf0(writeAmf0(values)))).toBe(JSON.stringify(values))
  })

  test.each([
    ['a value that is cut off', '02 0005 6162'],
    ['an unknown type', '11 00'],
    ['objects in objects without end', '03 0001 61'.repeat(20)],
    ['a list that claims four billion values', `0a ffffffff ${'05'.repeat(600)}`],
  ])('%s is an error of the peer', (_name, bytes) => {
    expect(() => readAmf0(hex(bytes))).toThrow(expect.objectContaining({ name: 'IngestError' }))
  })

  test('a property named __proto__ is one like any other', () => {
    const [object] = readAmf0(hex('03 0009 5f5f70726f746f5f5f 03 0001 61 05 000009 000009'))
    expect(Object.keys(object as object)).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })
})
