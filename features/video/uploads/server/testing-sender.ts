import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { type SentResponse, sendUnfinishedPart, sendBytes, sendPart } from './testing-uploads.ts'

const badRanges = ['bytes 0-', 'bytes */x', 'bytes 9-3/20', 'bytes 0-99/50', 'megabytes 0-1/2', '']

/** What a client may assume, to compare with what the server reports. */
export class Sender {
  held = 0
  isTotalSaid = false
  isDone = false
  #gaps = 0
  readonly #random: (below: number) => number

  constructor(
    readonly url: string,
    readonly id: string,
    readonly file: Uint8Array,
    random: (below: number) => number,
    /** Resolves once the server is done with what was sent over the connection of this port. */
    readonly hasEnded: (port: number | undefined) => Promise<void>,
  ) {
    this.#random = random
  }

  #held(answer: SentResponse) {
    return answer.range === null ? 0 : Number(answer.range.split('-')[1]) + 1
  }

  #expectMore(answer: SentResponse, held: number) {
    assert.deepEqual([answer.status, this.#held(answer)], [308, held])
    this.held = held
  }

  async part(start: number, end: number) {
    const answer = await sendPart(this.url, this.file, start, end)
    this.#gaps = 0
    this.isTotalSaid = true
    const held = Math.max(this.held, end)
    if (held < this.file.length) return this.#expectMore(answer, held)
    assert.equal(answer.status, 200)
    this.isDone = true
  }

  next = () => this.part(this.held, this.#between(this.held + 1, this.file.length))

  again() {
    const start = this.#random(this.held + 1)
    return this.part(start, this.#between(start + 1, this.file.length))
  }

  #between = (from: number, to: number) => Math.min(to, from + this.#random(60_000))

  async gap() {
    if (this.held + 2 >= this.file.length) return
    const start = this.#between(this.held + 1, this.file.length - 1)
    const answer = await sendPart(this.url, this.file, start, this.file.length)
    this.#gaps += 1
    const status = this.#gaps > 3 ? 400 : 308
    assert.deepEqual([answer.status, this.#held(answer)], [status, this.held])
  }

  async wrongTotal() {
    if (!this.isTotalSaid) return
    const range = `bytes 0-9/${this.file.length + 1 + this.#random(50)}`
    assert.equal((await sendBytes(this.url, { range, body: 'ten bytes!' })).status, 400)
  }

  async badRange() {
    const range = badRanges[this.#random(badRanges.length)]!
    if (range === '') return
    assert.equal((await sendBytes(this.url, { range, body: 'ten bytes!' })).status, 400)
  }

  async ask() {
    const answer = await sendBytes(this.url, { range: 'bytes */*' })
    this.#expectMore(answer, this.held)
  }

  /** Disconnects in the middle: the server then holds at least what it held and at most what was sent. */
  async leave() {
    const start = this.#random(this.held + 1)
    const sent = this.#random(this.file.length - start)
    const headers = {
      'content-range': `bytes ${start}-${this.file.length - 1}/${this.file.length}`,
      'content-length': this.file.length - start,
    }
    const part = await sendUnfinishedPart(
      this.url,
      headers,
      this.file.subarray(start, start + sent),
    )
    await pause(this.#random(8))
    part.leave()
    await part.closed
    await this.hasEnded(part.localPort)
    const answer = await sendBytes(this.url, { range: 'bytes */*' })
    const held = this.#held(answer)
    assert(held >= this.held)
    assert(held <= Math.max(this.held, start + sent))
    if (held > this.held) this.#gaps = 0
    this.held = held
    this.isTotalSaid ||= held > 0
  }

  async together() {
    const ends = [this.#between(1, this.file.length), this.#between(1, this.file.length)]
    const answers = await Promise.all(ends.map((end) => sendPart(this.url, this.file, 0, end)))
    for (const { status } of answers) assert([200, 308, 400].includes(status))
    this.isTotalSaid = true
    this.#gaps = 0
    const answer = await sendBytes(this.url, { range: 'bytes */*' })
    if (answer.status === 200) this.isDone = true
    else this.held = this.#held(answer)
    assert(this.held <= this.file.length)
  }

  step() {
    const steps = [
      () => this.next(),
      () => this.next(),
      () => this.again(),
      () => this.gap(),
      () => this.wrongTotal(),
      () => this.badRange(),
      () => this.ask(),
      () => this.leave(),
      () => this.together(),
    ]
    return steps[this.#random(steps.length)]!()
  }
}
