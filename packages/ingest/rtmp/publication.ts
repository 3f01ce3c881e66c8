import { MediaReader } from '../flv/media-reader.ts'
import type { IngestLimits } from '../ingest-limits.ts'
import type { EndReason, IngestLog, Publisher } from '../packet.ts'
import { valuesOf } from './commands.ts'
import { messageTypes, type RtmpMessage } from './message-types.ts'
import { RefusedHeader } from './refused-header.ts'
import { splitAggregate } from './split-aggregate.ts'
import { StreamPace } from './stream-pace.ts'

/** The media of one accepted connection, on its way to the publisher. */
export class Publication {
  readonly #publisher: Publisher
  readonly #log: IngestLog
  readonly #media: MediaReader
  readonly #pace: StreamPace
  #hasEnded = false

  constructor(publisher: Publisher, limits: IngestLimits, log: IngestLog) {
    this.#publisher = publisher
    this.#log = log
    this.#pace = new StreamPace(limits, Date.now())
    this.#media = new MediaReader({
      takeHeader: (header) => {
        if (this.#hasEnded) return
        const refusal = publisher.takeHeader(header)
        if (refusal) throw new RefusedHeader(refusal)
      },
      takePacket: (packet) => {
        if (packet.kind === 'video') this.#pace.addFrame(packet.dts)
        // A publisher may drop its connection while it takes a packet.
        if (!this.#hasEnded) publisher.takePacket(packet)
      },
    })
  }

  get pace() {
    return this.#pace
  }

  take(message: RtmpMessage, arrivedAt: number) {
    const { type } = message
    if (type === messageTypes.dataAmf0 || type === messageTypes.dataAmf3)
      this.#media.takeSaid(valuesOf(message))
    else if (type === messageTypes.aggregate)
      for (const part of splitAggregate(message)) this.#takeMedia(part, arrivedAt)
    else this.#takeMedia(message, arrivedAt)
  }

  #takeMedia({ type, payload, timestamp }: RtmpMessage, arrivedAt: number) {
    if (type === messageTypes.video) this.#media.takeVideo(payload, timestamp, arrivedAt)
    else if (type === messageTypes.audio) this.#media.takeAudio(payload, timestamp, arrivedAt)
  }

  /** Hands on what waited for a second track, when no more comes. */
  flush() {
    this.#media.flush()
  }

  end(reason: EndReason, message?: string) {
    if (this.#hasEnded) return
    this.#hasEnded = true
    try {
      this.#publisher.end(reason, message)
    } catch (error) {
      this.#log.error('A live connection failed at its end.', { error })
    }
  }
}
