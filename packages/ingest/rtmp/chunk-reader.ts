import { IngestError } from '../ingest-error.ts'
import type { MessageLimits } from '../ingest-limits.ts'
import { messageTypes, type RtmpMessage } from './message-types.ts'

interface ChunkStream {
  timestamp: number
  /** What a message that repeats this header adds to its time. */
  delta: number
  /** The value of the extended timestamp field, undefined without one. */
  extended: number | undefined
  length: number
  type: number
  streamId: number
  /** The message that has begun; it grows as bytes come, since lengths are only claims. */
  payload: Buffer | undefined
  received: number
}

const headerBytes = [11, 7, 3, 0]
const extendedMark = 0xff_ff_ff
const chunkSizeMax = 0xff_ff_ff
const firstAllocation = 16 * 1024
/** librtmp repeats a header for "the same time", others for "the same delta": no delta of media is as long as this. */
const repeatedDeltaMax = 1000
const noBytes = Buffer.alloc(0)
/** A message shares what was read from the network where that is at most so many times its size. */
const keptShareMax = 4

/** Chunks to messages. `onMessage` may call `hold`: what has arrived behind that message waits for `release`. */
export class ChunkReader {
  #limits: MessageLimits
  readonly #onMessage: (message: RtmpMessage) => void
  readonly #streams = new Map<number, ChunkStream>()
  #chunkSize = 128
  #rest: Buffer = noBytes
  #current: ChunkStream | undefined
  #remaining = 0
  #openBytes = 0
  #isHeld = false
  #isReading = false

  constructor(limits: MessageLimits, onMessage: (message: RtmpMessage) => void) {
    this.#limits = limits
    this.#onMessage = onMessage
  }

  setLimits(limits: MessageLimits) {
    this.#limits = limits
  }

  hold() {
    this.#isHeld = true
  }

  release() {
    this.#isHeld = false
    this.#read()
  }

  push(input: Buffer) {
    this.#rest = this.#rest.length === 0 ? input : Buffer.concat([this.#rest, input])
    this.#read()
  }

