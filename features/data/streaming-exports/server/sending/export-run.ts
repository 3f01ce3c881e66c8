import { setTimeout as pause } from 'node:timers/promises'
import type { FairSlots } from '@playhead/domain/fair-slots.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { openSettings } from '../export-settings.ts'
import { otherServerError } from '../present-streaming-export.ts'
import type { Batch } from './batch.ts'
import { type Destination, destinationOf } from './destination.ts'
import { comparePlaces, type FinishedKey, type Place } from './finished-views.sql.ts'
import { advanceExport, type ClaimedRow, noteRefusal } from './leases.sql.ts'
import { listInSpans } from './list-in-spans.ts'
import { batchLimits, BatchReader } from './read-batch.ts'
import { type RowSource, rowSources } from './row-source.ts'
import { stopExport } from './stop-export.ts'
import { workAhead } from './work-ahead.ts'

/** Views this recent may still be on their way into the table. */
const visibleAfterMs = 5_000
/**
 * An insert is given up after 35 seconds, and rows of a rebuild are made for as long before it. What is written later
 * than this would be missed; until then a place is read again, and what was sent is remembered.
 */
const settledAfterMs = 120_000
const refusedForMs = 86_400_000
/** One batch is read while another is sent, and a further one so that the engine never waits. */
const readsAhead = 2

export interface RunOptions {
  /** Between two looks at the table. */
  pollMs: number
  /** After the first refusal; doubles up to the longest. */
  firstPauseMs: number
  longestPauseMs: number
  limits?: typeof batchLimits
}

class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

const nameOf = ({ viewId, version }: FinishedKey) => `${version} ${viewId}`

const later = (one: Place, other: Place) => (comparePlaces(one, other) < 0 ? other : one)
const earlier = (one: Place, other: Place) => (comparePlaces(one, other) < 0 ? one : other)

/** One export while this process holds its lease. */
export class ExportRun {
  readonly lease: string
  readonly ended: Promise<void>
  readonly #app: App
  readonly #row: ClaimedRow
  readonly #slots: FairSlots
  readonly #options: RunOptions
  readonly #environment: { id: string; clickhouse: App['clickhouse'] }
  readonly #source: RowSource
  readonly #reader: BatchReader
  readonly #destination: Destination | undefined
  readonly #aborting = new AbortController()
  /** Ends the run after the batch that is being sent. */
  readonly #ending = new AbortController()
  /** What was sent or found replaced beyond the settled place, by version and id, with its moment. */
  readonly #sent = new Map<string, number>()
  #settled: Place

  constructor(app: App, row: ClaimedRow, slots: FairSlots, options: RunOptions) {
    this.#app = app
    this.#row = row
    this.lease = row.lease
    this.#slots = slots
    this.#options = options
    this.#environment = { id: row.environment_id, clickhouse: app.clickhouse }
    this.#source = rowSources[row.kind]
    const { limits } = options
    this.#reader = new BatchReader(this.#environment, {
      source: this.#source,
      ...(limits && { limits }),
    })
    this.#settled = { at: row.settled_at.getTime(), viewId: row.settled_id }
    const settings = openSettings(app, row.settings_sealed)
    this.#destination = settings && destinationOf(app, row.id, settings)
    this.ended = this.#work()
  }

  end() {
    this.#ending.abort()
  }

  abort() {
    this.#ending.abort()
    this.#aborting.abort()
  }

  async #work() {
    for (let failures = 0; !this.#ending.signal.aborted;) {
      try {
        await this.#round()
        failures = 0
      } catch (error) {
        if (error instanceof LeaseLost || this.#aborting.signal.aborted) return
        if (!this.#ending.signal.aborted)
          this.#app.log.warn('a streaming export waits', { id: this.#row.id, error })
        failures += 1
      }
      await this.#pause(failures)
    }
  }

  async #pause(failures: number) {
    const { pollMs, firstPauseMs, longestPauseMs } = this.#options
    const ms =
      failures === 0 ? pollMs : Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs)
    await pause(ms, undefined, { signal: this.#ending.signal, ref: false }).catch(() => {})
  }

  /** Sends what was finished since the settled place, and has not been sent. */
  async #round() {
    const now = this.#app.clock.now().getTime()
    const until = now - visibleAfterMs
    const settled = { at: now - settledAfterMs, viewId: '' }
    const batches = workAhead(this.#listUnsent(until), readsAhead, (keys) =>
      this.#inTurn((signal) => this.#reader.read(keys, signal)),
    )
    for await (const reads of batches)
      for (const { batch, rows, keys } of reads) {
        if (batch) await this.#deliver(batch)
        this.#remember(keys)
        const last = keys.at(-1) ?? this.#settled
        await this.#advance(earlier(last, settled), last.at, rows)
        if (this.#ending.signal.aborted) throw this.#ending.signal.reason
      }
    await this.#advance(settled, until, 0)
  }

  /** What has not been sent, in portions that make a batch. */
  async *#listUnsent(until: number) {
    const { keysMax } = this.#options.limits ?? batchLimits
    const list = (span: Parameters<RowSource['listKeys']>[1]) =>
      this.#inTurn((signal) => this.#source.listKeys(this.#environment, span, signal))
    for await (const keys of listInSpans(list, { after: this.#settled, until, limit: keysMax }))
      yield* this.#reader.cut(keys.filter((key) => !this.#sent.has(nameOf(key))))
  }

  /** Many exports take turns at reading; none of them waits for the destination of another. */
  #inTurn<Result>(work: (signal: AbortSignal) => Promise<Result>) {
    const { signal } = this.#ending
    const path = [this.#row.organization_id, this.#row.id]
    return this.#slots.run({ path }, signal, () => work(signal))
  }

  async #deliver(batch: Batch) {
    for (let attempt = 1; ; attempt += 1) {
      const error = await this.#attempt(batch)
      if (error === undefined) return
      const { clock, postgres } = this.#app
      const refused = await noteRefusal(postgres, this.lease, error, clock.now())
      if (!refused) throw new LeaseLost()
      if (clock.now().getTime() - refused.refused_since.getTime() >= refusedForMs) {
        await stopExport(this.#app, this.#row, error)
        throw new LeaseLost()
      }
      await this.#pause(attempt)
      if (this.#ending.signal.aborted) throw this.#ending.signal.reason
    }
  }

  async #attempt(batch: Batch) {
    return this.#destination
      ? this.#destination.send(batch, this.#aborting.signal)
      : otherServerError
  }

  #remember(keys: readonly FinishedKey[]) {
    for (const key of keys) this.#sent.set(nameOf(key), key.at)
  }

  /** Only after the destination has accepted everything up to this place. */
  async #advance(place: Place, sentUntil: number, rows: number) {
    this.#settled = later(this.#settled, place)
    const isHeld = await advanceExport(this.#app.postgres, this.lease, {
      settled: this.#settled,
      sentUntil: new Date(sentUntil),
      rows,
      now: this.#app.clock.now(),
    })
    if (!isHeld) throw new LeaseLost()
    for (const [name, at] of this.#sent) if (at < this.#settled.at) this.#sent.delete(name)
  }
}
