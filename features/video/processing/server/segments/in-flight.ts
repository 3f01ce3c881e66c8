interface Entry<Value> {
  result: Promise<Value>
  waiters: number
  controller: AbortController
}

/** Coalesces concurrent requests for the same value; cancels the work when no request waits for it. */
export class InFlight<Value> {
  readonly #entries = new Map<string, Entry<Value>>()

  has(key: string) {
    return this.#entries.has(key)
  }

  async join(
    key: string,
    signal: AbortSignal | undefined,
    make: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    signal?.throwIfAborted()
    const entry = this.#entries.get(key) ?? this.#begin(key, make)
    entry.waiters += 1
    let leave = () => {}
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal?.reason)
      signal?.addEventListener('abort', leave, { once: true })
    })
    try {
      return await Promise.race([entry.result, left])
    } finally {
      signal?.removeEventListener('abort', leave)
      entry.waiters -= 1
      if (entry.waiters === 0 && this.#entries.get(key) === entry) {
        this.#entries.delete(key)
        entry.controller.abort(new DOMException('No request waits any more.', 'AbortError'))
      }
    }
  }

  #begin(key: string, make: (signal: AbortSignal) => Promise<Value>) {
    const controller = new AbortController()
    const entry: Entry<Value> = {
      waiters: 0,
      controller,
      result: make(controller.signal).finally(() => {
        if (this.#entries.get(key) === entry) this.#entries.delete(key)
      }),
    }
    // Waiting callers get the failure; without any the rejection must not be unhandled.
    entry.result.catch(() => {})
    this.#entries.set(key, entry)
    return entry
  }
}
