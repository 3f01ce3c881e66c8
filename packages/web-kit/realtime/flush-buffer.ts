const firstSlots = 10

/**
 * Collects what arrives and hands it out at most once in `everyMs`, so that a burst of messages draws a screen once.
 * It has room for ten entries at first and doubles when they are not enough. RTCH-041, RTCH-042
 */
export class FlushBuffer<T> {
  readonly #flush: (entries: readonly T[]) => void
  readonly #everyMs: number
  #slots: (T | undefined)[] = Array.from({ length: firstSlots })
  #count = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(flush: (entries: readonly T[]) => void, everyMs = 100) {
    this.#flush = flush
    this.#everyMs = everyMs
  }

  /** The number of entries that fit before it expands. */
  get room() {
    return this.#slots.length
  }

  add(entry: T) {
    if (this.#count === this.#slots.length) this.#slots.length *= 2
    this.#slots[this.#count] = entry
    this.#count += 1
    this.#timer ??= setTimeout(() => this.flush(), this.#everyMs)
  }

  /** Hands out what there is now, in the order in which it came. */
  flush() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#count === 0) return
    const entries = this.#slots.slice(0, this.#count) as T[]
    this.#slots.fill(undefined)
    this.#count = 0
    this.#flush(entries)
  }

  /** Drops what was not handed out. */
  stop() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#count = 0
  }
}
