import { randomUUID } from 'node:crypto'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { areRowsRefused } from '@playhead/clickhouse/refused-rows.ts'
import type { CollectorLog } from '../collector-options.ts'
import type { Delivery } from '../requests/delivery.ts'
import { InsertPace } from '../insert-pace.ts'
import { listStoredOfBatch, type StoredKey } from './events.sql.ts'
import { retryUntilDone } from '../retry.ts'

interface Line {
  environmentId: string
  viewId: string
  viewSequence: number
  receivedAt: number
  text: string
  /** Derived by the collector, not received from a player. */
  isOurs: boolean
}

interface Batch {
  number: number
  lines: Line[]
  bytes: number
  bytesOf: Map<string, number>
  waiting: Delivery[]
}

export interface CommittedBatch {
  number: number
  stored: readonly Line[]
  /** Lines that the table rejects permanently. */
  refused: readonly Line[]
  waiting: readonly Delivery[]
}

interface EventWriterOptions {
  clickhouse: ClickHouse
  log: CollectorLog
  now: () => number
  /** Batch numbers of this run are greater than this. */
  lastBatch: number
  /** Called before any client gets its response. */
  committed: (batch: CommittedBatch) => void
  /** Receives the number of bytes that the lines of an environment hold. */
  hold: (environmentId: string, bytes: number) => void
  /** A new batch begins. */
  begun: () => void
}

/** An insert costs the database some 10 ms of CPU time whether it has ten rows or a thousand. */
const gatherMs = { quiet: 20, busy: 80 }
const busyRows = 20
/** The longest that a trickle of events is gathered: acknowledgements are late by as much. */
const trickleMs = 2_000
const rowsMax = 5_000
/** A batch becomes one string, and strings have a maximum length. */
const batchMaxBytes = 32 * 2 ** 20
/** Numbers are based on the clock, so that they increase from run to run. */
const batchesPerMs = 1_000

/**
 * Writes events in batches, one insert at a time: events that arrive during an insert form the next batch. A batch is
 * kept and retried until it is stored, so that its fate is never uncertain.
 */
export class EventWriter {
  readonly #options: EventWriterOptions
  /** Another process may write to the same table. */
  readonly #runId = randomUUID()
  #gathering: Batch
  #gatheringSince = 0
  #isBusy = false
  readonly #full: Batch[] = []
  #writing: Batch | undefined
  #isRunning = false
  #isStopped = false
  #heldBytes = 0
  #lastNumber: number
  #idle: (() => void)[] = []
  readonly #pace = new InsertPace(trickleMs)
  /** Ends the gathering. */
  #enough: (() => void) | undefined

  constructor(options: EventWriterOptions) {
    this.#options = options
    this.#lastNumber = options.lastBatch
    this.#gathering = this.#newBatch()
  }

  get heldBytes() {
    return this.#heldBytes
  }

  /** The number that the next added event must carry. */
  get batchNumber() {
    return this.#gathering.number
  }

