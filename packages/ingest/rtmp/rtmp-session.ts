import type { Socket } from 'node:net'
import { IngestError } from '../ingest-error.ts'
import { limitsBeforePublish, limitsOfPublishers, type IngestLimits } from '../ingest-limits.ts'
import type {
  Admit,
  Decision,
  EndReason,
  IngestLog,
  Publisher,
  PublishRequest,
  Refusal,
} from '../packet.ts'
import { ChunkReader } from './chunk-reader.ts'
import { ChunkWriter, type OutgoingMessage } from './chunk-writer.ts'
import * as commands from './commands.ts'
import { Handshake } from './handshake.ts'
import { messageTypes, type RtmpMessage } from './message-types.ts'
import { Publication } from './publication.ts'
import { RefusedHeader } from './refused-header.ts'

interface SessionOptions {
  socket: Socket
  protocol: 'rtmp' | 'rtmps'
  remoteAddress: string
  admit: Admit
  limits: IngestLimits
  log: IngestLog
  /** The connection publishes and no longer waits. */
  onPublish: () => void
}

type Phase = 'waiting' | 'deciding' | 'publishing' | 'closing'

const windowBytes = 2_500_000
const applications = ['app', 'live']
const outgoingChunkSize = 4096
const unreadBytesMax = 256 * 1024
const silence = 'Nothing has arrived for 15 seconds.'
const busy = 'This server cannot take the stream right now. Try again in a minute.'

/** One connection of an encoder. Whatever the peer sends, or the publisher throws, ends this connection alone. */
export class RtmpSession {
  readonly #options: SessionOptions
  readonly #socket: Socket
  readonly #handshake = new Handshake('server')
  readonly #writer = new ChunkWriter()
  readonly #reader: ChunkReader
  readonly #since = Date.now()
  #phase: Phase = 'waiting'
  #isShaken = false
  #isPaused = false
  #hasPeerEnded = false
  #received = 0
  #acknowledged = 0
  #peerWindow = windowBytes
  #encoder: string | undefined
  #publication: Publication | undefined
  #arrivedAt = 0
  #decidingSince = 0

