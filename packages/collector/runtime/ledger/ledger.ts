import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { CollectorLog } from '../collector-options.ts'
import type { Delivery } from '../requests/delivery.ts'
import {
  insertLedgerRows,
  insertRejections,
  type LedgerRow,
  listUncounted,
  type Outcome,
  type Rejection,
} from './ledger.sql.ts'
import { InsertPace } from '../insert-pace.ts'
import { retryUntilDone } from '../retry.ts'

interface Entry {
  environmentId: string
  minute: number
  outcome: Outcome
  reason: string
  run: number
  count: number
  changedAt: number
}

interface LedgerOptions {
  clickhouse: ClickHouse
  log: CollectorLog
  now: () => number
  countedBatch: () => number
}

/** Stored events may be counted later: after a crash they are counted from the table of events. */
const idleFlushMs = 1_000
/** The same while few events come for long. */
const trickleMs = 10_000
/** With an insert a second, 200 would last for minutes after each pause of the trickle. */
const burst = 60
const gatherMs = 30
const keptForMs = 7_200_000
const rejectionsPerFlush = 20
const minuteSeconds = 60

/**
 * Counts the outcome of events. Every row holds the total of its minute in this run and replaces the previous row, so
 * writing it twice changes nothing. A delivery that waits for a count is answered once the count is written.
 */
export class Ledger {
  readonly #options: LedgerOptions
  readonly #run: number
  #lastVersion = 0
  readonly #entries = new Map<string, Entry>()
  readonly #changed = new Set<Entry>()
  #waiting: Delivery[] = []
  #rejections: Rejection[] = []
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> | undefined
  #isStopped = false
  readonly #pace = new InsertPace(trickleMs, { burst })
  readonly totals = { stored: 0, duplicate: 0, rejected: 0, shed: 0 }

  constructor(options: LedgerOptions) {
    this.#options = options
    this.#run = options.now() * 1000
  }

  /** Adds events that were stored but not counted when the last run ended. */
  async reconcile(): Promise<number> {
    const { clickhouse } = this.#options
    const uncounted = await listUncounted(clickhouse)
    const newest = new Map<string, number>()
    for (const row of uncounted)
      newest.set(row.environment_id, Math.max(newest.get(row.environment_id) ?? 0, row.batch))
    // Uses a separate run id, because this run may also count events of the same minute.
    const rows = uncounted.map((row): LedgerRow => ({
      environment_id: row.environment_id,
      minute: row.minute,
      outcome: 'stored',
      reason: '',
      run: this.#run + 1,
      count: row.count,
      counted_batch: newest.get(row.environment_id) ?? 0,
      version: this.#nextVersion(),
    }))
    if (rows.length > 0) await insertLedgerRows(clickhouse, rows)
    return rows.reduce((sum, row) => sum + row.count, 0)
  }

  count(environmentId: string, outcome: Outcome, reason: string, count: number, at?: number) {
    const now = this.#options.now()
    const minute = Math.floor((at ?? now) / 60_000) * minuteSeconds
    const key = `${environmentId} ${minute} ${outcome} ${reason}`
    let entry = this.#entries.get(key)
    if (!entry) {
      // This run may have dropped an older minute from memory: its total is written under a separate run id.
      const isOld = now - minute * 1000 > keptForMs / 2
      const run = isOld ? now * 1000 + this.#entries.size : this.#run
      entry = { environmentId, minute, outcome, reason, run, count: 0, changedAt: 0 }
      this.#entries.set(key, entry)
    }
    entry.count += count
    entry.changedAt = now
    this.totals[outcome] += count
    this.#changed.add(entry)
    this.#flushIn(this.#idleMs())
  }

  /** The delivery is answered when everything counted so far is written. */
  waitFor(delivery: Delivery) {
    if (this.#waiting.at(-1) === delivery) return
    delivery.hold()
    this.#waiting.push(delivery)
    this.#flushIn(gatherMs)
  }

  keepRejection(rejection: Rejection) {
    if (this.#rejections.length < rejectionsPerFlush) this.#rejections.push(rejection)
  }

  async stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#flushing
    if (this.#changed.size > 0) await this.#flush()
  }

  #dueAt = 0

  #flushIn(milliseconds: number) {
    if (this.#isStopped || this.#flushing) return
    const dueAt = performance.now() + milliseconds
    if (this.#timer && this.#dueAt <= dueAt) return
    clearTimeout(this.#timer)
    this.#dueAt = dueAt
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#flush()
    }, milliseconds)
  }

  async #flush() {
    this.#flushing = this.#write()
    await this.#flushing
    this.#flushing = undefined
    if (this.#waiting.length > 0) this.#flushIn(gatherMs)
    else if (this.#changed.size > 0) this.#flushIn(this.#idleMs())
  }

  #idleMs() {
    return Math.max(idleFlushMs, this.#pace.waitMs())
  }

  async #write() {
    const { clickhouse, log } = this.#options
    const waiting = this.#waiting
    const rejections = this.#rejections
    this.#waiting = []
    this.#rejections = []
    const changed = [...this.#changed]
    this.#changed.clear()
    const countedBatch = this.#options.countedBatch()
    const rows = changed.map((entry) => this.#rowOf(entry, countedBatch))
    const isDone =
      rows.length === 0 ||
      (await retryUntilDone(() => insertLedgerRows(clickhouse, rows), {
        isStopped: () => this.#isStopped,
        failed: (error) => log.warn('the ledger could not be written yet', { error }),
      }))
    if (!isDone) return
    this.#pace.wrote(0)
    for (const delivery of waiting) delivery.settle()
    this.#forgetOld()
    if (rejections.length > 0)
      await insertRejections(clickhouse, rejections).catch((error: unknown) =>
        log.warn('examples of rejected events could not be kept', { error }),
      )
  }

  #rowOf(entry: Entry, countedBatch: number): LedgerRow {
    return {
      environment_id: entry.environmentId,
      minute: entry.minute,
      outcome: entry.outcome,
      reason: entry.reason,
      run: entry.run,
      count: entry.count,
      counted_batch: countedBatch,
      version: this.#nextVersion(),
    }
  }

  #nextVersion() {
    this.#lastVersion = Math.max(this.#lastVersion + 1, this.#options.now() * 1000)
    return this.#lastVersion
  }

  #forgetOld() {
    const limit = this.#options.now() - keptForMs
    for (const [key, entry] of this.#entries) {
      if (entry.changedAt > limit) break
      this.#entries.delete(key)
    }
  }
}
