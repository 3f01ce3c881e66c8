import { type HealthSecond, summed } from './health-point.ts'

export const rowMs = 5000

const rowOf = ({ time }: HealthSecond) => Math.floor(time / rowMs)

/**
 * Seconds to the rows that are stored: one for every five seconds of the clock, however late seconds are counted. Charts
 * show a step without a row as time that the encoder was away.
 */
export class HealthRows {
  #seconds: HealthSecond[] = []

  /** The row before, if this second begins another one. */
  take(second: HealthSecond): HealthSecond | undefined {
    const before = this.#seconds.at(-1)
    const row = before && rowOf(before) !== rowOf(second) ? this.end() : undefined
    this.#seconds.push(second)
    return row
  }

  /** What is counted since the last row. */
  end(): HealthSecond | undefined {
    const row = summed(this.#seconds)
    this.#seconds = []
    return row
  }
}