  constructor(options: SessionOptions) {
    this.#options = options
    this.#socket = options.socket
    this.#reader = new ChunkReader(limitsBeforePublish, (message) => this.#take(message))
    const socket = this.#socket
    socket.on('data', (bytes: Buffer) => this.#guard(() => this.#receive(bytes)))
    socket.on('end', () => {
      this.#hasPeerEnded = true
      // What waits in the reader came before the end.
      if (!this.#isPaused) this.#end('closed')
    })
    socket.on('error', () => this.#end('closed'))
    socket.on('close', () => this.#end('closed'))
  }

  /** Call it about once a second. */
  tick(now: number) {
    this.#guard(() => {
      if (this.#phase === 'waiting' && now - this.#since > this.#options.limits.publishWithinMs)
        this.#socket.destroy()
      // A peer that leaves meanwhile is not noticed, and would keep its place.
      if (
        this.#phase === 'deciding' &&
        now - this.#decidingSince > this.#options.limits.decideWithinMs
      )
        this.#refuse(commands.codes.rejected, busy, 'failed')
      if (this.#phase !== 'publishing' || this.#isPaused) return
      if (this.#publication?.pace.check(now) === 'silent')
        this.#refuse(commands.codes.rejected, silence, 'silent')
    })
  }

  /** The program stops: encoders connect again by themselves. */
  close(message: string) {
    this.#guard(() => this.#refuse(commands.codes.rejected, message, 'closed'))
    this.#close()
  }

  #guard(handle: () => void) {
    try {
      handle()
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown) {
    const { log, protocol } = this.#options
    if (error instanceof IngestError) {
      log.info('A live connection was ended.', { protocol, reason: error.message })
      const isRoom = error instanceof RefusedHeader && error.refusal.isForRoom
      this.#refuse(
        isRoom ? commands.codes.rejected : commands.codes.badName,
        error.message,
        'failed',
      )
      return
    }
    log.error('A live connection failed.', { protocol, error })
    this.#refuse(commands.codes.rejected, busy, 'failed')
  }

  #receive(bytes: Buffer) {
    if (this.#phase === 'closing') return
    this.#received += bytes.length
    this.#publication?.pace.addBytes(bytes.length)
    this.#arrivedAt = Date.now()
    if (this.#isShaken) this.#reader.push(bytes)
    else this.#shake(bytes)
    if (this.#received - this.#acknowledged < this.#peerWindow / 2) return
    this.#acknowledged = this.#received
    this.#send(commands.acknowledgement(this.#received))
  }

  #shake(bytes: Buffer) {
    const { send, rest } = this.#handshake.take(bytes)
    if (send) this.#socket.write(send)
    if (!rest) return
    this.#isShaken = true
    if (rest.length > 0) this.#reader.push(rest)
  }

  #send(message: OutgoingMessage) {
    const socket = this.#socket
    if (socket.writableEnded || socket.destroyed) return
    // A peer that asks and reads no answer would fill the memory.
    if (socket.writableLength > unreadBytesMax) socket.destroy()
    else socket.write(this.#writer.write(message))
  }

  #take(message: RtmpMessage) {
    if (this.#phase === 'closing') return
    switch (message.type) {
      case messageTypes.commandAmf0:
      case messageTypes.commandAmf3:
        this.#obey(commands.readCommand(message))
        break
      case messageTypes.windowSize:
        if (message.payload.length >= 4)
          this.#peerWindow = Math.max(message.payload.readUInt32BE(), 1024)
        break
      case messageTypes.userControl: {
        const pong = commands.pong(message.payload)
        if (pong) this.#send(pong)
        break
      }
      default:
        this.#publication?.take(message, this.#arrivedAt)
    }
  }

  #obey({ name, transaction, values }: commands.Command) {
    switch (name) {
      case 'connect':
        this.#connect(transaction, values)
        break
      case 'releaseStream':
      case 'FCPublish':
        this.#send(commands.result(transaction, [null, undefined]))
        break
      case 'createStream':
        this.#send(commands.result(transaction, [null, commands.mediaStreamId]))
        break
      case 'publish':
        this.#publish(values[1])
        break
      case 'play':
        throw new IngestError('This address accepts streams and plays none.')
      case 'FCUnpublish':
      case 'deleteStream':
      case 'closeStream':
        this.#unpublish()
        break
    }
  }

  #connect(transaction: number, [object]: commands.Command['values']) {
    const application = commands.textOf(object, 'app')?.split(/[/?]/)[0] ?? ''
    if (!applications.includes(application)) {
      this.#send(commands.notConnected(transaction, 'The address must end with /app.'))
      this.#close()
      return
    }
    this.#encoder = commands.textOf(object, 'flashVer')?.slice(0, 128)
    this.#send(commands.windowSize(windowBytes))
    this.#send(commands.peerBandwidth(windowBytes))
    this.#socket.write(this.#writer.setChunkSize(outgoingChunkSize))
    this.#send(commands.connected(transaction, 0))
  }

  #publish(name: unknown) {
    if (this.#phase !== 'waiting') throw new IngestError('One connection carries one stream.')
    const streamKey = typeof name === 'string' ? name.split('?')[0]! : ''
    const { admit, protocol, remoteAddress } = this.#options
    this.#phase = 'deciding'
    this.#decidingSince = Date.now()
    this.#pause()
    const request: PublishRequest = {
      protocol,
      streamKey,
      remoteAddress,
      encoder: this.#encoder,
      connection: {
        drop: (message) => this.close(message),
        pause: () => this.#pause(),
        resume: () => this.#resume(),
      },
    }
    void this.#decide(() => admit(request))
  }

  async #decide(ask: () => Promise<Decision>) {
    try {
      const decision = await ask()
      if ('accepted' in decision) this.#accept(decision.accepted)
      else this.#refuseFor(decision.refused)
    } catch (error) {
      this.#fail(error)
    }
  }

  #accept(publisher: Publisher) {
    const { limits, log } = this.#options
    this.#publication = new Publication(publisher, limits, log)
    // The encoder may have left while its key was looked up.
    if (this.#phase !== 'deciding') {
      this.#publication?.end('closed')
      return
    }
    this.#phase = 'publishing'
    this.#options.onPublish()
    this.#reader.setLimits(limitsOfPublishers)
    this.#send(commands.streamBegin(commands.mediaStreamId))
    this.#send(commands.status('status', commands.codes.start, 'Publishing.'))
    this.#resume()
  }

  #refuseFor({ isForRoom, message }: Refusal) {
    this.#refuse(isForRoom ? commands.codes.rejected : commands.codes.badName, message, 'closed')
  }

  #refuse(code: string, message: string, reason: EndReason) {
    if (this.#phase === 'closing') return
    if (this.#isShaken) this.#send(commands.status('error', code, message))
    this.#publication?.end(reason, message)
    this.#close()
  }

  #unpublish() {
    if (this.#phase === 'publishing') this.#guard(() => this.#publication?.flush())
    if (this.#phase === 'closing') return
    this.#send(commands.status('status', commands.codes.unpublished, 'Unpublished.'))
    this.#publication?.end('unpublished')
    // GStreamer calls it an error when the server closes before it has closed itself.
    this.#close(this.#options.limits.closeWithinMs / 2)
  }

  /** The peer has gone, or has no more to say. */
  #end(reason: EndReason) {
    if (this.#phase === 'publishing') this.#guard(() => this.#publication?.flush())
    this.#publication?.end(reason)
    this.#close()
  }

  /** Sends what is written and reads on until the peer closes, as a destroyed socket may lose the last words. */
  #close(graceMs = 0) {
    const socket = this.#socket
    if (graceMs === 0) socket.end()
    if (this.#phase === 'closing') return
    this.#phase = 'closing'
    socket.resume()
    if (socket.destroyed) return
    const soft = setTimeout(() => socket.end(), graceMs)
    const hard = setTimeout(() => socket.destroy(), this.#options.limits.closeWithinMs)
    socket.once('close', () => {
      clearTimeout(soft)
      clearTimeout(hard)
    })
  }

  #pause() {
    this.#isPaused = true
    this.#reader.hold()
    this.#socket.pause()
  }

  #resume() {
    if (!this.#isPaused || this.#phase === 'closing' || this.#phase === 'deciding') return
    this.#isPaused = false
    this.#publication?.pace.restart(Date.now())
    this.#socket.resume()
    this.#guard(() => this.#reader.release())
    if (this.#hasPeerEnded && !this.#isPaused) this.#end('closed')
  }
}
