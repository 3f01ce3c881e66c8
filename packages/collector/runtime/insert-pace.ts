/** Inserts in a row that need no pause, so that a start and short bursts are quick. */
const usualBurst = 200
/** So many rows in an insert are worth one at once. */
const rowsThatPay = 100

/**
 * How soon the next insert may follow. An insert costs the database the same whether it brings one row or a hundred, and
 * each makes a part that must be merged: a trickle of events would keep an idle server busy all day.
 */
export class InsertPace {
  readonly #everyMs: number
  readonly #now: () => number
  readonly #burst: number
  #left: number
  #at: number

  /** When few rows come for long, there is an insert each `everyMs`. */
  constructor(everyMs: number, { burst = usualBurst, now = () => performance.now() } = {}) {
    this.#everyMs = everyMs
    this.#now = now
    this.#burst = burst
    this.#left = burst
    this.#at = now()
  }

  /** At most `everyMs`. */
  waitMs(): number {
    this.#refill()
    return Math.max(0, 1 - this.#left) * this.#everyMs
  }

  wrote(rows: number) {
    this.#refill()
    this.#left = Math.min(this.#burst, Math.max(0, this.#left - 1) + rows / rowsThatPay)
  }

  #refill() {
    const now = this.#now()
    this.#left = Math.min(this.#burst, this.#left + (now - this.#at) / this.#everyMs)
    this.#at = now
  }
}
