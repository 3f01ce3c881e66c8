import { randomUUID } from 'node:crypto'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { areRowsRefused } from '@playhead/clickhouse/refused-rows.ts'
import type { CollectorLog } from '../collector-options.ts'
import { retryUntilDone } from '../retry.ts'

interface SampleWriterOptions {
  clickhouse: ClickHouse
  log: CollectorLog
}

type SampleTable = 'samples' | 'early_samples' | 'sampled_steps'

/**
 * Limit for steps that wait for the database; beyond it the oldest are dropped: this only leaves a gap in the
 * monitoring.
 */
const waitingMaxBytes = 64 * 2 ** 20

/** Writes samples in the order of their steps, late when the database was unavailable. */
export class SampleWriter {
  readonly #options: SampleWriterOptions
  readonly #runId = randomUUID()
  #count = 0
  #waiting: { table: SampleTable; text: Buffer; token: string }[] = []
  #waitingBytes = 0
  #running: Promise<void> | undefined
  #isStopped = false

  constructor(options: SampleWriterOptions) {
    this.#options = options
  }

  /** Notes that the samples of the step are written, also when there are none. */
  addStep(epochSeconds: number) {
    const row = { sampled_at: epochSeconds, collector: this.#runId }
    this.add('sampled_steps', Buffer.from(`${JSON.stringify(row)}\n`))
  }

  add(table: SampleTable, text: Buffer) {
    if (text.length === 0) return
    this.#count += 1
    this.#waiting.push({ table, text, token: `${this.#runId} ${this.#count}` })
    this.#waitingBytes += text.length
    while (this.#waitingBytes > waitingMaxBytes && this.#waiting.length > 1) {
      this.#waitingBytes -= this.#waiting.shift()?.text.length ?? 0
      this.#options.log.warn('samples were dropped because the engine is unavailable')
    }
    this.#running ??= this.#run()
  }

  /** Resolves when everything is written, or the last attempt has failed. */
  async stop() {
    this.#isStopped = true
    await this.#running
  }

  async #run() {
    const { clickhouse, log } = this.#options
    for (let first = this.#waiting.shift(); first; first = this.#waiting.shift()) {
      const { table, text, token } = first
      this.#waitingBytes -= text.length
      const isDone = await retryUntilDone(
        // With the same token it counts once, even when only the response was lost.
        () => clickhouse.insert(table, text, { token }).catch(dropRefused),
        {
          isStopped: () => this.#isStopped,
          failed: (error) => log.warn('samples could not be written yet', { error }),
        },
      )
      if (!isDone) break
    }
    this.#running = undefined

    function dropRefused(error: unknown) {
      if (!areRowsRefused(error)) throw error
      log.error('samples of a step cannot be stored', { error })
    }
  }
}