  #read() {
    // A message may release the reader that is reading it.
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (!this.#isHeld && this.#rest.length > 0) {
        if (!this.#current && !this.#readHeader()) return
        this.#readPayload()
      }
    } finally {
      this.#isReading = false
    }
  }

  /** Returns false when the header is not there completely; then nothing was taken. */
  #readHeader() {
    const input = this.#rest
    const first = input[0]!
    const format = first >> 6
    const low = first & 0x3f
    const basicBytes = low > 1 ? 1 : low + 2
    const fieldBytes = headerBytes[format]!
    if (input.length < basicBytes + fieldBytes) return false
    let id = low
    if (low === 0) id = 64 + input[1]!
    else if (low === 1) id = 64 + input[1]! + input[2]! * 256

    const known = this.#streams.get(id)
    // Some encoders begin a chunk stream with a header that has no stream id.
    if (!known && format > 1) throw new IngestError('A chunk stream begins without a header.')
    if (known?.payload && format !== 3)
      throw new IngestError('A message begins before the one before it has ended.')

    let at = basicBytes
    const field = format < 3 ? input.readUIntBE(at, 3) : 0
    const isExtended = format < 3 ? field === extendedMark : known?.extended !== undefined
    if (isExtended && input.length < at + fieldBytes + 4) return false

    const stream = known ?? this.#open(id)
    if (format < 2) {
      stream.length = input.readUIntBE(at + 3, 3)
      stream.type = input[at + 6]!
    }
    if (format === 0) stream.streamId = input.readUInt32LE(at + 7)
    at += fieldBytes
    if (format < 3) {
      const time = isExtended ? input.readUInt32BE(at) : field
      stream.extended = isExtended ? time : undefined
      if (isExtended) at += 4
      stream.delta = format === 0 && time > repeatedDeltaMax ? 0 : time
      stream.timestamp = format === 0 ? time : (stream.timestamp + time) >>> 0
    } else {
      // Some encoders leave the field out here, so it is taken only where it repeats.
      if (isExtended && input.readUInt32BE(at) === stream.extended) at += 4
      if (!stream.payload) stream.timestamp = (stream.timestamp + stream.delta) >>> 0
    }
    if (!stream.payload) {
      const whole = this.#wholeIn(input, at, stream.length)
      if (whole) {
        this.#rest = input.subarray(at + stream.length)
        this.#hand(stream, whole)
        return true
      }
      this.#begin(stream)
    }
    this.#current = stream
    this.#remaining = Math.min(this.#chunkSize, stream.length - stream.received)
    this.#rest = input.subarray(at)
    if (this.#remaining === 0) this.#finish(stream)
    return true
  }

  #open(id: number) {
    if (this.#streams.size >= this.#limits.chunkStreamsMax)
      throw new IngestError(`More than ${this.#limits.chunkStreamsMax} chunk streams.`)
    const stream: ChunkStream = {
      timestamp: 0,
      delta: 0,
      extended: undefined,
      length: 0,
      type: 0,
      streamId: 0,
      payload: undefined,
      received: 0,
    }
    this.#streams.set(id, stream)
    return stream
  }

  /**
   * A message that has arrived at once is not copied: what is allocated here makes the engine collect garbage. Unless it
   * would keep much more in memory than itself.
   */
  #wholeIn(input: Buffer, at: number, length: number) {
    const isThere = length <= this.#chunkSize && input.length - at >= length
    if (!isThere || length > this.#limits.messageBytesMax) return undefined
    if (length * keptShareMax < input.buffer.byteLength) return undefined
    return input.subarray(at, at + length)
  }

  #begin(stream: ChunkStream) {
    if (stream.length > this.#limits.messageBytesMax)
      throw new IngestError(`A message of ${stream.length} bytes is too large.`)
    stream.received = 0
    stream.payload = this.#allocate(Math.min(stream.length, firstAllocation))
  }

  #allocate(bytes: number) {
    this.#openBytes += bytes
    if (this.#openBytes > this.#limits.openBytesMax)
      throw new IngestError('Too many messages have begun and not ended.')
    return Buffer.allocUnsafe(bytes)
  }

  #readPayload() {
    const stream = this.#current
    if (!stream?.payload) return
    const count = Math.min(this.#remaining, this.#rest.length)
    const end = stream.received + count
    if (end > stream.payload.length) {
      const grown = this.#allocate(
        Math.min(stream.length, Math.max(end, 2 * stream.payload.length)),
      )
      stream.payload.copy(grown, 0, 0, stream.received)
      this.#openBytes -= stream.payload.length
      stream.payload = grown
    }
    this.#rest.copy(stream.payload, stream.received, 0, count)
    stream.received = end
    this.#remaining -= count
    this.#rest = this.#rest.subarray(count)
    if (this.#remaining > 0) return
    this.#current = undefined
    if (stream.received === stream.length) this.#finish(stream)
  }

  #finish(stream: ChunkStream) {
    const payload = stream.payload!
    this.#openBytes -= payload.length
    stream.payload = undefined
    this.#current = undefined
    this.#hand(stream, payload)
  }

  #hand({ type, streamId, timestamp }: ChunkStream, payload: Buffer) {
    if (type === messageTypes.setChunkSize) this.#setChunkSize(payload)
    else if (type === messageTypes.abort) this.#abort(payload)
    else this.#onMessage({ type, streamId, timestamp, payload })
  }

  #setChunkSize(payload: Buffer) {
    const size = payload.length >= 4 ? payload.readUInt32BE() : 0
    if (size < 1 || size > 0x7f_ff_ff_ff) throw new IngestError(`A chunk size of ${size}.`)
    this.#chunkSize = Math.min(size, chunkSizeMax)
  }

  #abort(payload: Buffer) {
    const stream = payload.length >= 4 && this.#streams.get(payload.readUInt32BE())
    if (!stream || !stream.payload) return
    this.#openBytes -= stream.payload.length
    stream.payload = undefined
  }
}
