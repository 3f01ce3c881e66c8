import type { RunningService } from '../feature.ts'
import type { Log } from '../log.ts'

export interface Places {
  total: number
  /** The default number of concurrent deliveries per receiver. */
  perReceiver: number
  /** Receivers with a lower limit right now. */
  held: readonly { receiver: string; places: number }[]
}

interface DeliveryKind<Row> {
  /** What is delivered, for the log. */
  name: string
  receiverOf(row: Row): string
  /** Takes due rows under a lease that is longer than an attempt. */
  claim(places: Places): Promise<Row[]>
  /** Sends one row and writes the outcome. Returns whether the receiver accepted it. */
  deliver(row: Row): Promise<boolean>
}

const total = 64
/** A receiver whose last delivery failed gets one at a time. */
const perReceiver = 4

/**
 * Delivers what is due, at least once, to many receivers at a time: a slow receiver delays no other. Rows are
 * claimed in the database, so that any number of processes can share the work.
 */
export class DeliveryLoop<Row> implements RunningService {
  readonly #log: Log
  readonly #kind: DeliveryKind<Row>
  readonly #tickMs: number
  /** Number of deliveries in flight, by receiver. */
  readonly #busy = new Map<string, number>()
  readonly #failing = new Set<string>()
  readonly #running = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #filling: Promise<void> | undefined
  #isAskedAgain = false
  #isStopped = false

  constructor(log: Log, kind: DeliveryKind<Row>, tickMs: number) {
    this.#log = log
    this.#kind = kind
    this.#tickMs = tickMs
    this.#tick()
  }

  wake() {
    if (this.#isStopped) return
    if (this.#filling) {
      this.#isAskedAgain = true
      return
    }
    this.#filling = this.#fill()
      .catch((error: unknown) => this.#log.warn(`${this.#kind.name} cannot be sent`, { error }))
      .finally(() => {
        this.#filling = undefined
        if (!this.#isAskedAgain) return
        this.#isAskedAgain = false
        this.wake()
      })
  }

  /** Deliveries in flight get five seconds to finish, so that they need not be sent twice. */
  async stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#filling
    await Promise.all(this.#running)
  }

  #tick() {
    this.wake()
    this.#timer = setTimeout(() => this.#tick(), this.#tickMs)
    this.#timer.unref()
  }

  #held() {
    const receivers = new Set([...this.#busy.keys(), ...this.#failing])
    return [...receivers].map((receiver) => ({
      receiver,
      places: Math.max(
        0,
        (this.#failing.has(receiver) ? 1 : perReceiver) - (this.#busy.get(receiver) ?? 0),
      ),
    }))
  }

  async #fill() {
    const free = total - this.#running.size
    if (free <= 0) return
    const rows = await this.#kind.claim({ total: free, perReceiver, held: this.#held() })
    for (const row of rows) this.#begin(row)
  }

  #begin(row: Row) {
    const receiver = this.#kind.receiverOf(row)
    this.#busy.set(receiver, (this.#busy.get(receiver) ?? 0) + 1)
    const running = this.#deliver(row, receiver)
      .catch((error: unknown) =>
        // The lease expires and the row is sent again: delivery is at least once.
        this.#log.warn(`an attempt to send ${this.#kind.name} could not be written`, {
          receiver,
          error,
        }),
      )
      .finally(() => {
        this.#running.delete(running)
        const left = this.#busy.get(receiver)! - 1
        if (left === 0) this.#busy.delete(receiver)
        else this.#busy.set(receiver, left)
        this.wake()
      })
    this.#running.add(running)
  }

  async #deliver(row: Row, receiver: string) {
    if (await this.#kind.deliver(row)) this.#failing.delete(receiver)
    else this.#failing.add(receiver)
  }
}
