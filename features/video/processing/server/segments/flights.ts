interface Flight<Value> {
  result: Promise<Value>
  waiters: number
  controller: AbortController
}

/** Coalesces concurrent requests for the same value; cancels the work when no request waits for it. */
export class Flights<Value> {
  readonly #flights = new Map<string, Flight<Value>>()

  has(key: string) {
    return this.#flights.has(key)
  }

  async join(
    key: string,
    signal: AbortSignal | undefined,
    make: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    signal?.throwIfAborted()
    const flight = this.#flights.get(key) ?? this.#begin(key, make)
    flight.waiters += 1
    let leave = () => {}
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal?.reason)
      signal?.addEventListener('abort', leave, { once: true })
    })
    try {
      return await Promise.race([flight.result, left])
    } finally {
      signal?.removeEventListener('abort', leave)
      flight.waiters -= 1
      if (flight.waiters === 0 && this.#flights.get(key) === flight) {
        this.#flights.delete(key)
        flight.controller.abort(new DOMException('Nobody waits any more.', 'AbortError'))
      }
    }
  }

  #begin(key: string, make: (signal: AbortSignal) => Promise<Value>) {
    const controller = new AbortController()
    const flight: Flight<Value> = {
      waiters: 0,
      controller,
      result: make(controller.signal).finally(() => {
        if (this.#flights.get(key) === flight) this.#flights.delete(key)
      }),
    }
    // Waiting callers get the failure; without any the rejection must not be unhandled.
    flight.result.catch(() => {})
    this.#flights.set(key, flight)
    return flight
  }
}
