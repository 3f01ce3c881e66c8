/** An LRU cache: the entry that was not read for longest is evicted first. */
export class RecentlyUsed<Value> {
  readonly #answers = new Map<string, Value>()
  readonly #capacity: number

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  answer(key: string, find: (key: string) => Value): Value {
    const known = this.#answers.get(key)
    if (known !== undefined) {
      this.#answers.delete(key)
      this.#answers.set(key, known)
      return known
    }
    const found = find(key)
    this.#answers.set(key, found)
    if (this.#answers.size > this.#capacity)
      this.#answers.delete(this.#answers.keys().next().value as string)
    return found
  }
}
