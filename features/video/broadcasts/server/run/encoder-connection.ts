import type {
  Connection,
  EndReason,
  MediaPacket,
  PublishRequest,
  Publisher,
  Refusal,
  StreamHeader,
} from '@playhead/ingest/packet.ts'

/** What a broadcast does with what arrives. */
interface Receiver {
  takeHeader(header: StreamHeader, from: EncoderConnection): Refusal | undefined
  takePacket(packet: MediaPacket): void
  left(connection: EncoderConnection, reason: EndReason): void
}

/** After `complete` the encoder may stay for a while. */
const drainMs = 60_000

/** One encoder connected once. */
export class EncoderConnection implements Publisher {
  readonly protocol: PublishRequest['protocol']
  readonly remoteAddress: string
  readonly encoder: string | null
  /** Of the key that it was admitted with. */
  readonly keyPrint: string
  readonly connectedAt = Date.now()
  lastPacketAt = Date.now()
  header: StreamHeader | undefined
  /** Its stream has said which encoder sends it. */
  isNamed = false
  readonly #connection: Connection
  readonly ended: Promise<void>
  #receiver: Receiver | undefined
  #onEnd: () => void = () => {}
  #drainTimer: NodeJS.Timeout | undefined
  #isPaused = false

  constructor(request: PublishRequest, keyPrint: string, receiver: Receiver) {
    this.protocol = request.protocol
    this.remoteAddress = request.remoteAddress
    this.encoder = request.encoder ?? null
    this.keyPrint = keyPrint
    this.#connection = request.connection
    this.#receiver = receiver
    this.ended = new Promise((resolve) => (this.#onEnd = resolve))
  }

  takeHeader(header: StreamHeader) {
    this.header = header
    return this.#receiver?.takeHeader(header, this)
  }

  takePacket(packet: MediaPacket) {
    this.lastPacketAt = packet.arrivedAt
    this.#receiver?.takePacket(packet)
  }

  end(reason: EndReason) {
    clearTimeout(this.#drainTimer)
    const receiver = this.#receiver
    this.#receiver = undefined
    this.#onEnd()
    receiver?.left(this, reason)
  }

  drop(message: string) {
    this.#connection.drop(message)
  }

  /** Nothing that comes from now on is recorded. */
  drain(message: string) {
    this.#receiver = undefined
    this.resume()
    this.#drainTimer = setTimeout(() => this.drop(message), drainMs)
    this.#drainTimer.unref()
  }

  pause() {
    if (this.#isPaused) return
    this.#isPaused = true
    this.#connection.pause()
  }

  resume() {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#connection.resume()
  }
}
