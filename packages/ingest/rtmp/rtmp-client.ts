import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import {
  describeStream,
  writeAudioConfig,
  writeAudioFrame,
  writeVideoConfig,
  writeVideoFrame,
} from '../flv/write-tags.ts'
import { IngestError } from '../ingest-error.ts'
import { limitsBeforePublish } from '../ingest-limits.ts'
import type { MediaPacket, StreamHeader } from '../packet.ts'
import { writeAmf0 } from './amf0.ts'
import { ChunkReader } from './chunk-reader.ts'
import { ChunkWriter, type OutgoingMessage } from './chunk-writer.ts'
import * as commands from './commands.ts'
import { Handshake, openingBlock } from './handshake.ts'
import { messageTypes, type RtmpMessage } from './message-types.ts'
import { PacketQueue, type QueuedPacket, type QueueLimits } from './packet-queue.ts'
import { readTargetAddress } from './target-address.ts'

/** `refused` is the answer of the server, so trying again is of little use. */
export interface PublicationEnd {
  reason: 'refused' | 'failed' | 'closed'
  message: string
  /** Of a connection that failed: what the system or the guard threw. */
  error?: Error
}

export interface PublishOptions {
  /** Such as `rtmps://live.example.com/app`. */
  url: string
  streamKey: string
  header: StreamHeader
  /** Resolves names; refuse private addresses here. Node does not ask it for a host that is an address already. */
  lookup?: LookupFunction
  /** Certificates to trust instead of those of Node. */
  ca?: string | Buffer
  queue?: QueueLimits
  timeouts?: Partial<typeof defaultTimeouts>
  onPublishing(): void
  /** Called exactly once. */
  onEnd(end: PublicationEnd): void
}

const defaultTimeouts = { publishMs: 10_000, sendMs: 15_000, closeMs: 5000 }
const outgoingChunkSize = 65_536
const chunkStreams = { command: 3, audio: 4, video: 6 } as const
const transactions = {
  connect: 1,
  releaseStream: 2,
  prepare: 3,
  createStream: 4,
  publish: 5,
  end: 6,
}
const defaultWindow = 2_500_000

/** Publishes packets to another server, from the next keyframe on. One attempt: the caller decides about more. */
export class RtmpClient {
  readonly #options: PublishOptions
  readonly #target
  readonly #socket: Socket
  readonly #handshake = new Handshake('client')
  readonly #writer = new ChunkWriter()
  readonly #reader = new ChunkReader(limitsBeforePublish, (message) => this.#take(message))
  readonly #queue: PacketQueue
  readonly #timeouts
  #phase: 'connecting' | 'publishing' | 'ended' = 'connecting'
  #isShaken = false
  #streamId = commands.mediaStreamId
  #header: StreamHeader
  #sentHeader: StreamHeader | undefined
  #firstDts: number | undefined
  #isFull = false
  #received = 0
  #acknowledged = 0
  #window = defaultWindow
  #timer: NodeJS.Timeout

