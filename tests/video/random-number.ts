const multiplier = 48_271
const modulus = 2_147_483_647

/** The same numbers for the same seed. */
export class RandomNumber {
  #state: number

  constructor(seed: number) {
    this.#state = (seed % (modulus - 1)) + 1
  }

  /** From 0 up to the end, exclusive. */
  below(end: number) {
    this.#state = (this.#state * multiplier) % modulus
    return this.#state % Math.max(1, end)
  }

  oneOf<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)]
  }
}