  add(line: Line, delivery: Delivery) {
    const batch = this.#gathering
    if (batch.lines.length === 0) this.#gatheringSince = performance.now()
    batch.lines.push(line)
    const { environmentId, text } = line
    batch.bytes += text.length
    batch.bytesOf.set(environmentId, (batch.bytesOf.get(environmentId) ?? 0) + text.length)
    this.#heldBytes += text.length
    this.#options.hold(environmentId, text.length)
    this.#wait(batch, delivery)
    if (batch.lines.length >= rowsMax || batch.bytes >= batchMaxBytes) {
      this.#full.push(batch)
      this.#gathering = this.#newBatch()
      this.#enough?.()
    }
    if (!this.#isRunning) void this.#run()
  }

  /** How many bytes the next batch holds for an environment so far. */
  gatheredOf(environmentId: string) {
    return this.#gathering.bytesOf.get(environmentId) ?? 0
  }

  /** For a duplicate of an in-flight event: answered when that event is stored. */
  waitFor(batchNumber: number, delivery: Delivery) {
    const batch = [this.#writing, ...this.#full, this.#gathering].find(
      (each) => each?.number === batchNumber,
    )
    if (batch && batch.lines.length > 0) this.#wait(batch, delivery)
  }

  isStored(batchNumber: number) {
    if (this.#writing && batchNumber >= this.#writing.number) return false
    const [oldest] = this.#full
    if (oldest) return batchNumber < oldest.number
    return batchNumber < this.#gathering.number || this.#gathering.lines.length === 0
  }

  /** Writes everything queued and stops; what cannot be written is lost with the process, but was never acknowledged. */
  async stop() {
    this.#isStopped = true
    this.#enough?.()
    if (this.#isRunning) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  #wait(batch: Batch, delivery: Delivery) {
    if (batch.waiting.at(-1) === delivery) return
    delivery.hold()
    batch.waiting.push(delivery)
  }

  #newBatch(): Batch {
    this.#lastNumber = Math.max(this.#lastNumber + 1, this.#options.now() * batchesPerMs)
    return { number: this.#lastNumber, lines: [], bytes: 0, bytesOf: new Map(), waiting: [] }
  }

  async #run() {
    this.#isRunning = true
    while (this.#full.length > 0 || this.#gathering.lines.length > 0) {
      if (this.#full.length === 0) await this.#gatherLonger()
      const batch = this.#full.shift() ?? this.#gathering
      if (batch === this.#gathering) this.#gathering = this.#newBatch()
      this.#options.begun()
      this.#writing = batch
      this.#isBusy = batch.lines.length >= busyRows
      const refused = new Set<Line>()
      const isDone = await this.#write(batch, batch.lines, '', refused)
      this.#pace.wrote(batch.lines.length)
      this.#writing = undefined
      if (!isDone) break
      this.#heldBytes -= batch.bytes
      for (const [environmentId, bytes] of batch.bytesOf) this.#options.hold(environmentId, -bytes)
      const { number, lines, waiting } = batch
      const stored = refused.size === 0 ? lines : lines.filter((line) => !refused.has(line))
      this.#options.committed({ number, stored, refused: [...refused], waiting })
      for (const delivery of waiting) delivery.settle()
    }
    this.#isRunning = false
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  async #gatherLonger() {
    const longest = this.#isBusy ? gatherMs.busy : gatherMs.quiet
    const gathered = performance.now() - this.#gatheringSince
    const left = Math.max(longest - gathered, this.#pace.waitMs())
    if (left <= 0 || this.#isStopped) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, left)
      this.#enough = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#enough = undefined
  }

  /** `part` names the lines within the batch. Rows that the table rejects permanently are found by bisection. */
  async #write(
    batch: Batch,
    lines: readonly Line[],
    part: string,
    refused: Set<Line>,
  ): Promise<boolean> {
    const { clickhouse, log } = this.#options
    const unstored = async () => missing(lines, await listStoredOfBatch(clickhouse, batch.number))
    let left = lines
    let attempts = 0
    let refusal: unknown
    const isDone = await retryUntilDone(
      async () => {
        // A failed insert may be stored in part or whole: only missing rows are sent again. An insert that may still be
        // in flight is repeated with the same token, so that only one of the two counts.
        if (attempts > 0) left = await unstored()
        const isRepetition = attempts > 0
        const token = `${this.#runId} ${batch.number} ${part} ${Math.max(0, attempts - 1)}`
        attempts += 1
        try {
          await clickhouse.insert('events', bufferOf(left), { token })
        } catch (error) {
          if (!areRowsRefused(error)) throw error
          refusal = error
          return
        }
        // The database may know the token of an insert without holding its rows, so they are checked.
        if (isRepetition && (await unstored()).length > 0)
          throw new Error('The table knows of the insert but does not hold its rows.')
      },
      {
        isStopped: () => this.#isStopped,
        failed: (error) =>
          log.warn('events could not be stored yet', { rows: lines.length, error }),
      },
    )
    if (!isDone || refusal === undefined) return isDone
    const [only] = lines
    if (lines.length === 1 && only) {
      refused.add(only)
      log.error('an event cannot be stored', { viewId: only.viewId, error: refusal })
      return true
    }
    const half = lines.length >> 1
    return (
      (await this.#write(batch, lines.slice(0, half), `${part}0`, refused)) &&
      (await this.#write(batch, lines.slice(half), `${part}1`, refused))
    )
  }
}

const bufferOf = (lines: readonly Line[]) => {
  let text = ''
  for (const line of lines) text += line.text
  return Buffer.from(text)
}

const missing = (lines: readonly Line[], stored: readonly StoredKey[]) => {
  const keys = new Set(
    stored.map((row) => `${row.environment_id} ${row.view_sequence} ${row.view_id}`),
  )
  return lines.filter(
    (line) => !keys.has(`${line.environmentId} ${line.viewSequence} ${line.viewId}`),
  )
}