  /** Throws for an address that is none. */
  constructor(options: PublishOptions) {
    this.#options = options
    this.#header = options.header
    this.#queue = new PacketQueue(options.queue)
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts }
    this.#target = readTargetAddress(options.url)
    const { isSecure, host, port } = this.#target
    const { lookup, ca } = options
    const socket = isSecure
      ? connectTls({ host, port, lookup, ca, servername: isIP(host) ? undefined : host })
      : connectPlain({ host, port, lookup })
    this.#socket = socket
    this.#timer = this.#endAfter(this.#timeouts.publishMs, 'The server did not answer in time.')
    socket.setNoDelay(true)
    socket.on(isSecure ? 'secureConnect' : 'connect', () => socket.write(openingBlock()))
    socket.on('data', (bytes: Buffer) => this.#guard(() => this.#receive(bytes)))
    socket.on('drain', () => this.#guard(() => this.#drain()))
    socket.on('error', (error) => this.#end('failed', error.message, error))
    socket.on('close', () => this.#end('failed', 'The server closed the connection.'))
  }

  /** Packets that were left out, since the server was too slow or a keyframe was missing. */
  get dropped() {
    return this.#queue.dropped
  }

  get bytesSent() {
    return this.#socket.bytesWritten
  }

  takeHeader(header: StreamHeader) {
    this.#header = header
  }

  takePacket(packet: MediaPacket) {
    if (this.#phase === 'ended') return
    this.#queue.push({ packet, header: this.#header })
    this.#guard(() => this.#pump())
  }

  /** Sends what waits, and says goodbye. */
  close() {
    if (this.#phase === 'publishing') {
      for (let item = this.#queue.shift(); item; item = this.#queue.shift()) this.#sendItem(item)
      const { streamKey } = this.#options
      this.#send(commands.command('FCUnpublish', transactions.end, [null, streamKey]))
      this.#send(commands.command('deleteStream', transactions.end + 1, [null, this.#streamId]))
    }
    this.#end('closed', 'The stream has ended.')
  }

  #guard(handle: () => void) {
    try {
      handle()
    } catch (error) {
      this.#end('failed', error instanceof IngestError ? error.message : 'The connection failed.')
    }
  }

  #endAfter(milliseconds: number, message: string) {
    return setTimeout(() => this.#end('failed', message), milliseconds)
  }

  #end(reason: PublicationEnd['reason'], message: string, error?: Error) {
    if (this.#phase === 'ended') return
    this.#phase = 'ended'
    clearTimeout(this.#timer)
    this.#socket.end()
    this.#socket.resume()
    const timer = setTimeout(() => this.#socket.destroy(), this.#timeouts.closeMs)
    this.#socket.once('close', () => clearTimeout(timer))
    if (reason === 'failed') this.#socket.destroy()
    this.#options.onEnd({ reason, message, ...(error && { error }) })
  }

  #receive(bytes: Buffer) {
    if (this.#phase === 'ended') return
    this.#received += bytes.length
    if (this.#isShaken) this.#reader.push(bytes)
    else this.#shake(bytes)
    if (this.#received - this.#acknowledged < this.#window / 2) return
    this.#acknowledged = this.#received
    this.#send(commands.acknowledgement(this.#received))
  }

  #shake(bytes: Buffer) {
    const { send, rest } = this.#handshake.take(bytes)
    if (send) this.#socket.write(send)
    if (!rest) return
    this.#isShaken = true
    const { application, tcUrl } = this.#target
    this.#socket.write(this.#writer.setChunkSize(outgoingChunkSize))
    this.#send(
      commands.command('connect', transactions.connect, [
        {
          app: application,
          type: 'nonprivate',
          flashVer: 'FMLE/3.0 (compatible; Playhead)',
          tcUrl,
          fourCcList: commands.fourCcList,
        },
      ]),
    )
    if (rest.length > 0) this.#reader.push(rest)
  }

  #send(message: OutgoingMessage) {
    if (this.#socket.writableEnded || this.#socket.destroyed) return true
    return this.#socket.write(this.#writer.write(message))
  }

  #take(message: RtmpMessage) {
    const { type, payload } = message
    if (type === messageTypes.commandAmf0 || type === messageTypes.commandAmf3)
      this.#follow(commands.readCommand(message))
    if (type === messageTypes.windowSize && payload.length >= 4)
      this.#window = Math.max(payload.readUInt32BE(), 1024)
    const pong = type === messageTypes.userControl && commands.pong(payload)
    if (pong) this.#send(pong)
  }

  #follow({ name, transaction, values }: commands.Command) {
    if (name === '_error' && transaction !== transactions.releaseStream)
      if (transaction !== transactions.prepare) this.#refused(values)
    if (name === '_result' && transaction === transactions.connect) this.#create()
    if (name === '_result' && transaction === transactions.createStream) this.#publish(values[1])
    if (name !== 'onStatus') return
    const code = commands.textOf(values[1], 'code')
    if (commands.textOf(values[1], 'level') === 'error') this.#refused(values)
    else if (code === commands.codes.start && this.#phase === 'connecting') this.#start()
  }

  #refused(values: commands.Command['values']) {
    const said = values.find((value) => commands.textOf(value, 'description'))
    const description = commands.textOf(said, 'description')?.slice(0, 200)
    // A server may repeat the key in what it says.
    const { streamKey } = this.#options
    const message = streamKey ? description?.replaceAll(streamKey, '…') : description
    this.#end('refused', message || 'The server refused the stream.')
  }

  #create() {
    const { streamKey } = this.#options
    this.#send(commands.command('releaseStream', transactions.releaseStream, [null, streamKey]))
    this.#send(commands.command('FCPublish', transactions.prepare, [null, streamKey]))
    this.#send(commands.command('createStream', transactions.createStream, [null]))
  }

  #publish(streamId: unknown) {
    if (typeof streamId === 'number') this.#streamId = streamId
    this.#send(
      commands.command(
        'publish',
        transactions.publish,
        [null, this.#options.streamKey, 'live'],
        this.#streamId,
      ),
    )
  }

  #start() {
    clearTimeout(this.#timer)
    this.#phase = 'publishing'
    this.#options.onPublishing()
    this.#pump()
  }

  #drain() {
    this.#isFull = false
    clearTimeout(this.#timer)
    this.#pump()
  }

  #pump() {
    if (this.#phase !== 'publishing') return
    while (!this.#isFull) {
      const item = this.#queue.shift()
      if (!item) return
      if (this.#sendItem(item)) continue
      this.#isFull = true
      this.#timer = this.#endAfter(this.#timeouts.sendMs, 'The server accepts no more data.')
    }
  }

  /** Returns false when the socket is full. */
  #sendItem({ packet, header }: QueuedPacket) {
    this.#firstDts ??= packet.dts
    const timestamp = Math.max(0, Math.round(packet.dts - this.#firstDts))
    if (header !== this.#sentHeader) this.#sendHeader(header, timestamp)
    if (packet.kind === 'video') {
      if (!header.video) return true
      return this.#sendVideo(timestamp, writeVideoFrame(header.video.codec, packet))
    }
    return !header.audio || this.#sendAudio(timestamp, writeAudioFrame(header.audio.codec, packet))
  }

  #sendHeader(header: StreamHeader, timestamp: number) {
    this.#sentHeader = header
    this.#send({
      chunkStream: chunkStreams.audio,
      type: messageTypes.dataAmf0,
      streamId: this.#streamId,
      payload: writeAmf0(['@setDataFrame', 'onMetaData', describeStream(header)]),
    })
    if (header.video) this.#sendVideo(timestamp, writeVideoConfig(header.video))
    const sound = header.audio && writeAudioConfig(header.audio)
    if (sound) this.#sendAudio(timestamp, sound)
  }

  #sendVideo(timestamp: number, payload: Buffer) {
    return this.#send({
      chunkStream: chunkStreams.video,
      type: messageTypes.video,
      streamId: this.#streamId,
      timestamp,
      payload,
    })
  }

  #sendAudio(timestamp: number, payload: Buffer) {
    return this.#send({
      chunkStream: chunkStreams.audio,
      type: messageTypes.audio,
      streamId: this.#streamId,
      timestamp,
      payload,
    })
  }
}
