import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Address } from './address.ts'
import { NetworkLines, type Words } from './read-network-lines.ts'

interface Network {
  number: number
  name: string | null
}

/** More than the data has for either family, so that it can grow for years; the table is trimmed at the end. */
const capacity = { ipv4: 800_000, ipv6: 400_000 }

/** Takes some four milliseconds to parse: other work of the process runs in between. */
const chunkBytes = 262_144

/** Sorted ranges in typed arrays: 9 MB instead of the 30 MB of source text. */
export class NetworkTable {
  readonly #names = new Map<number, string>()
  readonly #ipv4 = new Ranges(capacity.ipv4, 1)
  readonly #ipv6 = new Ranges(capacity.ipv6, 2)

  static async load(): Promise<NetworkTable> {
    const resolve = createRequire(import.meta.url).resolve
    const table = new NetworkTable()
    await table.#read('ipv4', resolve('@ip-location-db/asn/asn-ipv4-num.csv'))
    await table.#read('ipv6', resolve('@ip-location-db/asn/asn-ipv6.csv'))
    table.#ipv4.close()
    table.#ipv6.close()
    return table
  }

  find({ family, groups }: Address): Network | null {
    const [a = 0, b = 0, c = 0, d = 0] = groups
    const number =
      family === 4
        ? this.#ipv4.find(((a << 24) | (b << 16) | (c << 8) | d) >>> 0, 0)
        : this.#ipv6.find(((a << 16) | b) >>> 0, ((c << 16) | d) >>> 0)
    return number === 0 ? null : { number, name: this.#names.get(number) ?? null }
  }

  async #read(form: 'ipv4' | 'ipv6', file: string): Promise<void> {
    const ranges = form === 'ipv4' ? this.#ipv4 : this.#ipv6
    const lines = new NetworkLines(form, (start, end, number, name) => {
      ranges.add(start, end, number)
      if (!this.#names.has(number)) this.#names.set(number, name())
    })
    for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) {
      lines.take(chunk as Buffer)
      await nextTurn()
    }
    lines.end()
  }
}

/** 32-bit words: one for IPv4, two for IPv6, whose networks are never smaller than /64. */
class Ranges {
  #starts: Uint32Array
  #ends: Uint32Array
  #numbers: Uint32Array
  #length = 0
  readonly #width: number

  constructor(rows: number, width: 1 | 2) {
    this.#width = width
    this.#starts = new Uint32Array(rows * width)
    this.#ends = new Uint32Array(rows * width)
    this.#numbers = new Uint32Array(rows)
  }

  add(start: Words, end: Words, number: number): void {
    if (this.#length === this.#numbers.length) return
    const at = this.#length * this.#width
    for (let word = 0; word < this.#width; word += 1) {
      this.#starts[at + word] = start[word] ?? 0
      this.#ends[at + word] = end[word] ?? 0
    }
    this.#numbers[this.#length] = number
    this.#length += 1
  }

  close(): void {
    this.#starts = this.#starts.slice(0, this.#length * this.#width)
    this.#ends = this.#ends.slice(0, this.#length * this.#width)
    this.#numbers = this.#numbers.slice(0, this.#length)
  }

  /** The number of the last range that starts at or before the address, if the address is within it. */
  find(high: number, low: number): number {
    let from = 0
    let to = this.#length
    while (from < to) {
      const middle = (from + to) >>> 1
      if (this.#compare(this.#starts, middle, high, low) <= 0) from = middle + 1
      else to = middle
    }
    if (from === 0 || this.#compare(this.#ends, from - 1, high, low) < 0) return 0
    return this.#numbers[from - 1] ?? 0
  }

  #compare(words: Uint32Array, row: number, high: number, low: number): number {
    const at = row * this.#width
    const difference = (words[at] ?? 0) - high
    return difference !== 0 || this.#width === 1 ? difference : (words[at + 1] ?? 0) - low
  }
}
