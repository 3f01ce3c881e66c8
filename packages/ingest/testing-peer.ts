import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { ChunkReader } from './rtmp/chunk-reader.ts'
import { limitsOfPublishers } from './ingest-limits.ts'
import { ChunkWriter, type OutgoingMessage } from './rtmp/chunk-writer.ts'
import * as commands from './rtmp/commands.ts'
import { Handshake, openingBlock } from './rtmp/handshake.ts'
import { messageTypes, type RtmpMessage } from './rtmp/message-types.ts'

/** A peer that a test drives message by message. */
export class TestingPeer {
  readonly socket: Socket
  readonly writer = new ChunkWriter()
  readonly messages: RtmpMessage[] = []
  readonly closed: Promise<unknown>
  readonly #handshake = new Handshake('client')
  readonly #reader = new ChunkReader(limitsOfPublishers, (message) => {
    this.messages.push(message)
    this.socket.emit('message', message)
  })
  #isShaken = false

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1' })
    this.socket.on('error', () => {})
    this.closed = once(this.socket, 'close').catch(() => {})
    this.socket.on('data', (bytes: Buffer) => {
      if (this.#isShaken) {
        this.#reader.push(bytes)
        return
      }
      const { send, rest } = this.#handshake.take(bytes)
      if (send) this.socket.write(send)
      if (!rest) return
      this.#isShaken = true
      if (rest.length > 0) this.#reader.push(rest)
      this.socket.emit('shaken')
    })
  }

  async shake() {
    this.socket.write(openingBlock())
    await once(this.socket, 'shaken')
  }

  send(message: OutgoingMessage) {
    this.socket.write(this.writer.write(message))
  }

  /** Waits for the first message that fits, also among those that have come. */
  async message(fits: (message: RtmpMessage) => boolean): Promise<RtmpMessage> {
    for (;;) {
      const found = this.messages.find((message) => fits(message))
      if (found) return found
      await once(this.socket, 'message')
    }
  }

  async command(name: string, transaction?: number) {
    const message = await this.message((message) => {
      if (message.type !== messageTypes.commandAmf0) return false
      const read = commands.readCommand(message)
      return read.name === name && (transaction === undefined || read.transaction === transaction)
    })
    return commands.readCommand(message)
  }

  /** The code and the sentence of the first status. */
  async status() {
    const { values } = await this.command('onStatus')
    return {
      code: commands.textOf(values[1], 'code'),
      description: commands.textOf(values[1], 'description'),
    }
  }

  async publish(key: string, app = 'app') {
    await this.shake()
    this.send(commands.command('connect', 1, [{ app }]))
    await this.command('_result', 1)
    this.send(commands.command('createStream', 2, [null]))
    await this.command('_result', 2)
    this.send(commands.command('publish', 3, [null, key, 'live'], commands.mediaStreamId))
  }

  sendVideo(payload: Buffer, timestamp = 0) {
    this.send({ chunkStream: 6, type: messageTypes.video, streamId: 1, timestamp, payload })
  }

  sendAudio(payload: Buffer, timestamp = 0) {
    this.send({ chunkStream: 4, type: messageTypes.audio, streamId: 1, timestamp, payload })
  }
}

export const startPeer = (port: number) => new TestingPeer(port)
