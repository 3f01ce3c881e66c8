import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { type DataSource, dataVersion } from './data-version.sql.ts'

/** Which data there is. However many want to know, the engine is asked by one of them at a time. */
export class DataVersions {
  readonly #clickhouse: ClickHouse
  readonly #running = new Map<DataSource, Promise<string>>()
  readonly #next = new Map<DataSource, Promise<string>>()
  readonly #last = new Map<DataSource, string>()

  constructor(clickhouse: ClickHouse) {
    this.#clickhouse = clickhouse
  }

  /** What was read last, however long ago. */
  last(source: DataSource): string | undefined {
    return this.#last.get(source)
  }

  /** Read from now on: what is being read already may miss what came since it began, so all later ones share the next. */
  read(source: DataSource): Promise<string> {
    const running = this.#running.get(source)
    if (running === undefined) return this.#start(source)
    const waiting = this.#next.get(source)
    if (waiting !== undefined) return waiting
    const startNext = () => {
      this.#next.delete(source)
      return this.readBeside(source)
    }
    const next = running.then(startNext, startNext)
    this.#next.set(source, next)
    return next
  }

  /** Read from now on, or being read: for rows that are asked for at the same moment. */
  readBeside(source: DataSource): Promise<string> {
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
