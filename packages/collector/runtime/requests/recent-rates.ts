interface Sample {
  at: number
  events: number
  batches: number
}

const windowMs = 10_000

/** Growth rates of running totals over the last ten seconds. */
export class RecentRates {
  readonly #samples: Sample[] = []

  note(at: number, totals: { events: number; batches: number }) {
    this.#samples.push({ at, ...totals })
    // Keeps the newest sample that is old enough as the oldest one.
    while ((this.#samples[1]?.at ?? Infinity) <= at - windowMs) this.#samples.shift()
  }

  read(): { eventsPerSecond: number; batchesPerSecond: number } {
    const [first] = this.#samples
    const last = this.#samples.at(-1)
    const seconds = first && last ? (last.at - first.at) / 1000 : 0
    if (!first || !last || seconds <= 0) return { eventsPerSecond: 0, batchesPerSecond: 0 }
    return {
      eventsPerSecond: (last.events - first.events) / seconds,
      batchesPerSecond: (last.batches - first.batches) / seconds,
    }
  }
}
