import { randomFillSync } from 'node:crypto'
import { IngestError } from '../ingest-error.ts'

const version = 3
const blockBytes = 1536

/** C0 and C1, or S0 and S1: no digest, which encoders ask for only of servers that claim a version. */
export const openingBlock = () => {
  const block = Buffer.alloc(1 + blockBytes)
  block[0] = version
  randomFillSync(block, 9)
  return block
}

/** One side of the handshake: takes bytes until both blocks of the peer are there. */
export class Handshake {
  readonly #answersFirst: boolean
  #seen: Buffer = Buffer.alloc(0)
  #hasAnswered = false

  constructor(side: 'server' | 'client') {
    this.#answersFirst = side === 'server'
  }

  /** Returns what to send, and once it is over the bytes behind it. */
  take(input: Buffer): { send?: Buffer; rest?: Buffer } {
    this.#seen = this.#seen.length === 0 ? input : Buffer.concat([this.#seen, input])
    if (this.#seen.length > 0 && this.#seen[0] !== version)
      throw new IngestError(`The peer speaks no RTMP: its first byte is ${this.#seen[0]}.`)
    let send: Buffer | undefined
    if (!this.#hasAnswered && this.#seen.length > blockBytes) {
      const echo = Buffer.from(this.#seen.subarray(1, 1 + blockBytes))
      send = this.#answersFirst ? Buffer.concat([openingBlock(), echo]) : echo
      this.#hasAnswered = true
    }
    const end = 1 + 2 * blockBytes
    if (this.#seen.length < end) return { send }
    return { send, rest: this.#seen.subarray(end) }
  }
}
