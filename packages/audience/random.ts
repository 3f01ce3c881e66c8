/** A small fast generator (sfc32): the same seed gives the same numbers on every machine. */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  constructor(...words: (string | number)[]) {
    ;[this.#a, this.#b, this.#c] = hash(words.join('/'))
    for (let round = 0; round < 8; round += 1) this.next()
  }

  /** A 32-bit integer. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    return sum >>> 0
  }

  /** From 0 to 1, 1 excluded. */
  fraction(): number {
    return this.next() / 4_294_967_296
  }

  between(from: number, to: number): number {
    return from + this.fraction() * (to - from)
  }

  /** An integer, both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.fraction() * items.length)]
    if (item === undefined) throw new RangeError('There is nothing to pick from.')
    return item
  }

  weighted<Item extends { weight: number }>(items: readonly Item[]): Item {
    let left = this.fraction() * items.reduce((sum, { weight }) => sum + weight, 0)
    for (const item of items) {
      left -= item.weight
      if (left < 0) return item
    }
    return this.pick(items)
  }

  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.fraction()))
    return radius * Math.cos(2 * Math.PI * this.fraction())
  }

  /** Right-skewed, like waiting and watching times. */
  skewed(median: number, spread: number): number {
    return median * Math.exp(spread * this.normal())
  }

  uuid(): string {
    const hex = [this.next(), this.next(), this.next(), this.next()]
      .map((word) => word.toString(16).padStart(8, '0'))
      .join('')
    const variant = '89ab'[this.next() & 3] ?? '8'
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }
}

function hash(text: string): [number, number, number] {
  let [a, b, c] = [0x9e37_79b9, 0x243f_6a88, 0xb7e1_5162]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 0x85eb_ca6b)
    b = Math.imul(b ^ (code + (a >>> 15)), 0xc2b2_ae35)
    c = Math.imul(c ^ (code + (b >>> 13)), 0x27d4_eb2f)
  }
  return [a ^ (c >>> 16), b ^ (a >>> 16), c ^ (b >>> 16)]
}
