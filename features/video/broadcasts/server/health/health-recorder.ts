import type { MediaPacket, StreamHeader } from '@playhead/ingest/packet.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { FindingType } from '../../contract.ts'
import { judge, type Judged } from './advice.ts'
import { HealthMeter } from './health-meter.ts'
import type { HealthSecond } from './health-point.ts'
import { HealthRows } from './health-rows.ts'
import { insertHealth } from './health.sql.ts'

const secondMs = 1000

export interface HealthOf {
  app: App
  environmentId: string
  liveStreamId: string
  broadcastId: string
  mode: 'low' | 'reduced' | 'standard'
  isAudioOnly: boolean
}

/** The input of one broadcast: a second in memory, a row for every five, and since when something is wrong. */
export class HealthRecorder {
  readonly meter = new HealthMeter()
  readonly #rows = new HealthRows()
  readonly #of: HealthOf
  readonly #since = new Map<FindingType, Date>()
  readonly #timer: NodeJS.Timeout
  #judged: Judged = { status: 'disconnected', findings: [] }
  #isConnected = false

  constructor(of: HealthOf) {
    this.#of = of
    this.#timer = setInterval(() => this.#tick(Date.now()), secondMs)
    this.#timer.unref()
  }

  get status() {
    return this.#judged.status
  }

  get advice() {
    return this.#judged.findings.map(({ type, message }) => ({
      type,
      message,
      since: this.#since.get(type)?.toISOString() ?? null,
    }))
  }

  takeHeader(header: StreamHeader) {
    this.#isConnected = true
    this.meter.takeHeader(header)
  }

  takePacket(packet: MediaPacket) {
    this.meter.takePacket(packet)
  }

  left() {
    this.#isConnected = false
    this.#judge(Date.now())
    this.#write(this.#rows.end())
  }

  stop() {
    clearInterval(this.#timer)
  }

  #tick(now: number) {
    if (this.#isConnected) this.#write(this.#rows.take(this.meter.tick(now)))
    this.#judge(now)
  }

  #judge(now: number) {
    const { mode, isAudioOnly } = this.#of
    this.#judged = judge(this.meter, { now, mode, isAudioOnly, isConnected: this.#isConnected })
    const found = new Set(this.#judged.findings.map(({ type }) => type))
    for (const type of this.#since.keys()) if (!found.has(type)) this.#since.delete(type)
    for (const type of found) if (!this.#since.has(type)) this.#since.set(type, new Date(now))
  }

  #write(point: HealthSecond | undefined) {
    if (!point) return
    const { app } = this.#of
    // A chart with a hole is better than a broadcast that waits for it.
    insertHealth(app.clickhouse, this.#of, point).catch((error: unknown) =>
      app.log.warn('The health of a live stream could not be stored.', { error }),
    )
  }
}
