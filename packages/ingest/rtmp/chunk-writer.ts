import { messageTypes } from './message-types.ts'

export interface OutgoingMessage {
  chunkStream: number
  type: number
  streamId?: number
  timestamp?: number
  payload: Buffer
}

const extendedMark = 0xff_ff_ff
const defaultChunkSize = 128

/** Messages to chunks, each with a whole header: simple, and every peer reads it. */
export class ChunkWriter {
  #chunkSize = defaultChunkSize

  /** Returns the message that announces the size; later messages use it. */
  setChunkSize(size: number): Buffer {
    const payload = Buffer.alloc(4)
    payload.writeUInt32BE(size)
    const bytes = this.write({ chunkStream: 2, type: messageTypes.setChunkSize, payload })
    this.#chunkSize = size
    return bytes
  }

  write({ chunkStream, type, streamId = 0, timestamp = 0, payload }: OutgoingMessage): Buffer {
    const time = timestamp >>> 0
    const isExtended = time >= extendedMark
    const chunks = Math.max(1, Math.ceil(payload.length / this.#chunkSize))
    const extendedBytes = isExtended ? 4 : 0
    const output = Buffer.allocUnsafe(
      payload.length + 12 + extendedBytes + (chunks - 1) * (1 + extendedBytes),
    )
    output[0] = chunkStream
    output.writeUIntBE(isExtended ? extendedMark : time, 1, 3)
    output.writeUIntBE(payload.length, 4, 3)
    output[7] = type
    output.writeUInt32LE(streamId, 8)
    let at = 12
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      if (chunk > 0) output[at++] = 0xc0 | chunkStream
      if (isExtended) at = output.writeUInt32BE(time, at)
      const start = chunk * this.#chunkSize
      at += payload.copy(output, at, start, Math.min(start + this.#chunkSize, payload.length))
    }
    return output
  }
}
