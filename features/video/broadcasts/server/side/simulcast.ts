import { liveLimits } from '@playhead/features/video/live-streams/contract'
import {
  type OpenedTarget,
  openTargets,
  setTargetStatus,
} from '@playhead/features/video/live-streams/server'
import type { MediaPacket, StreamHeader } from '@playhead/ingest/packet.ts'
import { type PublicationEnd, RtmpClient } from '@playhead/ingest/rtmp/rtmp-client.ts'
import { readTargetAddress } from '@playhead/ingest/rtmp/target-address.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { callFailure } from '@playhead/server-kit/outbound/call-failure.ts'
import { outboundGuard } from '@playhead/server-kit/outbound/outbound.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { WorkLine } from '../run/work-line.ts'

const retrySeconds = [1, 2, 5, 10, 30] as const
/** A target that accepts and drops each time is no success. */
const steadyMs = 60_000
const stopMs = 5000
/** In the words of a failure. */
const answerSeconds = 10

type TargetState = Parameters<typeof setTargetStatus>[2]

/** One other place that gets the same bytes; without a re-encode. */
class TargetSender {
  readonly #target: OpenedTarget
  readonly #say: (state: TargetState) => void
  readonly #guard: ReturnType<typeof outboundGuard>
  #client: RtmpClient | undefined
  #header: StreamHeader | undefined
  #failures = 0
  #retry: NodeJS.Timeout | undefined
  #steady: NodeJS.Timeout | undefined
  #isOver = false

  constructor(
    target: OpenedTarget,
    guard: ReturnType<typeof outboundGuard>,
    say: (state: TargetState) => void,
  ) {
    this.#target = target
    this.#guard = guard
    this.#say = say
  }

  takeHeader(header: StreamHeader) {
    this.#header = header
    if (this.#client) this.#client.takeHeader(header)
    else if (!this.#isOver && this.#retry === undefined) this.#connect(header)
  }

  takePacket(packet: MediaPacket) {
    this.#client?.takePacket(packet)
  }

  /** The encoder is gone; it may come back. */
  rest() {
    clearTimeout(this.#retry)
    clearTimeout(this.#steady)
    this.#retry = undefined
    this.#header = undefined
    const client = this.#client
    this.#client = undefined
    client?.close()
    this.#failures = 0
    if (!this.#isOver) this.#say({ status: 'idle' })
  }

  #connect(header: StreamHeader) {
    this.#say({ status: 'starting', failures: this.#failures })
    try {
      this.#refuseForbidden()
      const client: RtmpClient = new RtmpClient({
        url: this.#target.url,
        streamKey: this.#target.streamKey ?? '',
        header,
        lookup: this.#guard.lookup,
        onPublishing: () => {
          this.#steady = setTimeout(() => (this.#failures = 0), steadyMs)
          this.#steady.unref()
          this.#say({ status: 'broadcasting', failures: this.#failures })
        },
        onEnd: (end) => {
          if (this.#client === client) this.#lost(end)
        },
      })
      this.#client = client
    } catch (error) {
      this.#lost({ reason: 'refused', message: error instanceof Error ? error.message : 'Failed.' })
    }
  }

  /** A name is checked when it is resolved; an address has no name. */
  #refuseForbidden() {
    const { host } = readTargetAddress(this.#target.url)
    const version = isIP(host)
    if (version === 0) return
    this.#guard.check(new URL(`http://${version === 6 ? `[${host}]` : host}/`))
  }

  #lost({ reason, message, error }: PublicationEnd) {
    clearTimeout(this.#steady)
    this.#client = undefined
    this.#failures += 1
    const words = error ? callFailure(error, answerSeconds) : message
    const failed = { status: 'errored', error: words, failures: this.#failures } as const
    if (reason === 'refused' || this.#failures >= liveLimits.simulcastFailuresMax) {
      this.#isOver = true
      this.#say({ ...failed, severity: 'fatal' })
      return
    }
    const seconds = retrySeconds[Math.min(this.#failures, retrySeconds.length) - 1] ?? 30
    this.#say({ ...failed, severity: 'normal', retrySeconds: seconds })
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      if (this.#header) this.#connect(this.#header)
    }, seconds * 1000)
    this.#retry.unref()
  }
}

/** Sends a broadcast to all simulcast targets of its live stream. */
export class Simulcast {
  readonly #app: App
  readonly #environment: Environment
  readonly #liveStreamId: string
  readonly #line: WorkLine
  #senders: readonly TargetSender[] | undefined
  #header: StreamHeader | undefined
  #isOpening = false

  constructor(app: App, environment: Environment, liveStreamId: string) {
    this.#app = app
    this.#environment = environment
    this.#liveStreamId = liveStreamId
    this.#line = new WorkLine(app, { simulcastOf: liveStreamId })
  }

  takeHeader(header: StreamHeader) {
    this.#header = header
    for (const sender of this.#senders ?? []) sender.takeHeader(header)
    if (!this.#senders && !this.#isOpening) void this.#open()
  }

  takePacket(packet: MediaPacket) {
    for (const sender of this.#senders ?? []) sender.takePacket(packet)
  }

  left() {
    this.#header = undefined
    for (const sender of this.#senders ?? []) sender.rest()
  }

  /** Resolves when the last state of each target is written. */
  async stop() {
    this.left()
    // With the database away it would never settle.
    await Promise.race([this.#line.settled(), pause(stopMs, undefined, { ref: false })])
    this.#line.close()
  }

  async #open() {
    this.#isOpening = true
    const guard = outboundGuard(this.#app.settings)
    await this.#line.add(async () => {
      const targets = await openTargets(this.#app, this.#environment, this.#liveStreamId)
      this.#senders = targets.map((target) => {
        const say = (state: TargetState) =>
          void this.#line.add(() => setTargetStatus(this.#environment, target.id, state))
        return new TargetSender(target, guard, say)
      })
    })
    if (this.#header) for (const sender of this.#senders ?? []) sender.takeHeader(this.#header)
  }
}
