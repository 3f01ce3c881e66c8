import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { networkOf } from '@playhead/domain/network-of.ts'
import { hintedKey } from '../beacon/hinted-key.ts'
import { ConformanceCounts } from '../cmcd/conformance-counts.ts'
import { reportOfRequest } from '../cmcd/report-of-request.ts'
import { InFlightRequests } from './requests/in-flight-requests.ts'
import { BodyReader, type RequestFacts } from './requests/body-reader.ts'
import { BodyQueue } from './requests/body-queue.ts'
import { CollectorMemory } from './memory/collector-memory.ts'
import {
  type CollectorOptions,
  type CollectorStats,
  unknownEnvironmentId,
} from './collector-options.ts'
import { acknowledge, respondToPreflight, Delivery } from './requests/delivery.ts'
import { EnvironmentCache } from './environment-cache.ts'
import { type CommittedBatch, EventWriter } from './events/event-writer.ts'
import { findLastBatch } from './events/events.sql.ts'
import { Intake } from './requests/intake.ts'
import { KnownContexts } from './requests/known-contexts.ts'
import { Ledger } from './ledger/ledger.ts'
import { viewKey } from './views/live-view.ts'
import { LiveViews } from './views/live-views.ts'
import { readBody } from './requests/read-body.ts'
import { RecentRates } from './requests/recent-rates.ts'
import { restoreViews } from './views/restore-views.ts'
import { MemoryAdmission } from './memory/memory-admission.ts'
import { Sampler } from './samples/sampler.ts'
import type { PackedBody } from './requests/unpack-body.ts'
import { ViewLookups } from './views/view-lookups.ts'
import { ViewWriter } from './views/view-writer.ts'

export interface Collector {
  handle(request: IncomingMessage, response: ServerResponse, facts: RequestFacts): void
  stats(): CollectorStats
  /** Stores everything that was received, then stops. */
  stop(): Promise<void>
}

const defaultMemoryBytes = 512 * 2 ** 20
/** Limit for one environment in a batch, because other environments wait for its insert: more than 5,000 usual events. */
const batchShareBytes = 8 * 2 ** 20
/** A request without a response for this long is closed; the player sends it again. */
const answerWithinMs = 15_000
/** A body must arrive within this time. */
const bodyWithinMs = 30_000
/** How long a stop waits for databases that do not respond. */
const stopWithinMs = 4_000
const sweepMs = 500

export type { RequestFacts }

export const startCollector = async (options: CollectorOptions): Promise<Collector> => {
  const runtime = new Runtime(
    options,
    await findLastBatch(options.clickhouse, (options.now ?? Date.now)()),
  )
  await runtime.start()
  return runtime
}

class Runtime implements Collector {
  readonly #options: CollectorOptions
  readonly #now: () => number
  readonly #environments: EnvironmentCache
  readonly #memory: CollectorMemory
  readonly #inFlight: InFlightRequests
  readonly #admission: MemoryAdmission
  readonly #turns = new BodyQueue((id) => this.#writer.gatheredOf(id) < batchShareBytes)
  readonly #views: LiveViews
  readonly #writer: EventWriter
  readonly #ledger: Ledger
  readonly #lookups: ViewLookups
  readonly #viewWriter: ViewWriter
  readonly #sampler: Sampler
  readonly #reader: BodyReader
  readonly #conformance: ConformanceCounts
  readonly #lastReceivedBefore: number
  readonly #rates = new RecentRates()
  #batchCount = 0
  #countedBatch: number
  #isStopped = false
  #sweeping: NodeJS.Timeout | undefined

