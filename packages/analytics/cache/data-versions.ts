import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { type DataSource, dataVersion } from './data-version.sql.ts'

/** Versions of the stored data. Concurrent reads of a source are joined, so that one query runs at a time. */
export class DataVersions {
  readonly #clickhouse: ClickHouse
  readonly #running = new Map<DataSource, Promise<string>>()
  readonly #next = new Map<DataSource, Promise<string>>()
  readonly #last = new Map<DataSource, string>()

  constructor(clickhouse: ClickHouse) {
    this.#clickhouse = clickhouse
  }

  /** The last version read, however old. */
  last(source: DataSource): string | undefined {
    return this.#last.get(source)
  }

  /**
   * A read that starts after this call: a running one may miss the newest rows, so all later callers share the next
   * one.
   */
  read(source: DataSource): Promise<string> {
    const running = this.#running.get(source)
    if (running === undefined) return this.#start(source)
    const waiting = this.#next.get(source)
    if (waiting !== undefined) return waiting
    const startNext = () => {
      this.#next.delete(source)
      return this.joinRunningRead(source)
    }
    const next = running.then(startNext, startNext)
    this.#next.set(source, next)
    return next
  }

  /** A read that is running or starts now: for rows that are queried at the same moment. */
  joinRunningRead(source: DataSource): Promise<string> {
    return this.#running.get(source) ?? this.#start(source)
  }

  #start(source: DataSource): Promise<string> {
    const reading = dataVersion(this.#clickhouse, source)
      .then((version) => {
        this.#last.set(source, version)
        return version
      })
      .finally(() => {
        if (this.#running.get(source) === reading) this.#running.delete(source)
      })
    this.#running.set(source, reading)
    return reading
  }
}
