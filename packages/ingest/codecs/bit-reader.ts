import { IngestError } from '../ingest-error.ts'

/** Bits of a parameter set, most significant first. */
export class BitReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  bit(): number {
    const byte = this.#bytes[this.#at >> 3]
    if (byte === undefined) throw new IngestError('A parameter set is cut off.')
    const bit = (byte >> (7 - (this.#at & 7))) & 1
    this.#at += 1
    return bit
  }

  flag() {
    return this.bit() === 1
  }

  /** Up to 32 bits. */
  bits(count: number): number {
    let value = 0
    for (let index = 0; index < count; index += 1) value = value * 2 + this.bit()
    return value
  }

  skip(count: number) {
    this.#at += count
  }

  /** Exp-Golomb. */
  unsigned(): number {
    let zeros = 0
    while (this.bit() === 0) {
      zeros += 1
      if (zeros > 31) throw new IngestError('A parameter set has an absurd number.')
    }
    return 2 ** zeros - 1 + this.bits(zeros)
  }

  signed(): number {
    const value = this.unsigned()
    return value % 2 === 1 ? (value + 1) / 2 : -value / 2
  }
}

/** Without the bytes that keep start codes out of NAL units. */
export const withoutEmulation = (unit: Buffer): Buffer => {
  const output = Buffer.allocUnsafe(unit.length)
  let length = 0
  let zeros = 0
  for (const byte of unit) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    zeros = byte === 0 ? zeros + 1 : 0
    output[length++] = byte
  }
  return output.subarray(0, length)
}