  constructor(options: CollectorOptions, last: { batch: number; received: number }) {
    const now = options.now ?? Date.now
    const { clickhouse, directory, log } = options
    this.#options = options
    this.#memory = new CollectorMemory(options.memoryBytes ?? defaultMemoryBytes)
    this.#inFlight = new InFlightRequests(this.#memory, (delivery) =>
      this.#shed(delivery, 'memory'),
    )
    this.#views = new LiveViews(this.#memory.hold)
    this.#now = now
    this.#countedBatch = last.batch
    this.#lastReceivedBefore = last.received
    this.#environments = new EnvironmentCache(directory, now)
    this.#admission = new MemoryAdmission({
      memory: this.#memory,
      inFlight: this.#inFlight,
      environments: this.#environments,
      views: this.#views,
      defaultEnvironmentKey: options.defaultEnvironmentKey,
    })
    this.#ledger = new Ledger({ clickhouse, log, now, countedBatch: () => this.#countedBatch })
    this.#writer = new EventWriter({
      clickhouse,
      log,
      now,
      lastBatch: last.batch,
      committed: (batch) => this.#committed(batch),
      hold: this.#memory.hold,
      begun: () => this.#turns.schedule(),
    })
    this.#lookups = new ViewLookups({ clickhouse, log, now })
    this.#viewWriter = new ViewWriter({
      clickhouse,
      directory,
      environments: this.#environments,
      views: this.#views,
      log,
      now,
      isStored: (batch) => this.#writer.isStored(batch),
      excess: () => this.#memory.excess(),
    })
    this.#sampler = new Sampler({
      clickhouse,
      views: this.#views,
      environments: this.#environments,
      log,
      now,
    })
    this.#conformance = new ConformanceCounts({
      clickhouse,
      now,
      findIds: async (keys) =>
        new Map((await directory.findByKeys(keys)).map(({ key, id }) => [key, id])),
      warn: (message, detail) => log.warn(message, detail),
    })
    const intake = new Intake(options, {
      environments: this.#environments,
      views: this.#views,
      lookups: this.#lookups,
      writer: this.#writer,
      ledger: this.#ledger,
    })
    this.#reader = new BodyReader({
      intake,
      inFlight: this.#inFlight,
      admission: this.#admission,
      turns: this.#turns,
      contexts: new KnownContexts(options.describe),
      conformance: this.#conformance,
      shed: (delivery) => this.#shed(delivery, 'memory'),
    })
  }

  async start() {
    const { clickhouse, log } = this.#options
    const counted = await this.#ledger.reconcile()
    if (counted > 0) log.info('events of the last run are counted now', { events: counted })
    await restoreViews({
      clickhouse,
      views: this.#views,
      viewWriter: this.#viewWriter,
      now: this.#now,
      lastReceived: this.#lastReceivedBefore,
    })
    this.#viewWriter.start()
    this.#sampler.start()
    this.#sweeping = setInterval(() => this.#sweep(), sweepMs)
    this.#sweeping.unref()
  }

  handle(request: IncomingMessage, response: ServerResponse, facts: RequestFacts) {
    if (request.method === 'OPTIONS') return respondToPreflight(response)
    const report = facts.cmcd && request.method === 'GET' ? reportOfRequest(request) : null
    if (request.method !== 'POST' && report === null) return acknowledge(response)
    if (this.#isStopped) return this.#shed(response, 'memory')
    const delivery = new Delivery(response, {
      network: networkOf(facts.address),
      release: (released) => this.#inFlight.release(released),
    })
    if (facts.cmcd) this.#admission.noteKey(delivery, facts.cmcd.environmentKey)
    this.#inFlight.begin(delivery, this.#now())
    const take = (body: PackedBody) => {
      this.#inFlight.arrived(delivery, this.#now())
      this.#turns.add(delivery, () => this.#reader.read(body, { request, delivery, facts }))
    }
    if (report !== null) return take({ kind: 'body', content: Buffer.from(report) })
    let isFirst = !facts.cmcd
    const keep = (piece: Buffer) => {
      if (delivery.isOver) return
      if (isFirst) this.#admission.noteKey(delivery, hintedKey(piece))
      isFirst = false
      this.#inFlight.grow(delivery, piece.length)
    }
    readBody(request, keep, (body) => {
      if (delivery.isOver) return
      if (body.kind === 'gone' || this.#isStopped) return delivery.abandon()
      take(body)
    })
  }

  stats(): CollectorStats {
    const { stored, duplicate, rejected, shed } = this.#ledger.totals
    return {
      openViews: this.#views.open.size,
      heldBytes: this.#inFlight.bytes + this.#writer.heldBytes,
      memoryBytes: this.#memory.bytesMax,
      waitingRequests: this.#inFlight.complete.size,
      ...this.#rates.read(),
      events: { stored, duplicate, rejected },
      shedRequests: shed,
    }
  }

  async stop() {
    this.#turns.takeAll()
    this.#isStopped = true
    clearInterval(this.#sweeping)
    this.#lookups.stop()
    // What cannot be written now was never acknowledged, or is rebuilt at the next start.
    await Promise.race([this.#writeLast(), pause(stopWithinMs, undefined, { ref: false })])
    for (const delivery of this.#inFlight.all()) delivery.abandon()
  }

  async #writeLast() {
    await this.#writer.stop()
    await Promise.all([
      this.#viewWriter.stop(),
      this.#sampler.stop(),
      this.#ledger.stop(),
      this.#conformance.write(),
    ])
  }

  /** Counts what is stored before any client gets its response. */
  #committed({ number, stored, refused, waiting }: CommittedBatch) {
    this.#countedBatch = number
    this.#batchCount += 1
    for (const { environmentId, receivedAt, isOurs } of stored)
      if (!isOurs) this.#ledger.count(environmentId, 'stored', '', 1, receivedAt)
    if (refused.length === 0) return
    for (const { environmentId, viewId, isOurs } of refused) {
      if (!isOurs) this.#ledger.count(environmentId, 'rejected', 'unstorable', 1)
      // Memory has already folded the event; the row must be built from what is stored.
      const view = this.#views.get(viewKey(environmentId, viewId))
      if (view) view.state.needsRefold = true
    }
    for (const delivery of waiting) this.#ledger.waitFor(delivery)
  }

  #shed(from: ServerResponse | Delivery, reason: string) {
    if (from instanceof Delivery && from.isOver) return
    this.#ledger.count(unknownEnvironmentId, 'shed', reason, 1)
    if (from instanceof Delivery) from.abandon()
    else from.destroy()
  }

  #sweep() {
    const now = this.#now()
    const { stored, duplicate, rejected } = this.#ledger.totals
    this.#rates.note(now, { events: stored + duplicate + rejected, batches: this.#batchCount })
    for (const [delivery, since] of this.#inFlight.arriving) {
      if (since > now - bodyWithinMs) break
      delivery.abandon()
    }
    const limit = now - answerWithinMs
    for (const delivery of this.#inFlight.complete) {
      if (delivery.arrivedAt > limit) return
      this.#shed(delivery, 'unavailable')
    }
  }
}
