interface Waiter {
  isThere: () => boolean
  settle: (isThere: boolean) => void
}

/** Requests that wait for something to appear; looked at when it may have, never by polling. */
export class Waiters {
  readonly #perName = new Map<string, Set<Waiter>>()

  get count() {
    let count = 0
    for (const waiters of this.#perName.values()) count += waiters.size
    return count
  }

  /** False if it did not appear in time, or the caller left. */
  wait(
    name: string,
    isThere: () => boolean,
    { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
  ): Promise<boolean> {
    if (signal?.aborted) return Promise.resolve(false)
    const waiters = this.#perName.get(name) ?? new Set()
    this.#perName.set(name, waiters)
    return new Promise((resolve) => {
      const leave = () => waiter.settle(false)
      const timer = setTimeout(leave, timeoutMs)
      const waiter: Waiter = {
        isThere,
        settle: (result) => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', leave)
          waiters.delete(waiter)
          resolve(result)
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      waiters.add(waiter)
    })
  }

  wake(name: string) {
    for (const waiter of this.#perName.get(name) ?? []) if (waiter.isThere()) waiter.settle(true)
  }
}
