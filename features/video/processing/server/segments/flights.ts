interface Flight<Value> {
  result: Promise<Value>
  waiters: number
  controller: AbortController
}

/** One making of a thing for all who want it at the same time; it is called off when none of them is left. */
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
    // Whoever still waits hears of a failure; with nobody left it concerns no one.
    flight.result.catch(() => {})
    this.#flights.set(key, flight)
    return flight
  }
}
