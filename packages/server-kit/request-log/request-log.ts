import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { areRowsRefused } from '@playhead/clickhouse/refused-rows.ts'
import type { Log } from '../log.ts'
import type { StoredCalls } from './stored-calls.ts'

/** A row of the table `request_logs`. */
export interface RequestLogRow {
  environment_id: string
  created_at: string
  id: string
  method: string
  path: string
  route: string
  status: number
  error_type: string
  request_id: string
  duration_ms: number
  caller_kind: 'token' | 'user'
  caller_id: string
  caller_name: string
  ip_prefix: string
  user_agent: string
  object_type: string
  object_id: string
  request_body: string
  response_body: string
  error: string
}

const gatherMs = 500
const batchMaxBytes = 2 ** 20
const queueMaxBytes = 16 * 2 ** 20
const firstPauseMs = 100
const longestPauseMs = 5_000
/** The names of callers whose refusals were logged in this minute. */
const refusedCallersMax = 10_000

interface Line {
  text: string
  bytes: number
  environmentId: string
  createdAt: string
}

interface RequestLogOptions {
  clickhouse: Pick<ClickHouse, 'insert'>
  log: Log
  /** Called after each insert. */
  stored?: (calls: StoredCalls) => Promise<unknown>
  queueMaxBytes?: number
}

/**
 * Writes calls in batches, after their responses. While the database is away the queue holds 16 MB; then the oldest
 * calls are dropped and counted. If the program is killed, the last half second is lost.
 */
export class RequestLog {
  readonly #options: RequestLogOptions
  readonly #queue: Line[] = []
  #queuedBytes = 0
  #droppedCount = 0
  #reportedCount = 0
  #running: Promise<void> | undefined
  #announcing: Promise<void> = Promise.resolve()
  #hurry = new AbortController()
  #isStopped = false
  #minute = 0
  #refusedCallers = new Set<string>()

  constructor(options: RequestLogOptions) {
    this.#options = options
  }

  /** How many calls wait for the database, and how many were dropped since the program started. */
  get counts() {
    return { waiting: this.#queue.length, dropped: this.#droppedCount }
  }

  add(row: RequestLogRow) {
    const text = `${JSON.stringify(row)}\n`
    const line = {
      text,
      bytes: Buffer.byteLength(text),
      environmentId: row.environment_id,
      createdAt: row.created_at,
    }
    this.#queue.push(line)
    this.#queuedBytes += line.bytes
    const max = this.#options.queueMaxBytes ?? queueMaxBytes
    while (this.#queuedBytes > max) {
      this.#takeFirst()
      this.#droppedCount += 1
    }
    this.#start()
  }

  /** Refusals by the rate limit are logged once a minute for each caller. */
  isFirstRefusal(caller: string, now: Date) {
    const minute = Math.floor(now.getTime() / 60_000)
    if (minute !== this.#minute || this.#refusedCallers.size >= refusedCallersMax)
      this.#refusedCallers = new Set()
    this.#minute = minute
    const isFirst = !this.#refusedCallers.has(caller)
    this.#refusedCallers.add(caller)
    return isFirst
  }

  /** Writes what waits now. */
  async flush() {
    while (this.#running) {
      this.#hurry.abort()
      await this.#running
    }
  }

  /** Tries once more to write what waits. */
  async stop() {
    this.#isStopped = true
    await this.flush()
    await this.#announcing
  }

  #start() {
    if (this.#isStopped) return
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      if (this.#queue.length > 0) this.#start()
    })
  }

  async #run() {
    while (this.#queue.length > 0) {
      if (this.#queuedBytes < batchMaxBytes) await this.#wait(gatherMs)
      await this.#write(this.#takeBatch())
      this.#report()
    }
    this.#hurry = new AbortController()
  }

  /** Ends when the rows are stored or dropped. Rows that the table refuses are found by bisection. */
  async #write(batch: readonly Line[]): Promise<void> {
    const token = randomUUID()
    const rows = Buffer.from(batch.map(({ text }) => text).join(''))
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.#options.clickhouse.insert('request_logs', rows, { token })
        this.#announce(batch)
        return
      } catch (error) {
        const isRefused = areRowsRefused(error)
        if (attempt === 0)
          this.#options.log.warn('calls could not be logged yet', { rows: batch.length, error })
        if (isRefused && batch.length > 1) {
          const half = batch.length >> 1
          await this.#write(batch.slice(0, half))
          return this.#write(batch.slice(half))
        }
        if (isRefused || this.#isStopped) {
          this.#droppedCount += batch.length
          // The program ends: what is still in the queue would wait as long again.
          if (this.#isStopped) this.#droppedCount += this.#queue.splice(0).length
          return
        }
        await this.#wait(Math.min(firstPauseMs * 2 ** attempt, longestPauseMs))
      }
    }
  }

  /** The queue does not wait for it: without the notice, open lists find the calls a little later. */
  #announce(batch: readonly Line[]) {
    const { stored, log } = this.#options
    if (!stored) return
    const times = batch.map(({ createdAt }) => createdAt).toSorted()
    const calls = {
      environmentIds: [...new Set(batch.map(({ environmentId }) => environmentId))],
      from: times[0]!,
      until: times.at(-1)!,
    }
    const before = this.#announcing
    const announce = async () => {
      await stored(calls).catch((error: unknown) =>
        log.warn('stored calls could not be announced', { error }),
      )
      await before
    }
    this.#announcing = announce()
  }

  async #wait(milliseconds: number) {
    const { signal } = this.#hurry
    await pause(milliseconds, undefined, { signal, ref: false }).catch(() => {})
    // A flush hurries one attempt; the next failure waits again.
    if (signal.aborted && !this.#isStopped) this.#hurry = new AbortController()
  }

  #takeFirst(): Line {
    const line = this.#queue.shift()!
    this.#queuedBytes -= line.bytes
    return line
  }

  #takeBatch() {
    const batch: Line[] = []
    for (let bytes = 0; this.#queue.length > 0 && bytes < batchMaxBytes;) {
      const line = this.#takeFirst()
      batch.push(line)
      bytes += line.bytes
    }
    return batch
  }

  #report() {
    if (this.#droppedCount === this.#reportedCount) return
    this.#options.log.error('calls were dropped from the API log', {
      dropped: this.#droppedCount - this.#reportedCount,
      dropped_since_start: this.#droppedCount,
    })
    this.#reportedCount = this.#droppedCount
  }
}
