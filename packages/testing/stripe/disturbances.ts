/** What goes wrong with a call, such as `POST /v1/payment_intents`. */
interface Disturbance {
  call: string
  /** A status without an effect of its own; `cut` closes the connection without an answer; `hold` waits. */
  kind: number | 'cut' | 'hold'
  /** Whether the account does what was asked first. */
  isDone: boolean
  /** How often; the calls after it go well. */
  times: number
  arrived: () => void
  released: Promise<void>
}

/** The disturbances that are still to come. */
export class Disturbances {
  #waiting: Disturbance[] = []

  add(call: string, given: Partial<Disturbance> & Pick<Disturbance, 'kind'>) {
    this.#waiting.push({
      call,
      isDone: false,
      times: 1,
      arrived: () => {},
      released: Promise.resolve(),
      ...given,
    })
  }

  take(method: string, path: string): Disturbance | undefined {
    const found = this.#waiting.find(
      ({ call, times }) => times > 0 && `${method} ${path}`.startsWith(call),
    )
    if (found) found.times -= 1
    return found
  }

  clear() {
    this.#waiting = []
  }
}
