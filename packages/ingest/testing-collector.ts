import { EventEmitter, once } from 'node:events'
import type {
  Admit,
  Connection,
  Decision,
  EndReason,
  IngestLog,
  MediaPacket,
  PublishRequest,
  Publisher,
  Refusal,
  StreamHeader,
} from './packet.ts'

/** A log that keeps its lines. */
export const aQuietLog = () => {
  const lines: string[] = []
  const keep = (message: string, detail: Record<string, unknown> = {}) => {
    const error = detail['error'] instanceof Error ? String(detail['error'].stack) : ''
    lines.push(`${message} ${JSON.stringify(detail)} ${error}`)
  }
  const log: IngestLog = {
    info: keep,
    warn: keep,
    error: (message, detail) => keep(`ERROR ${message}`, detail),
  }
  return { log, lines }
}

/** Takes everything, and keeps it. */
export class TestingPublisher implements Publisher {
  readonly headers: StreamHeader[] = []
  readonly packets: MediaPacket[] = []
  readonly ends: { reason: EndReason; message?: string }[] = []
  readonly events = new EventEmitter()
  refusal: Refusal | undefined
  onPacket: (packet: MediaPacket) => void = () => {}
  connection: Connection | undefined

  takeHeader(header: StreamHeader) {
    this.headers.push(structuredCloneOf(header))
    this.events.emit('header')
    return this.refusal
  }

  takePacket(packet: MediaPacket) {
    this.packets.push(packet)
    this.onPacket(packet)
    this.events.emit('packet')
  }

  end(reason: EndReason, message?: string) {
    this.ends.push({ reason, message })
    this.events.emit('end')
  }

  async ended() {
    if (this.ends.length === 0) await once(this.events, 'end')
    return this.ends[0]!
  }

  async havePackets(count: number) {
    while (this.packets.length < count) await once(this.events, 'packet')
  }
}

function structuredCloneOf(header: StreamHeader): StreamHeader {
  return { ...header, said: { ...header.said } }
}

/** Accepts every key and hands its requests and publishers to the test. */
export const anAdmission = (decide?: (request: PublishRequest) => Decision | Promise<Decision>) => {
  const requests: PublishRequest[] = []
  const publishers: TestingPublisher[] = []
  const events = new EventEmitter()
  const admit: Admit = async (request) => {
    requests.push(request)
    const decided = await decide?.(request)
    if (decided && 'refused' in decided) return decided
    const publisher = new TestingPublisher()
    publisher.connection = request.connection
    publishers.push(publisher)
    events.emit('publisher')
    return decided ?? { accepted: publisher }
  }
  const publisher = async (index = 0) => {
    while (publishers.length <= index) await once(events, 'publisher')
    return publishers[index]!
  }
  return { admit, requests, publishers, publisher }
}
