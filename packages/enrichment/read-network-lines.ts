import { parseAddress, type Address } from './address.ts'

export type Words = readonly [number, number]
type OnLine = (start: Words, end: Words, number: number, name: () => string) => void

const lineEnd = 10
const comma = 44
const colon = 58
const letterA = 97

/** Parses `start,end,number,"name"` lines byte by byte without creating strings: a name is decoded on request. */
export class NetworkLines {
  readonly #onLine: OnLine
  readonly #readWords: () => Words | null
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0

  constructor(form: 'ipv4' | 'ipv6', onLine: OnLine) {
    this.#onLine = onLine
    this.#readWords = form === 'ipv4' ? () => [this.#readNumber(), 0] : () => this.#readIpv6()
  }

  take(chunk: Buffer): void {
    const rest = this.#bytes.subarray(this.#at)
    this.#bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    this.#at = 0
    for (let end = this.#lineEnd(); end >= 0; end = this.#lineEnd()) this.#readLine(end)
  }

  end(): void {
    this.#readLine(this.#bytes.length)
  }

  #lineEnd(): number {
    return this.#bytes.indexOf(lineEnd, this.#at)
  }

  #readLine(end: number): void {
    const start = this.#readWords()
    const last = this.#readWords()
    const number = this.#readNumber()
    const from = this.#at
    this.#at = end + 1
    if (!start || !last || from >= end || number === 0) return
    this.#onLine(start, last, number, () => unquote(this.#bytes.toString('utf8', from, end)))
  }

  /** Moves past the comma. */
  #readNumber(): number {
    let number = 0
    for (; this.#at < this.#bytes.length; this.#at += 1) {
      const digit = (this.#bytes[this.#at] ?? 0) - 48
      if (digit < 0 || digit > 9) break
      number = number * 10 + digit
    }
    this.#at += 1
    return number
  }

  /** The first 64 bits. The few ranges that begin or end inside a /64 are skipped: null. */
  #readIpv6(): Words | null {
    const from = this.#at
    const groups = [0, 0, 0, 0]
    let index = 0
    let hasInnerGap = false
    for (; this.#at < this.#bytes.length; this.#at += 1) {
      const byte = this.#bytes[this.#at] ?? comma
      if (byte === comma) break
      if (byte === colon) {
        index += 1
        hasInnerGap ||= this.#bytes[this.#at - 1] === colon && this.#bytes[this.#at + 1] !== comma
      } else if (index < 4) {
        groups[index] =
          (groups[index] ?? 0) * 16 + (byte >= letterA ? byte - letterA + 10 : byte - 48)
      }
    }
    this.#at += 1
    return hasInnerGap
      ? wholeWords(parseAddress(this.#bytes.toString('latin1', from, this.#at - 1)))
      : toWords(groups)
  }
}

function wholeWords(address: Address | null): Words | null {
  const low = address?.groups.slice(4) ?? []
  return address && low.every((group) => group === 0xffff) ? toWords(address.groups) : null
}

function toWords([a = 0, b = 0, c = 0, d = 0]: readonly number[]): Words {
  return [a * 65_536 + b, c * 65_536 + d]
}

function unquote(text: string): string {
  const bare = text.trim()
  return bare.startsWith('"') ? bare.slice(1, -1).replaceAll('""', '"') : bare
}
